"""A host on the Python binding, for what the C host does not do: tasks, models and roots."""

import json
import subprocess
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import tn_elicit
from tn_elicit import Modes
from tn_elicit.objects import client_capabilities

Message = dict[str, Any]
BOTH = Modes.FORM | Modes.URL
CLIENT_INFO = {"name": "interop", "version": "1.0.0"}
# What each request says in MCP 2026-07-28.
META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {
        **client_capabilities(BOTH),
        "sampling": {},
        "roots": {},
    },
    "io.modelcontextprotocol/clientInfo": CLIENT_INFO,
}
# The model and the roots of this host.
OTHERS = {
    "sampling/createMessage": {
        "role": "assistant",
        "content": {"type": "text", "text": "Hello"},
        "model": "none",
        "stopReason": "endTurn",
    },
    "roots/list": {"roots": [{"uri": "file:///home/muthu"}]},
}


class Host:
    """A server, and a user who accepts everything with the same data. Ends with its `with`."""

    def __init__(self, server: Path, data: Message) -> None:
        pipe = subprocess.PIPE
        self.answer = json.dumps({"ok": True, "data": data})
        self.requests: list[Message] = []  # that the user was shown
        self.server = subprocess.Popen([str(server)], stdin=pipe, stdout=pipe)
        self.last_id = 0

    def __enter__(self) -> "Host":
        return self

    def __exit__(self, *_: object) -> None:
        # An SDK's timers may keep a server alive behind the end of its input.
        self.server.kill()
        with ExitStack() as stack:
            stack.enter_context(self.server)

    def send(self, frame: str) -> None:
        self.server.stdin.write(frame.encode() + b"\n")
        self.server.stdin.flush()

    def ask(self, request: str) -> str:
        self.requests.append(json.loads(request))
        return self.answer

    def request(self, method: str, params: Message) -> Message:
        """The response; what the server asks meanwhile is answered."""
        self.last_id += 1
        frame = {"jsonrpc": "2.0", "id": self.last_id, "method": method, "params": params}
        self.send(json.dumps(frame))
        for line in self.server.stdout:
            reply = tn_elicit.server_request_response(self.ask, line)
            if reply is not None:
                self.send(reply)
                continue
            message = json.loads(line)
            if message.get("id") == self.last_id:
                return message
        raise EOFError("the server ended without a response")

    def initialize(self) -> None:
        params = {
            "protocolVersion": "2025-11-25",
            "capabilities": client_capabilities(BOTH),
            "clientInfo": CLIENT_INFO,
        }
        self.request("initialize", params)
        self.send('{"jsonrpc":"2.0","method":"notifications/initialized"}')

    def call_in_rounds(self, tool: str) -> Message:
        """A call in MCP 2026-07-28: what a result asks for is answered, of whatever kind it is."""
        params = {"name": tool, "arguments": {}, "_meta": META}
        while True:
            result = json.dumps(self.request("tools/call", params)["result"])
            asked = tn_elicit.input_required_begin(BOTH, result)
            if asked is None:
                return json.loads(result)
            keys = json.loads(asked)
            responses = {
                "answers": {
                    key: json.loads(self.ask(json.dumps(request)))
                    for key, request in keys["requests"].items()
                },
                "others": {
                    key: OTHERS[request["method"]] for key, request in keys["others"].items()
                },
            }
            text = json.dumps(responses)
            params = json.loads(tn_elicit.input_required_finish(json.dumps(params), result, text))
