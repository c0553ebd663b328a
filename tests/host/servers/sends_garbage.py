"""Writes lines that are no messages before its answer."""

import wire

GARBAGE = [
    b"Starting the server...",
    b"",
    b"\r",
    b" \t ",
    b'{"jsonrpc":"2.0","id":2,"result":{"broken":true}',
    b'\xff\xfe{"id":2}',
    b"\x00",
    b"\x1b[2J",
    b"[]",
    b"null",
    b'"text"',
    b'{"id":2,"method":null',
    b'[{"id":2,"result":{"content":[]}}]',
    b'{"id":1,"result":{"late":true}}',
    b'{"id":"2","result":{"a":"string, not the number"}}',
    b'{"id":null,"error":{"code":-32700,"message":"Parse error"}}',
]
call = wire.take_call()
wire.write_bytes(b"\n".join(GARBAGE) + b"\n")
wire.write(wire.result(call, "after the garbage"))
wire.serve_until_closed()
