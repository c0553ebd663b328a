"""Its result is the very line that held the call."""

import json
import sys

import wire

wire.initialize()
wire.read()
line = sys.stdin.buffer.readline()
wire.write(wire.result(json.loads(line), line.decode()))
wire.serve_until_closed()
