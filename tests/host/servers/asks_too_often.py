"""Asks as often at once as its first argument says, more than a host can keep open; when as many
responses have come as its second one says, it asks once more. Its result is the responses."""

import json
import sys

import wire

COUNT, AWAITED = (int(word) for word in sys.argv[1:])
call = wire.take_call()
wire.write_bytes(b"".join(wire.frame(wire.question(n, {"message": "?"})) for n in range(COUNT)))
responses = [wire.read() for _ in range(AWAITED)]
responses.append(wire.ask({"message": "One more?"}, COUNT))
wire.write(wire.result(call, json.dumps(responses)))
wire.serve_until_closed()
