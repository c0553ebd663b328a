"""Its answer is an array within an array, as often as its argument says."""

import sys

import wire

call = wire.take_call()
depth = int(sys.argv[1])
result = b'{"deep":' + b"[" * depth + b"]" * depth + b"}"
wire.write_bytes(b'{"jsonrpc":"2.0","id":%d,"result":%b}\n' % (call["id"], result))
wire.serve_until_closed()
