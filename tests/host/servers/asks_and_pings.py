"""Asks, and then sends pings without end and reads nothing any more."""

import wire

wire.take_call()
wire.write(wire.question(0, {"message": "Well?"}))
pings = b"".join(wire.frame({"id": number, "method": "ping"}) for number in range(1000))
while True:
    wire.write_bytes(pings)
