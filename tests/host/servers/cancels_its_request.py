"""Asks, cancels the question before it is answered, and answers the call at once."""

import wire

call = wire.take_call()
cancelled = {"method": "notifications/cancelled", "params": {"requestId": 0}}
wire.write_bytes(
    wire.frame(wire.question(0, {"message": "Never mind"}))
    + wire.frame(cancelled)
    + wire.frame(wire.result(call, "went on"))
)
wire.serve_until_closed()
