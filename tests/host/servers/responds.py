"""Answers the call with the line of its argument, which may be anything; {id} is the call's id."""

import sys

import wire

call = wire.take_call()
line = sys.argv[1].replace("{id}", str(call["id"]))
wire.write_bytes(line.encode() + b"\n")
wire.serve_until_closed()
