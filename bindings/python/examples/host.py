"""An MCP host: starts a server, calls one of its tools, asks the user what the server asks, and
prints the tool's result. Usage: host.py TOOL SERVER [ARGUMENT…]"""

import json
import subprocess
import sys
from typing import Any

import tn_elicit
from tn_elicit import Modes
from tn_elicit.objects import Answer, Request, accept, cancel, client_capabilities, decline


def ask_the_user(request: Request) -> Answer:
    """JSON is data, "no" declines, an empty line cancels. A user who is gone is a failure."""
    print(request["prompt"], request.get("url", ""), file=sys.stderr)
    print("JSON, or no: ", end="", file=sys.stderr, flush=True)
    line = sys.stdin.readline()
    if not line:
        raise EOFError("there is nobody to ask")
    if not line.strip():
        return cancel()
    return decline() if line.strip() == "no" else accept(json.loads(line))


def resolver(text: str) -> str:
    return json.dumps(ask_the_user(json.loads(text)))


class Connection:
    def __init__(self, command: list[str]) -> None:
        pipe = subprocess.PIPE
        self.server = subprocess.Popen(command, stdin=pipe, stdout=pipe)

    def send(self, frame: str) -> None:
        assert self.server.stdin
        self.server.stdin.write(frame.encode() + b"\n")
        self.server.stdin.flush()

    def call(self, id: int, method: str, params: dict[str, Any]) -> dict[str, Any]:
        """Sends a request, answers what the server asks meanwhile, and returns the response."""
        self.send(json.dumps({"jsonrpc": "2.0", "id": id, "method": method, "params": params}))
        assert self.server.stdout
        for line in self.server.stdout:
            try:
                reply = tn_elicit.server_request_response(resolver, line)
            except tn_elicit.InvalidTextError as error:
                print("the server sent a bad line:", error, file=sys.stderr)
                continue
            if reply is not None:
                self.send(reply)
                continue
            message: dict[str, Any] = json.loads(line)
            if message.get("id") == id and "method" not in message:
                return message
        raise EOFError("the server ended without a response")


def main() -> int:
    connection = Connection(sys.argv[2:])
    initialize = {
        "protocolVersion": "2025-11-25",
        "capabilities": client_capabilities(Modes.FORM | Modes.URL),
        "clientInfo": {"name": "python-host", "version": "0.1.0"},
    }
    connection.call(1, "initialize", initialize)
    connection.send('{"jsonrpc":"2.0","method":"notifications/initialized"}')
    response = connection.call(2, "tools/call", {"name": sys.argv[1], "arguments": {}})
    print(json.dumps(response.get("result", response.get("error"))))
    connection.server.communicate()  # closes its input, which ends it
    return 0 if "result" in response else 1


if __name__ == "__main__":
    sys.exit(main())
