"""Sends 200 long questions before it reads an answer: more than the pipe holds."""

import wire

COUNT = 200
call = wire.take_call()
wire.write_bytes(
    b"".join(wire.frame(wire.question(n, {"message": "?" * 10_000})) for n in range(COUNT))
)
ids = [wire.read()["id"] for _ in range(COUNT)]
wire.write(wire.result(call, "in order" if ids == list(range(COUNT)) else "out of order"))
wire.serve_until_closed()
