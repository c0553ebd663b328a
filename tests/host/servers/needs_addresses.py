"""Responds to calls with the error -32042. Its argument is a JSON array of rounds, each the
elicitations of the error and the lines to write after it. Its result is how many calls there were.
"""

import json
import sys

import wire

call = wire.take_call()
rounds = json.loads(sys.argv[1])
for elicitations, lines in rounds:
    error = {"code": -32042, "message": "Visit these", "data": {"elicitations": elicitations}}
    wire.write({"id": call["id"], "error": error})
    for line in lines:
        wire.write_bytes(line.encode() + b"\n")
    call = wire.read()
wire.write(wire.result(call, f"{len(rounds) + 1} calls"))
wire.serve_until_closed()
