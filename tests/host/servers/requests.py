"""Sends the host requests of every kind; its result is the responses, by id."""

import json

import wire

REQUESTS = [
    {"id": 0, "method": "ping"},
    {"id": "r", "method": "roots/list"},
    {"id": 1.5, "method": "sampling/createMessage", "params": {"messages": []}},
    {"id": 2, "method": "elicitation/create", "params": {"message": "Still?"}},
]
call = wire.take_call()
for request in REQUESTS:
    wire.write(request)
responses = [wire.read() for _ in REQUESTS]
wire.write(wire.result(call, json.dumps(responses)))
wire.serve_until_closed()
