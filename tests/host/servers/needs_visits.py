"""Refuses the call with the error -32042, as often as it is told, and then answers it.

The argument is JSON: `elicitations`, what the error lists; `times`, how often (once if absent);
`then`, the messages that follow on each refusal. The result is how many calls came.
"""

import json
import sys

import wire

plan = json.loads(sys.argv[1])
calls = 1
call = wire.take_call()
while calls <= plan.get("times", 1):
    error = {
        "code": -32042,
        "message": "Visit these first.",
        "data": {"elicitations": plan["elicitations"]},
    }
    wire.write({"id": call["id"], "error": error})
    for message in plan.get("then", []):
        wire.write(message)
    again = wire.read()
    assert again["method"] == "tools/call" and again["params"] == call["params"], again
    assert again["id"] != call["id"], again
    call = again
    calls += 1
wire.write(wire.result(call, f"{calls} calls"))
wire.serve_until_closed()
