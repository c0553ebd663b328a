"""Writes each byte of its answer by itself."""

import wire

call = wire.take_call()
for byte in wire.frame(wire.result(call, "in pieces: \u00e9\u20ac\U0001f600")):
    wire.write_bytes(bytes([byte]))
wire.serve_until_closed()
