"""Writes half of its answer, and is gone."""

import os

import wire

call = wire.take_call()
frame = wire.frame(wire.result(call, "half of this"))
wire.write_bytes(frame[: len(frame) // 2])
os._exit(5)
