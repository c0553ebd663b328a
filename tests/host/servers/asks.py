"""Asks once, with the params of its first argument; its result is the host's response."""

import json
import sys

import wire

call = wire.take_call()
response = wire.ask(json.loads(sys.argv[1]))
wire.write(wire.result(call, json.dumps(response, separators=(",", ":"))))
wire.serve_until_closed()
