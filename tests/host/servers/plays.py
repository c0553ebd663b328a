"""Plays the steps of its first argument, a JSON array. Its result is the lines that it has read.

A text is a line to write, in which {id} stands for the id of the last call, and an array a line and
how often; a number says how many lines to read; {"say": a text} goes to stderr; {"await": a path}
waits until that is there; null ends the server.

What comes after the result answers nothing any more; it is shown on stderr. With a second argument
there is no session, as from MCP 2026-07-28 on.
"""

import json
import sys
import time
from pathlib import Path

import wire

call = wire.read() if len(sys.argv) > 2 else wire.take_call()
lines = []
for step in json.loads(sys.argv[1]):
    match step:
        case None:
            sys.exit(0)
        case str() | [str(), int()]:
            text, times = (step, 1) if isinstance(step, str) else step
            line = text.replace("{id}", json.dumps(call["id"])).encode() + b"\n"
            wire.write_bytes(line * times)
        case {"say": text}:
            print(text, file=sys.stderr, flush=True)
        case {"await": path}:
            while not Path(path).exists():
                time.sleep(0.01)
        case int():
            for _ in range(step):
                line = sys.stdin.readline().rstrip("\n")
                message = json.loads(line or "{}")
                if message.get("method") == "tools/call":
                    call = message
                lines.append(line)
wire.write(wire.result(call, json.dumps(lines)))
for line in sys.stdin:
    print(f"late: {line}", file=sys.stderr, end="", flush=True)
