"""Plays the steps of its argument, a JSON array: a text is a line to write, a number says how many
lines to read. Its result is the lines that it has read.

What comes after that answers nothing any more; it is shown on stderr.
"""

import json
import sys

import wire

call = wire.take_call()
lines = []
for step in json.loads(sys.argv[1]):
    if isinstance(step, str):
        wire.write_bytes(step.encode() + b"\n")
    else:
        lines += [sys.stdin.readline().rstrip("\n") for _ in range(step)]
wire.write(wire.result(call, json.dumps(lines)))
for line in sys.stdin:
    print(f"late: {line}", file=sys.stderr, end="", flush=True)
