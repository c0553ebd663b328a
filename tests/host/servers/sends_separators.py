"""Its answer holds every character that some programs take for the end of a line, as it is."""

import json

import wire

call = wire.take_call()
answer = {"jsonrpc": "2.0", **wire.result(call, "a\u2028b\u2029c\x85d\x7fe\u202ef")}
wire.write_bytes(json.dumps(answer, ensure_ascii=False).encode() + b"\r\n")
wire.serve_until_closed()
