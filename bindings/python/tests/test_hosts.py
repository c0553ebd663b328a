"""The examples, against real servers: `make -C tests/interop setup` installs them."""

import json
import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest
from conftest import ROOT

EXAMPLES = ROOT / "bindings" / "python" / "examples"
SERVERS = ROOT / "build" / "interop" / "servers"
MUTHU = '{"name":"muthu"}'
# Tool, what the user types, and the text of the tool's result.
CASES = {
    "accepts": ("greet", MUTHU, "accept " + MUTHU),
    "declines": ("greet", "no\n", "decline"),
    "cancels": ("greet", "\n", "cancel"),
    "is gone": ("greet", "", "cancel"),
    "types no JSON": ("greet", "muthu\n", "cancel"),
    "agrees to open an address": ("connect", "{}\n", "accept"),
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


def test_examples_are_shorter_than_a_page() -> None:
    for example in EXAMPLES.glob("*.py"):
        code = re.sub(r'""".*?"""', "", example.read_text(), flags=re.DOTALL)
        assert sum(bool(line.strip()) for line in code.splitlines()) <= 70, example
