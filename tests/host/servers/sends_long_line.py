"""Its answer is a line of 20 MB."""

import wire

call = wire.take_call()
wire.write(wire.result(call, "x" * 20_000_000))
wire.serve_until_closed()
