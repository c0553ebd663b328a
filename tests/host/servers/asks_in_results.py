"""MCP 2026-07-28: gives the results of the command line, raw, and then the last call's params."""

import json
import sys

import wire

for result in sys.argv[1:]:
    call = wire.read()
    text = f'{{"jsonrpc":"2.0","id":{json.dumps(call["id"])},"result":{result}}}\n'
    wire.write_bytes(text.encode())
call = wire.read()
wire.write(wire.result(call, json.dumps(call["params"])))
wire.serve_until_closed()
