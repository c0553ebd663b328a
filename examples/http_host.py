"""A host over streamable HTTP that speaks both generations of the protocol.

Usage: http_host.py ADDRESS [TOOL …]: calls the tools, or all that the server lists, and prints the
results. It runs with bindings/python/src on PYTHONPATH, or with the wheel.

With MCP 2026-07-28 a server asks in the result of a call, and the call is made again with the
answers. Before that it sends requests of its own: on the stream that answers a call, or on one that
the host holds open for it. What is asked is answered with the defaults of the schema; that is where
a real host shows its user a form.
"""

import itertools
import json
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from http.client import HTTPResponse
from typing import Any

import tn_elicit
from tn_elicit import Modes

OLD, NEW = "2025-11-25", "2026-07-28"
CLIENT = {"name": "tn_elicit-http-host", "version": tn_elicit.version()}
CAPABILITIES = json.loads(tn_elicit.client_capabilities(Modes.FORM))
ROUNDS = 10


def resolver(request: str) -> str:
    """Accepts with the defaults; declines what has required fields without one."""
    asked = json.loads(request)
    print(f"{asked['prompt']}", file=sys.stderr)
    schema = asked.get("data", {}).get("schema", {})
    fields = schema.get("properties", {})
    content = {name: field["default"] for name, field in fields.items() if "default" in field}
    if not content.keys() >= set(schema.get("required", [])):
        return '{"ok":false,"reason":"declined"}'
    return json.dumps({"ok": True, "data": content})


def messages(response: HTTPResponse) -> Iterator[bytes]:
    """The JSON texts in a response: one, none, or those of a stream of events."""
    if response.headers.get_content_type() != "text/event-stream":
        text = response.read()
        if text.strip():
            yield text
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


class Failed(Exception):
    """The server answered with an error."""


class Connection:
    def __init__(self, address: str) -> None:
        self.address = address
        self.listening = threading.Event()
        self.ids = itertools.count(1)
        self.headers = {
            "Content-Type": "application/json",
            "Accept": "application/json, text/event-stream",
        }

    def post(self, text: str, headers: dict[str, str] | None = None) -> HTTPResponse:
        request = urllib.request.Request(
            self.address, text.encode(), {**self.headers, **(headers or {})}
        )
        response: HTTPResponse = urllib.request.urlopen(request)
        return response

    def result(self, id: int, response: HTTPResponse) -> str:
        """The result that answers this id, as JSON text, after what else the server says."""
        with response:
            for text in messages(response):
                if self.answered(text):
                    continue
                message = json.loads(text)
                if message.get("id") == id and "method" not in message:
                    if "error" in message:
                        raise Failed(json.dumps(message["error"]))
                    return json.dumps(message["result"])
        raise Failed("the server ended without a response")

    def answered(self, text: bytes) -> bool:
        """Answers a request of the server's: whether it was one."""
        reply = tn_elicit.server_request_response(resolver, text)
        if reply is not None:
            self.post(reply).close()
        return reply is not None


class Old(Connection):
    """Up to 2025-11-25: a session, in which the server may ask at any time."""

    def start(self) -> None:
        params = {"protocolVersion": OLD, "capabilities": CAPABILITIES, "clientInfo": CLIENT}
        id = next(self.ids)
        frame = {"jsonrpc": "2.0", "id": id, "method": "initialize", "params": params}
        response = self.post(json.dumps(frame))
        if session := response.headers["Mcp-Session-Id"]:
            self.headers["Mcp-Session-Id"] = session
        result = json.loads(self.result(id, response))
        self.headers["MCP-Protocol-Version"] = result["protocolVersion"]
        self.post('{"jsonrpc":"2.0","method":"notifications/initialized"}').close()
        threading.Thread(target=self.listen, daemon=True).start()
        # Some servers send nothing at all before there is something to say.
        self.listening.wait(1)

    def listen(self) -> None:
        """The stream for what belongs to no call; a server need not have one."""
        try:
            request = urllib.request.Request(self.address, headers=self.headers)
            with urllib.request.urlopen(request) as stream:
                self.listening.set()
                for text in messages(stream):
                    self.answered(text)
        except OSError:
            self.listening.set()

    def request(self, method: str, params: dict[str, Any]) -> str:
        id = next(self.ids)
        frame = {"jsonrpc": "2.0", "id": id, "method": method, "params": params}
        return self.result(id, self.post(json.dumps(frame)))


class New(Connection):
    """From 2026-07-28 on: no session, each request says who asks, and a result may ask back."""

    def start(self) -> None:
        found = json.loads(self.request("server/discover", {}))
        if NEW not in found.get("supportedVersions", []):
            raise Failed(f"the server has no {NEW}")

    def request(self, method: str, params: dict[str, Any]) -> str:
        meta = {"protocolVersion": NEW, "clientCapabilities": CAPABILITIES, "clientInfo": CLIENT}
        prefixed = {f"io.modelcontextprotocol/{name}": value for name, value in meta.items()}
        text = json.dumps({**params, "_meta": prefixed})
        headers = {"MCP-Protocol-Version": NEW, "Mcp-Method": method}
        if "name" in params:
            headers["Mcp-Name"] = params["name"]
        for _ in range(ROUNDS):
            id = next(self.ids)
            frame = f'{{"jsonrpc":"2.0","id":{id},"method":{json.dumps(method)},"params":{text}}}'
            result = self.result(id, self.post(frame, headers))
            retry = tn_elicit.input_required_retry(resolver, text, result)
            if retry is None:
                return result
            text = retry
        raise Failed(f"the server still asks after {ROUNDS} rounds")


def connect(address: str) -> Old | New:
    """The newest that the server speaks."""
    new = New(address)
    try:
        new.start()
        return new
    except (Failed, urllib.error.HTTPError):
        old = Old(address)
        old.start()
        return old


def main() -> int:
    connection = connect(sys.argv[1])
    tools = sys.argv[2:]
    if not tools:
        listed = json.loads(connection.request("tools/list", {}))
        tools = [tool["name"] for tool in listed["tools"]]
    failed = 0
    for tool in tools:
        try:
            print(connection.request("tools/call", {"name": tool, "arguments": {}}))
        except Failed as error:
            failed += 1
            print(error, file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
