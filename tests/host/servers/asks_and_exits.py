"""Asks, and ends without waiting for the answer."""

import wire

wire.take_call()
wire.write(wire.question(0, {"message": "Anybody there?"}))
