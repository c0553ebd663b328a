"""Writes notifications without end, or as many thousands as its argument says, and then answers."""

import itertools
import sys

import wire

NOTIFICATION = wire.frame({"method": "notifications/message", "params": {"data": "x" * 200}})
call = wire.take_call()
rounds = range(int(sys.argv[1])) if len(sys.argv) > 1 else itertools.count()
for _ in rounds:
    wire.write_bytes(NOTIFICATION * 1000)
wire.write(wire.result(call, "after the flood"))
wire.serve_until_closed()
