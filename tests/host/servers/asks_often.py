"""Asks as often as its argument says, one question after another; its result counts the accepts."""

import sys

import wire

call = wire.take_call()
accepted = 0
for number in range(int(sys.argv[1])):
    response = wire.ask({"message": f"Question {number}"}, number)
    assert response["id"] == number, response
    accepted += response["result"] == {"action": "accept", "content": {"n": 1}}
wire.write(wire.result(call, f"{accepted} accepted"))
wire.serve_until_closed()
