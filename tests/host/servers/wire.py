"""What the servers of this folder share: one JSON message a line, on standard input and output."""

import json
import sys


def read() -> dict:
    """The next message. Ends the server when the host has closed the connection."""
    line = sys.stdin.buffer.readline()
    if not line:
        sys.exit(0)
    return json.loads(line)


def write_bytes(data: bytes) -> None:
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def write(message: dict) -> None:
    write_bytes(frame(message))


def frame(message: dict) -> bytes:
    return json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n"


def initialize(version: str = "2025-11-25") -> dict:
    """Answers the host's initialize, and returns its params."""
    request = read()
    result = {
        "protocolVersion": version,
        "capabilities": {"tools": {}},
        "serverInfo": {"name": "test", "version": "0"},
    }
    write({"id": request["id"], "result": result})
    return request["params"]


def take_call() -> dict:
    """Initializes, and returns the host's tools/call."""
    initialize()
    initialized = read()
    assert initialized["method"] == "notifications/initialized", initialized
    call = read()
    assert call["method"] == "tools/call", call
    return call


def result(call: dict, text: str) -> dict:
    """The response to a call, with this text."""
    return {"id": call["id"], "result": {"content": [{"type": "text", "text": text}]}}


def question(number: int, params: dict) -> dict:
    return {"id": number, "method": "elicitation/create", "params": params}


def ask(params: dict, number: int = 0) -> dict:
    """Asks, and returns the host's whole response."""
    write(question(number, params))
    return read()


def serve_until_closed() -> None:
    """Reads on, so that the host can close the connection in good order."""
    while True:
        read()
