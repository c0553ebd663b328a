"""Its result is the params of the initialize that it got."""

import json

import wire

params = wire.initialize()
wire.read()
wire.write(wire.result(wire.read(), json.dumps(params)))
wire.serve_until_closed()
