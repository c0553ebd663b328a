"""The examples, against real servers: `make -C tests/interop setup` installs them."""

import json
import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT
from terminal import Terminal

EXAMPLES = ROOT / "bindings" / "python" / "examples"
SERVER = Path(__file__).parent / "server.py"
SERVERS = ROOT / "build" / "interop" / "servers"
MUTHU = '{"name":"muthu"}'
# Tool, what the user types, and the text of the tool's result.
CASES = {
    "accepts": ("greet", MUTHU, "accept " + MUTHU),
    "declines": ("greet", "no\n", "decline"),
    "cancels": ("greet", "\n", "cancel"),
    "is gone": ("greet", "", "cancel"),
    "types no JSON": ("greet", "muthu\n", "cancel"),
    "agrees to open an address": ("connect", "yes\n", "accept"),
    "declines to open an address": ("connect", "no\n", "decline"),
    "answers twice": (
        "twice",
        MUTHU + '\n{"town":"Chennai"}\n',
        f'accept {MUTHU}; accept {{"town":"Chennai"}}',
    ),
}


def run(program: str, typed: str, *arguments: str) -> str:
    """The text of the tool's result."""
    ran = subprocess.run(
        [sys.executable, "-B", str(EXAMPLES / program), *arguments],
        env=os.environ | {"PYTHONPATH": str(ROOT / "bindings" / "python" / "src")},
        input=typed,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert ran.returncode == 0, ran.stderr
    text: str = json.loads(ran.stdout)["content"][0]["text"]
    return text


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("server", ["mcp-1", "mcp-2"])
def test_stdio(server: str, case: str) -> None:
    tool, typed, expected = CASES[case]
    assert run("host.py", typed, tool, str(SERVERS / server)) == expected


@pytest.fixture(scope="module", params=["mcp-1", "mcp-2"])
def address(request: pytest.FixtureRequest) -> Iterator[str]:
    """Of a server over streamable HTTP."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    server = subprocess.Popen([str(SERVERS / request.param), "--http", str(port)])
    try:
        wait_until_it_listens(server, port)
        yield f"http://127.0.0.1:{port}/mcp"
    finally:
        server.terminate()
        server.wait()


def wait_until_it_listens(server: "subprocess.Popen[bytes]", port: int) -> None:
    for _ in range(600):
        assert server.poll() is None, "the server has ended"
        try:
            socket.create_connection(("127.0.0.1", port)).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise TimeoutError


@pytest.mark.parametrize("case", CASES)
def test_http(address: str, case: str) -> None:
    tool, typed, expected = CASES[case]
    assert run("http_host.py", typed, tool, address) == expected


def on_terminal(tool: str) -> Terminal:
    """The host, and a server that does what the tool is called."""
    folders = ":".join(map(str, (EXAMPLES.parent / "src", ROOT / "tests" / "host" / "servers")))
    words = (sys.executable, "-B", EXAMPLES / "host.py", tool, sys.executable, SERVER)
    return Terminal("/usr/bin/env", f"PYTHONPATH={folders}", *map(str, words))


def read_by_the_server(screen: str) -> list[dict[str, Any]]:
    """Its result, the last line."""
    result = json.loads(screen.splitlines()[-1])
    read: list[dict[str, Any]] = json.loads(result["content"][0]["text"])
    return read


def test_a_ping_is_answered_while_a_question_is_open() -> None:
    terminal = on_terminal("pings")
    terminal.expect("ponged")
    terminal.type("no\n")
    pong, answer = read_by_the_server(terminal.end(0))
    assert pong == {"jsonrpc": "2.0", "id": "p", "result": {}}
    assert answer == {"jsonrpc": "2.0", "id": 1, "result": {"action": "decline"}}


def test_a_question_that_is_withdrawn_has_no_reply() -> None:
    terminal = on_terminal("withdraws")
    terminal.expect("'Well?'\r\nJSON, or no: ")
    terminal.type("{}\n")
    [answer] = read_by_the_server(terminal.end(0))
    assert answer["id"] == 2


def test_an_address_that_was_visited_needs_no_answer() -> None:
    terminal = on_terminal("completes")
    [answer] = read_by_the_server(terminal.end(0))
    assert answer["result"] == {"action": "accept"}


def test_the_call_is_sent_again_when_its_addresses_are_visited() -> None:
    terminal = on_terminal("visits")
    # The first is completed by the server's word, the others by the user's.
    for number in (2, 3):
        terminal.expect(f"Open 'https://example.test/{number}\\x1b[2J'? yes, or no: ")
        terminal.type("yes\n")
        terminal.expect("when it is done: ")
        terminal.type("\n")
    screen = terminal.end(0)
    assert "\x1b" not in screen
    again, last = read_by_the_server(screen)
    assert again["method"] == last["method"] == "tools/call"
    assert again["params"] == last["params"] == {"name": "visits", "arguments": {}}
    assert (again["id"], last["id"]) == (3, 4)


def test_without_consent_nothing_is_sent_again() -> None:
    for typed in ("no", "", "{}", "YES"):
        terminal = on_terminal("visits")
        terminal.expect("example.test/2")
        terminal.type(typed + "\n")
        assert "PermissionError" in terminal.end(1)


@pytest.mark.parametrize(
    ("tool", "error"),
    [
        ("task", "UnknownResultTypeError"),
        ("input_required", "ValueError: the server asks in a result"),
        ("names no address", "UnsupportedInputError"),
        ("never content", "TimeoutError: the server wants addresses visited after 10 calls"),
        ("ends", "EOFError: the server ended without a response"),
    ],
)
def test_what_the_host_does_not_go_along_with(tool: str, error: str) -> None:
    assert error in on_terminal(tool).end(1)


def test_what_no_server_should_send() -> None:
    screen = on_terminal("is hostile").end(0)
    assert screen.count("the server sent a bad message") == 5
    [refusal] = read_by_the_server(screen)
    assert refusal["error"]["code"] == -32601


def test_examples_are_short() -> None:
    for example in EXAMPLES.glob("*.py"):
        code = re.sub(r'""".*?"""', "", example.read_text(), flags=re.DOTALL)
        assert sum(bool(line.strip()) for line in code.splitlines()) <= 130, example
