"""The same over streamable HTTP: a reply is POSTed to the session, while the response to the
tools/call is still a stream of events. Usage: http_host.py TOOL ADDRESS"""

import json
import sys
import urllib.request
from collections.abc import Iterator
from http.client import HTTPResponse
from typing import Any

import tn_elicit
from host import resolver
from tn_elicit import Modes
from tn_elicit.objects import client_capabilities


def messages(response: HTTPResponse) -> Iterator[bytes]:
    """The JSON texts in a response: one, or those of a stream of events."""
    if response.headers.get_content_type() != "text/event-stream":
        yield response.read()
        return
    data: list[bytes] = []
    for line in response:
        name, _, value = line.rstrip(b"\r\n").partition(b":")
        if name == b"data":
            data.append(value.removeprefix(b" "))
        elif not name and any(data):
            yield b"\n".join(data)
        if not name:
            data = []


class Session:
    def __init__(self, address: str) -> None:
        self.address = address
        self.headers = {
            "Content-Type": "application/json",
            "Accept": "application/json, text/event-stream",
        }

    def post(self, frame: str) -> HTTPResponse:
        request = urllib.request.Request(self.address, frame.encode(), self.headers)
        response: HTTPResponse = urllib.request.urlopen(request)
        if session := response.headers["Mcp-Session-Id"]:
            self.headers["Mcp-Session-Id"] = session
        return response

    def call(self, id: int, method: str, params: dict[str, Any]) -> dict[str, Any]:
        """Sends a request, answers what the server asks meanwhile, and returns the response."""
        frame = {"jsonrpc": "2.0", "id": id, "method": method, "params": params}
        with self.post(json.dumps(frame)) as stream:
            for text in messages(stream):
                reply = tn_elicit.server_request_response(resolver, text)
                if reply is not None:
                    self.post(reply).close()
                    continue
                message: dict[str, Any] = json.loads(text)
                if message.get("id") == id and "method" not in message:
                    return message
        raise EOFError("the server ended the stream without a response")


def main() -> int:
    session = Session(sys.argv[2])
    initialize = {
        "protocolVersion": "2025-11-25",
        "capabilities": client_capabilities(Modes.FORM | Modes.URL),
        "clientInfo": {"name": "python-host", "version": "0.1.0"},
    }
    answer = session.call(1, "initialize", initialize)
    session.headers["MCP-Protocol-Version"] = answer["result"]["protocolVersion"]
    session.post('{"jsonrpc":"2.0","method":"notifications/initialized"}').close()
    response = session.call(2, "tools/call", {"name": sys.argv[1], "arguments": {}})
    print(json.dumps(response.get("result", response.get("error"))))
    return 0 if "result" in response else 1


if __name__ == "__main__":
    sys.exit(main())
