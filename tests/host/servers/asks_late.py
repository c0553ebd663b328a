"""Says on stderr that it is going to ask, and asks a second later; its result is the action."""

import sys
import time

import wire

call = wire.take_call()
print("about to ask", file=sys.stderr, flush=True)
time.sleep(1)
wire.write(wire.result(call, wire.ask({"message": "Now"})["result"]["action"]))
wire.serve_until_closed()
