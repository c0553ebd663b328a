"""Speaks the revision of the protocol that its argument names."""

import sys

import wire

wire.initialize(sys.argv[1])
wire.read()
wire.write(wire.result(wire.read(), "spoken"))
wire.serve_until_closed()
