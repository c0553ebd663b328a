"""Tests of the C host as a user and a server meet it: options, exit status and what it prints.

Usage: run.py HOST DEMO_SERVER [WORD]; with WORD, only the tests that have it in their name.
tests/harness must be on PYTHONPATH. The servers that misbehave are in servers/. After every run
nothing of the server may be left, neither running nor as a zombie.
"""

import ctypes
import itertools
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import suite
import terminal as harness

HOST, DEMO = (str(Path(word).resolve()) for word in sys.argv[1:3])
SERVERS = Path(__file__).parent / "servers"
PATIENCE = 60  # seconds that no run of the host may take
TESTS: list[Callable[[], None]] = []


def test(function: Callable[[], None]) -> Callable[[], None]:
    TESTS.append(function)
    return function


# ---- Running the host


def server(name: str, *arguments: str) -> list[str]:
    return [sys.executable, str(SERVERS / f"{name}.py"), *arguments]


def collect_orphans() -> list[str]:
    """What is left of the host's children. This process inherits them: see main."""
    left = []
    while True:
        try:
            pid, _ = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return left
        if pid:
            left.append(f"zombie {pid}")
            continue
        children = Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()
        for child in children:
            command = Path(f"/proc/{child}/cmdline").read_bytes().replace(b"\0", b" ")
            left.append(f"running {child}: {command.decode()}")
            os.kill(int(child), signal.SIGKILL)
            os.waitpid(int(child), 0)


class Ended:
    """A run of the host that has ended."""

    def __init__(self, status: int, out: bytes, err: bytes, seconds: float):
        self.status, self.seconds = status, seconds
        self.out, self.err = out.decode(), err.decode(errors="backslashreplace")

    def __str__(self) -> str:
        return f"status {self.status}\nstdout: {self.out[:2000]}\nstderr: {self.err[:2000]}"

    def text(self) -> str:
        """The text of the tool's result."""
        return json.loads(self.out)["content"][0]["text"]

    def expect(self, status: int, out: str = "", err: str = "") -> "Ended":
        assert self.status == status, f"expected status {status}\n{self}"
        assert out in self.out, f"expected on stdout: {out}\n{self}"
        assert err in self.err, f"expected on stderr: {err}\n{self}"
        return self


def run(*command: str, **more) -> Ended:
    start = time.monotonic()
    # A session of its own has no terminal.
    done = subprocess.run(
        command,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        start_new_session=True,
        timeout=PATIENCE,
        **more,
    )
    ended = Ended(done.returncode, done.stdout, done.stderr, time.monotonic() - start)
    left = collect_orphans()
    assert not left, f"left behind: {left}\n{ended}"
    return ended


def call(command: list[str], *options: str, choice: str = "--cancel", **more) -> Ended:
    """Runs the host against a server that has one tool."""
    return run(HOST, "--tool", "t", choice, *options, "--", *command, **more)


class Terminal(harness.Terminal):
    """The host on a terminal of its own."""

    def end(self, status: int) -> str:
        screen = super().end(status)
        left = collect_orphans()
        assert not left, f"left behind: {left}"
        return screen


QUESTION = "[a]ccept, [d]ecline or [c]ancel? "
CONTENT = "JSON on one line (empty: {}): "


def on_terminal(command: list[str], *, tool: str = "t") -> Terminal:
    return Terminal(HOST, "--tool", tool, "--", *command)


# ---- What the demo server shows: the choices


def demo(tool: str, *options: str) -> Ended:
    return run(HOST, "--tool", tool, *options, "--", DEMO)


@test
def accepts():
    ended = demo("greet", "--accept", '{"name":"muthu"}').expect(0)
    assert ended.text() == "Hello, muthu!", ended
    assert ended.err == "", ended
    assert ended.out.count("\n") == 1, ended


@test
def accepts_with_a_pretty_printed_content():
    ended = demo("greet", "--accept", '\ufeff {\n  "name" :\r\n\t"Jos\u00e9 \\u2028"\n}\n').expect(
        0
    )
    assert ended.text() == "Hello, Jos\u00e9 \u2028!", ended


@test
def accepts_without_the_content_that_is_asked_for():
    demo("greet", "--accept", "null").expect(1, '"isError":true')


@test
def declines():
    assert demo("greet", "--decline").expect(0).text() == "You declined to say your name."


@test
def cancels():
    assert demo("greet", "--cancel").expect(0).text() == "You cancelled."


@test
def a_failing_resolver_cancels():
    ended = demo("greet", "--fail").expect(0, err="resolver failed")
    assert ended.text() == "You cancelled.", ended


@test
def no_resolver_promises_nothing():
    ended = demo("greet", "--no-resolver").expect(1, '"isError":true')
    assert "cannot be asked" in ended.text(), ended


@test
def url_mode():
    agreed = demo("connect", "--accept", "{}").expect(0)
    assert agreed.text() == "You agreed to open the address.", agreed
    assert demo("connect", "--decline").expect(0).text() == "You declined to connect."


@test
def an_unknown_tool_is_an_error():
    demo("nothing", "--cancel").expect(1, err="host: the server refused tools/call: {").expect(
        1, err='"message":"Unknown tool"'
    )


@test
def traces_every_frame():
    trace = demo("greet", "--decline", "--trace").expect(0).err.splitlines()
    assert [line[:4] for line in trace] == ["--> ", "<-- ", "--> ", "--> ", "<-- ", "--> ", "<-- "]
    frames = [json.loads(line[4:]) for line in trace]
    assert [frame.get("method") for frame in frames] == [
        "initialize",
        None,
        "notifications/initialized",
        "tools/call",
        "elicitation/create",
        None,
        None,
    ]
    assert frames[5]["id"] == frames[4]["id"]
    assert frames[0]["params"]["protocolVersion"] == "2025-11-25"


# ---- The command line


@test
def help_is_shown():
    ended = run(HOST, "--help").expect(0, "Usage: host")
    for option in (
        "tool",
        "arguments",
        "accept",
        "decline",
        "cancel",
        "fail",
        "no-resolver",
        "concurrent",
    ):
        assert f"--{option}" in ended.out, option


@test
def wrong_usage_starts_nothing():
    tail = ["--", sys.executable, "-c", "open('started', 'w')"]
    wrong = {
        "--tool is missing": ["--cancel", *tail],
        "the server is missing": ["--tool", "t", "--cancel"],
        "the server is missing, behind --": ["--tool", "t", "--cancel", "--"],
        "unknown option --nonsense": ["--tool", "t", "--nonsense", "x", *tail],
        "unknown, or without its value: --nonsense": ["--tool", "t", "--nonsense", *tail],
        "without its value: --tool": ["--tool"],
        "without its value: --accept": ["--tool", "t", "--accept"],
        "one choice too many: --decline": ["--tool", "t", "--accept", "{}", "--decline", *tail],
        "one choice too many: --fail": ["--tool", "t", "--fail", "--fail", *tail],
        "no terminal": ["--tool", "t", *tail],
        "seconds, not 0": ["--tool", "t", "--cancel", "--timeout", "0", *tail],
        "seconds, not 5s": ["--tool", "t", "--cancel", "--timeout", "5s", *tail],
        "seconds, not ": ["--tool", "t", "--cancel", "--timeout", "", *tail],
        "or auto, not 2024-11-05": ["--tool", "t", "--cancel", "--protocol", "2024-11-05", *tail],
        "without its value: --protocol": ["--tool", "t", "--protocol", *tail],
        "--arguments: not an object": ["--tool", "t", "--cancel", "--arguments", "[1]", *tail],
        "--arguments: ": ["--tool", "t", "--cancel", "--arguments", '1},"x":{"y":1', *tail],
        "--accept: ": ["--tool", "t", "--accept", '{"a":1}}', *tail],
        "without its value: --accept ": ["--tool", "t", "--accept", *tail],
        "--arguments: not an object ": ["--tool", "t", "--cancel", "--arguments", " null", *tail],
    }
    with tempfile.TemporaryDirectory() as folder:
        for message, words in wrong.items():
            ended = run(HOST, *words, cwd=folder).expect(2, err=message)
            assert ended.out == "", ended
        assert os.listdir(folder) == []


@test
def bad_json_is_refused_with_its_place():
    for option in ("--arguments", "--accept"):
        words = ["--accept", "{}"] if option == "--arguments" else []
        ended = run(HOST, "--tool", "t", *words, option, '{\n  "a": tru\n}', "--", DEMO)
        ended.expect(2, err=f"{option}: ").expect(2, err="line 2 column 11")


@test
def a_tool_name_must_be_utf8():
    run(HOST, "--tool", b"\xff", "--cancel", "--", DEMO).expect(2, err="--tool: ")


@test
def arguments_go_to_the_server_on_one_line():
    pretty = '\n{\r\n "b" : [1.0, 1e400,\t"\\u00e9"], "a": {"x y": null},\n "b":2 }\n'
    line = call(server("echoes_call"), "--arguments", pretty).expect(0).text()
    assert '"arguments":{"b":[1.0,1e400,"\\u00e9"],"a":{"x y":null},"b":2}}' in line, line
    assert line.count("\n") == 1, line
    line = call(server("echoes_call")).expect(0).text()
    assert '"arguments":{}' in line, line


@test
def capabilities_are_what_the_host_can_keep():
    params = json.loads(call(server("echoes_initialize")).expect(0).text())
    assert params["capabilities"] == {"elicitation": {"form": {}, "url": {}}}, params
    params = json.loads(call(server("echoes_initialize"), choice="--no-resolver").expect(0).text())
    assert params["capabilities"] == {}, params


@test
def a_server_that_does_not_exist():
    call(["/nonexistent/server"]).expect(3, err="/nonexistent/server: No such file")


@test
def a_server_is_looked_up_in_the_path():
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "my-server").symlink_to(DEMO)
        env = {**os.environ, "PATH": folder + ":" + os.environ["PATH"]}
        run(HOST, "--tool", "greet", "--cancel", "--", "my-server", env=env).expect(0, "cancelled")


# ---- What a server may do to the connection


@test
def dies_in_mid_frame():
    ended = call(server("dies_in_mid_frame")).expect(3, err="in the middle of a line")
    assert "exited with status 5" in ended.err, ended


@test
def never_answers():
    ended = call(server("never_answers"), "--timeout", "1").expect(3, err="did not answer in time")
    assert 1 <= ended.seconds < 10, ended.seconds
    call(server("never_answers", "the call"), "--timeout", "1").expect(3, err="in time")


@test
def exits_at_once():
    ended = call(server("exits_at_once")).expect(3, err="closed its output")
    assert "exited with status 7" in ended.err, ended


@test
def exits_without_reading_the_answer():
    call(server("asks_and_exits")).expect(3, err="closed its output")


@test
def is_killed_while_it_works():
    command = ["sh", "-c", "kill -9 $$"]
    call(command).expect(3, err="killed by signal 9")


@test
def floods_without_end():
    ended = call(server("floods"), "--timeout", "1").expect(3, err="did not answer in time")
    assert ended.seconds < 20, ended.seconds


@test
def floods_and_answers():
    # 270 MB, of which the host keeps nothing.
    limited = ["sh", "-c", 'ulimit -v 100000; exec "$@"', "sh"]
    command = [HOST, "--tool", "t", "--cancel", "--", *server("floods", "1000")]
    assert run(*limited, *command).expect(0).text() == "after the flood"


@test
def sends_garbage():
    ended = call(server("sends_garbage"), "--trace").expect(0, err="skipped a line")
    assert ended.text() == "after the garbage", ended
    assert ended.err.count("skipped a line") == 6, ended
    assert "\\xff\\xfe" in ended.err, ended
    assert "\\u001b[2J" in ended.err, ended
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f]", ended.err), ended
    assert "<-- \n" not in ended.err, ended


@test
def sends_a_long_line():
    ended = call(server("sends_long_line")).expect(0)
    assert len(ended.text()) == 20_000_000
    assert ended.seconds < 20, ended.seconds


@test
def writes_byte_by_byte():
    text = call(server("byte_by_byte")).expect(0).text()
    assert text == "in pieces: \u00e9\u20ac\U0001f600", text


@test
def lines_end_at_the_newline_alone():
    ended = call(server("sends_separators")).expect(0)
    # What could drive a terminal is printed as an escape, and it is the same JSON.
    assert ended.text() == "a\u2028b\u2029c\x85d\x7fe\u202ef", ended
    assert ended.out.isascii(), ended
    assert ended.err == "", ended


@test
def closes_its_input():
    ended = call(server("closes_stdin")).expect(3, err="reads no more")
    assert ended.seconds < 20, ended.seconds


@test
def ignores_sigterm():
    ended = call(server("ignores_sigterm")).expect(0, "still here", "does not end by itself")
    assert ended.seconds < 20, ended.seconds


@test
def its_whole_family_ends():
    command = ["sh", "-c", '"$@"; true', "sh", *server("ignores_sigterm")]
    words = [HOST, "--tool", "t", "--cancel", "--", *command]
    subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, timeout=PATIENCE)
    # The shell is the host's to reap; what the shell left is killed, and whoever inherits it reaps.
    time.sleep(0.2)
    left = collect_orphans()
    assert len(left) == 1, left
    assert left[0].startswith("zombie"), left


@test
def asks_often():
    ended = call(server("asks_often", "5000"), '{"n":1}', choice="--accept").expect(0)
    assert ended.text() == "5000 accepted", ended


@test
def asks_without_reading():
    # One answer fills the pipe; the host must read on while it waits to write.
    content = json.dumps({"filler": "y" * 100_000})
    ended = call(server("asks_without_reading"), content, choice="--accept").expect(0)
    assert ended.text() == "in order", ended


@test
def cancels_its_request():
    assert call(server("cancels_its_request")).expect(0).text() == "went on"


@test
def asks_though_nobody_answers():
    ended = call(server("asks", "{}"), choice="--no-resolver").expect(0)
    error = json.loads(ended.text())["error"]
    assert error == {"code": -32601, "message": "Method not found"}, ended


@test
def sends_other_requests():
    responses = json.loads(call(server("requests"), choice="--decline").expect(0).text())
    assert [response["id"] for response in responses] == [0, "r", 1.5, 2]
    assert responses[0]["result"] == {}
    assert [response.get("error", {}).get("code") for response in responses[1:3]] == [-32601] * 2
    assert responses[3]["result"] == {"action": "decline"}


@test
def speaks_another_revision():
    call(server("speaks", "2025-06-18")).expect(0, "spoken")
    call(server("speaks", "1999-01-01")).expect(3, err="revision of MCP")


@test
def the_response_decides_the_exit_status():
    def response(members: str) -> Ended:
        return call(server("responds", '{"jsonrpc":"2.0","id":{id},' + members + "}"))

    response('"result":{"content":[]}').expect(0, '{"content":[]}\n')
    response('"result":{"isError":false}').expect(0)
    response('"result":{"isError":true}').expect(1, '{"isError":true}\n')
    response('"result":{"a":{"isError":true}}').expect(0)
    response('"result":{"a":"\\"isError\\":true,","b":[{}]}').expect(0)
    response('"result":{"isError":true,"isError":false}').expect(0)
    response('"result" : { "isError" : true\t} ').expect(1, '{ "isError" : true }\n')
    response('"result":{},"error":null').expect(0, "{}\n")
    response('"error":{"code":-1,"message":"no\u202e"}').expect(1, err='"message":"no\\u202e"')
    response('"params":{}').expect(3, err="without a result")
    call(server("responds", '\ufeff {"id":{id},"result":{}}')).expect(0, "{}\n")


@test
def nests_deeply():
    # Made there, because no argument of a command may be that long.
    ended = call(server("nests_deeply", "1000000")).expect(0)
    assert ended.out.count("[") == 1_000_000


@test
def what_a_server_started_ends_with_it():
    command = ["sh", "-c", 'sleep 300 & exec "$@"', "sh", *server("asks_late")]
    words = [HOST, "--tool", "t", "--cancel", "--", *command]
    subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, timeout=PATIENCE)
    time.sleep(0.2)
    left = collect_orphans()
    assert all(line.startswith("zombie") for line in left), left


@test
def a_tools_name_may_have_any_character():
    for name in ('a","b":"c', "a\\u0041", "tab\tand\nnewline", "பெயர்"):
        words = [HOST, "--tool", name, "--cancel", "--", *server("echoes_call")]
        line = json.loads(run(*words).expect(0).text())
        assert line["params"]["name"] == name, line


@test
def a_signal_ends_host_and_server():
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        words = [HOST, "--tool", "t", "--cancel", "--trace", "--", *server("never_answers")]
        process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE)
        process.stderr.readline()  # it has started
        process.send_signal(number)
        assert process.wait(PATIENCE) == -number
        process.stderr.close()
        assert collect_orphans() == []


# ---- What the server's process inherits


@test
def the_server_gets_three_descriptors():
    assert call(server("lists_descriptors")).expect(0).text() == "open: [0, 1, 2]"
    on_terminal(server("lists_descriptors")).end(0).index("open: [0, 1, 2]")


@test
def the_server_gets_default_signals():
    status = 'grep -E "SigIgn|SigBlk" /proc/self/status >&2; exec "$@"'
    ended = call(["sh", "-c", status, "sh", *server("speaks", "2025-11-25")]).expect(0)
    sigpipe = 1 << (signal.SIGPIPE - 1)
    masks = re.findall(r"^server: Sig(?:Ign|Blk):\s*([0-9a-f]+)$", ended.err, re.M)
    assert len(masks) == 2, ended
    assert all(int(mask, 16) & sigpipe == 0 for mask in masks), ended


@test
def the_servers_log_is_shown_by_line():
    texts = [b"one\ntwo\r\n\n", b"thr", b"ee\nhost: not me\x1b[2J\n", b"x" * 5000, b"\nlast"]
    ended = call(server("logs", repr(texts))).expect(0, "logged")
    lines = ["one", "two ", "", "three", "host: not me [2J", "x" * 4096, "x" * 904, "last"]
    assert ended.err.splitlines() == [f"server: {line}" for line in lines], ended


@test
def a_server_cannot_silence_the_host():
    # What is inherited is shared with its flags: the host's own must stay blocking.
    ended = call(server("logs", "[]"), "--trace").expect(0, "logged")
    assert '"' + "y" * 300_000 + '"' in ended.err


@test
def works_without_standard_descriptors():
    closed = ["sh", "-c", 'exec "$@" <&- 2>&-', "sh"]
    run(*closed, HOST, "--tool", "greet", "--decline", "--", DEMO).expect(0, "You declined")


@test
def a_result_that_cannot_be_printed():
    full = ["sh", "-c", 'exec "$@" >/dev/full', "sh"]
    run(*full, HOST, "--tool", "greet", "--decline", "--", DEMO).expect(4, err="No space left")


# ---- The user at the terminal


def asks(**params) -> list[str]:
    return server("asks", json.dumps(params))


@test
def the_user_accepts():
    terminal = on_terminal([DEMO], tool="greet")
    terminal.expect("The server asks for data. These are its words:\r\n  | What is your name?\r\n")
    terminal.expect('  | {"properties":{"name":{"title":"Your name","type":"string"}},')
    terminal.expect(QUESTION)
    terminal.type("a\n")
    terminal.expect(CONTENT)
    terminal.type('{"name":"muthu"}\n')
    terminal.expect("Hello, muthu!")
    terminal.end(0)


@test
def the_user_accepts_with_nothing():
    terminal = on_terminal(asks(message="Sure?"))
    terminal.expect(QUESTION)
    terminal.type("a\n")
    terminal.expect(CONTENT)
    terminal.type("\n")
    terminal.expect('\\"action\\":\\"accept\\",\\"content\\":{}')
    terminal.end(0)


@test
def bad_json_is_asked_for_again():
    terminal = on_terminal([DEMO], tool="greet")
    terminal.expect(QUESTION)
    terminal.type("a\n")
    for bad, column in (('{"name":}', 9), ("{'name':1}", 2), ('{"name":"muthu"', 16)):
        terminal.expect(CONTENT)
        terminal.type(bad + "\n")
        terminal.expect("That cannot be sent: ")
        terminal.expect(f"line 1 column {column}")
    terminal.expect(CONTENT)
    terminal.type(' {"name": "muthu"} \n')
    terminal.expect("Hello, muthu!")
    terminal.end(0)


@test
def other_keys_are_asked_for_again():
    terminal = on_terminal([DEMO], tool="greet")
    for keys in ("", "yes", "A", "x"):
        terminal.expect(QUESTION)
        terminal.type(keys + "\n")
    terminal.expect(QUESTION)
    terminal.type(" d \n")
    terminal.expect("You declined")
    terminal.end(0)


@test
def the_user_cancels():
    terminal = on_terminal([DEMO], tool="greet")
    terminal.expect(QUESTION)
    terminal.type("c\n")
    terminal.expect("You cancelled.")
    terminal.end(0)


@test
def end_of_input_cancels():
    terminal = on_terminal([DEMO], tool="greet")
    terminal.expect(QUESTION)
    terminal.type("\x04")
    terminal.expect("You cancelled.")
    terminal.end(0)

    terminal = on_terminal([DEMO], tool="greet")
    terminal.expect(QUESTION)
    terminal.type("a\n")
    terminal.expect(CONTENT)
    terminal.type("\x04")
    terminal.expect("You cancelled.")
    terminal.end(0)


@test
def control_c_ends_it():
    terminal = on_terminal([DEMO], tool="greet")
    terminal.expect(QUESTION)
    terminal.type("\x03")
    terminal.end(-signal.SIGINT)


@test
def url_mode_shows_the_whole_address():
    terminal = on_terminal([DEMO], tool="connect")
    terminal.expect("asks you to open an address. These are its words:\r\n  | Please authorize")
    terminal.expect("The whole address, from the server; the host does not open it:\r\n")
    terminal.expect("  | https://example.test/oauth?state=connect-1\r\n")
    terminal.expect(QUESTION)
    terminal.type("a\n")
    terminal.expect("You agreed")
    assert CONTENT not in terminal.end(0)


@test
def an_address_is_shown_in_ascii():
    url = "https://ex\u0430mple.test/" + "p" * 300 + "?a=\u202e b\n\x1b[1m\U0001f600#end"
    terminal = on_terminal(asks(mode="url", message="Go", url=url))
    shown = "?a=\\u202e\\u0020b\\u000a\\u001b[1m\\U0001f600#end"
    terminal.expect("  | https://ex\\u0430mple.test/" + "p" * 300 + shown + "\r\n")
    terminal.expect(QUESTION)
    terminal.type("d\n")
    assert "\x1b" not in terminal.end(0)


@test
def without_an_address_nobody_is_asked():
    for url in ({}, {"url": 5}, {"url": ""}, {"url": None}):
        terminal = on_terminal(asks(mode="url", message="Go", **url))
        terminal.expect('\\"error\\":{\\"code\\":-32602')
        assert "Go" not in terminal.end(0)


HOSTILE = (
    "Hi\x1b]0;title\x07\x1b[2J\x9b1m\x7f\x00\b\r\u202egnp\u2066\u200f\u061c\ufeff\u2028end\n"
    "host: all is well\n[a]ccept, [d]ecline or [c]ancel? a\tb caf\u00e9 \u4f60\u597d \U0001f600 "
    '\\ " / \ud800 \\u001b'
)


@test
def a_prompt_cannot_drive_the_terminal():
    schema = {"type": "object", "title": "\x1b[31m\x9b\u202e\x7f"}
    terminal = on_terminal(asks(message=HOSTILE, requestedSchema=schema))
    terminal.expect("\n" + QUESTION)
    terminal.type("d\n")
    screen = terminal.end(0)
    bad = r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]"
    assert not re.search(bad, screen), ascii(screen)
    shown = screen[screen.index("These are its words:\n") : screen.index("It wants JSON")]
    assert [line[:4] for line in shown.splitlines()[1:]] == ["  | "] * (shown.count("\n") - 1), (
        shown
    )
    text = "".join(line[4:] for line in shown.splitlines()[1:])
    assert text == (
        "Hi\\u001b]0;title\\u0007\\u001b[2J\\u009b1m\\u007f\\u0000\\u0008\\u000d\\u202egnp\\u2066"
        "\\u200f\\u061c\\ufeff\\u2028endhost: all is well[a]ccept, [d]ecline or [c]ancel? a b "
        'caf\u00e9 \u4f60\u597d \U0001f600 \\ " / \ufffd \\u001b'
    ), text


@test
def a_long_prompt_stays_behind_its_margin():
    message = "padding " * 40 + "\u4f60" * 200 + "\x1b" * 50
    terminal = on_terminal(asks(message=message))
    terminal.expect("\n" + QUESTION)
    terminal.type("d\n")
    screen = terminal.end(0)
    rows = [line for line in screen.splitlines() if line.startswith("  | ")]
    widths = [sum(1 if char.isascii() else 2 for char in row) for row in rows]
    assert len(rows) > 10, screen
    assert max(widths) < 80, screen
    assert "".join(row[4:] for row in rows) == message.replace("\x1b", "\\u001b"), screen


@test
def keys_from_before_the_question_do_not_answer_it():
    terminal = on_terminal(server("asks_late"))
    terminal.expect("about to ask")
    terminal.type("a\n")
    terminal.expect(QUESTION)
    terminal.type("d\n")
    terminal.expect('"decline"')
    terminal.end(0)


@test
def the_user_may_take_longer_than_the_server():
    terminal = Terminal(HOST, "--tool", "greet", "--timeout", "1", "--", DEMO)
    terminal.expect(QUESTION)
    time.sleep(2)
    terminal.type("d\n")
    terminal.expect("You declined")
    terminal.end(0)


@test
def the_result_alone_is_on_stdout():
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder, "out")
        redirected = ["/bin/sh", "-c", f'exec "$@" <&- >{out}', "sh"]
        terminal = Terminal(*redirected, HOST, "--tool", "greet", "--", DEMO)
        terminal.expect(QUESTION)
        terminal.type("d\n")
        terminal.end(0)
        assert json.loads(out.read_text())["content"][0]["text"].startswith("You declined")


# ---- Questions that are open at once


def question(number: int | str, message: str = "Well?", **params) -> str:
    """A line that asks; the number is the id, a text one as it is to be written."""
    asked = json.dumps({"message": message, **params})
    return f'{{"jsonrpc":"2.0","id":{number},"method":"elicitation/create","params":{asked}}}'


def withdrawn(number: int | str, **more) -> str:
    """A line that cancels the request with this id."""
    extra = "".join(f",{json.dumps(name)}:{json.dumps(value)}" for name, value in more.items())
    return (
        '{"jsonrpc":"2.0","method":"notifications/cancelled",'
        f'"params":{{"requestId":{number}{extra}}}}}'
    )


def reply(number: int | str, result: str) -> str:
    return f'{{"jsonrpc":"2.0","id":{number},"result":{result}}}'


def accept(number: int | str, content: str = "{}") -> str:
    return reply(number, f'{{"action":"accept","content":{content}}}')


def agree(number: int | str) -> str:
    """Accepts to open an address, which has no content."""
    return reply(number, '{"action":"accept"}')


def decline(number: int | str) -> str:
    return reply(number, '{"action":"decline"}')


def cancel(number: int | str) -> str:
    return reply(number, '{"action":"cancel"}')


def plays(*steps: str | int | list | dict | None, session: bool = True) -> list[str]:
    return server("plays", json.dumps(steps), *([] if session else ["2026-07-28"]))


def at_once(
    command: list[str], *options: str, host: tuple[str, ...] = (HOST,), shown: int = 1
) -> Terminal:
    """The host with --concurrent, once it has shown that many questions."""
    terminal = Terminal(*host, "--tool", "t", "--concurrent", *options, "--", *command)
    for number in range(1, shown + 1):
        terminal.expect(f"Question {number}: the server asks ")
    return terminal


def result_on(screen: str) -> str:
    """The text of the tool's result, which may stand behind a prompt."""
    result, _ = json.JSONDecoder().raw_decode(screen[screen.index('{"content":') :])
    return result["content"][0]["text"]


def expect_lines(terminal: Terminal, *lines: str, status: int = 0) -> str:
    """The host's end, after exactly these lines came to the server that plays."""
    screen = terminal.end(status)
    actual = json.loads(result_on(screen))
    assert actual == list(lines), f"expected {lines}, got {actual}"
    assert "late: " not in screen, screen
    return screen


@test
def two_are_answered_in_reverse_order():
    schema = {"type": "object"}
    terminal = at_once(
        plays(question(7, "One?", requestedSchema=schema), question(8, "Two?"), 2), shown=0
    )
    terminal.expect("Question 1: the server asks for data. These are its words:\r\n  | One?\r\n")
    terminal.expect('schema, also the server\'s:\r\n  | {"type":"object"}\r\n')
    terminal.expect("Answer: 1 a JSON to accept, 1 d to decline, 1 c to cancel.\r\n")
    terminal.expect("Question 2: the server asks for data. These are its words:\r\n  | Two?\r\n")
    terminal.expect("Open: 1 2> ")
    terminal.type('2 a {"n": 1.0}\n')
    terminal.expect("Open: 1> ")
    terminal.type("1 d\n")
    expect_lines(terminal, accept(8, '{"n":1.0}'), decline(7))


@test
def of_three_the_withdrawn_one_is_not_answered():
    asked = [question(number) for number in (1, 2, 3)]
    terminal = at_once(plays(*asked, withdrawn(2, reason="Changed my mind"), 2), shown=3)
    terminal.expect("The server no longer asks question 2. Its reason, in its words:\r\n")
    terminal.expect("  | Changed my mind\r\n")
    terminal.expect("Open: 1 3> ")
    terminal.type("2 a {}\n")
    terminal.expect("Question 2 is open no longer.\r\nOpen: 1 3> ")
    terminal.type("3 c\n")
    terminal.expect("Open: 1> ")
    terminal.type("1 a\n")
    expect_lines(terminal, cancel(3), accept(1))


@test
def the_same_id_is_the_same_number_token_or_the_same_string():
    ids = ["1", '"1"', "0", "1.0", '"a\\u0062"', "-0", '"a/b"', '"a\\u0062c"', '"\\u0061"']
    withdraws = ('"1"', "1.0", '"ab"', "00e0", "0", '"0"', '"a\\/b"', '"a"', '"\\u0061b"', '""')
    cancelled = [withdrawn(number) for number in withdraws]
    terminal = at_once(plays(*map(question, ids), *cancelled, 3), shown=9)
    for number in (2, 4, 5, 3, 7, 9):
        terminal.expect(f"The server no longer asks question {number}.\r\n")
    terminal.expect("Open: 1 6 8> ")
    terminal.type("8 d\n6 d\n1 d\n")
    # "00e0" is no JSON, so its line was skipped.
    screen = expect_lines(terminal, decline('"a\\u0062c"'), decline("-0"), decline("1"))
    assert screen.count("no longer asks") == 6, screen
    assert screen.count("skipped a line") == 1, screen


@test
def an_id_that_was_used_twice_is_withdrawn_with_all_its_questions():
    asked = [question(1), question(2), question(" 1 ")]
    terminal = at_once(plays(*asked, withdrawn(1), 1), shown=3)
    terminal.expect("no longer asks question 1.")
    terminal.expect("no longer asks question 3.")
    terminal.expect("Open: 2> ")
    terminal.type("2 d\n")
    expect_lines(terminal, decline(2))


@test
def other_notifications_withdraw_nothing():
    ignored = [
        withdrawn(9),
        withdrawn('{"a":1}'),
        '{"jsonrpc":"2.0","method":"notifications/cancelled"}',
        '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{}}',
        '{"jsonrpc":"2.0","method":"notifications/cancelled","params":[1]}',
        '{"jsonrpc":"2.0","method":"notifications/progress","params":{"requestId":1}}',
        '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"a":{"requestId":1}}}',
    ]
    terminal = at_once(plays(question(1), *ignored, 1))
    terminal.type("d\n")
    assert "no longer" not in expect_lines(terminal, decline(1))


@test
def a_method_may_have_escapes():
    line = withdrawn(1).replace("ns/c", "ns\\/\\u0063").replace('"params"', '"\\u0070arams"')
    terminal = at_once(plays(question(1), question(2), line, 1), shown=2)
    terminal.expect("no longer asks question 1.")
    terminal.type("2 d\n")
    expect_lines(terminal, decline(2))


@test
def what_was_answered_is_not_withdrawn():
    terminal = at_once(plays(question(1), question(2), 1, withdrawn(1), question(3), 2), shown=2)
    terminal.type("1 a\n")
    terminal.expect("Question 3: ")
    terminal.type("1 a\n")
    terminal.expect("Question 1 is open no longer.\r\nOpen: 2 3> ")
    terminal.type("2 d\n3 d\n")
    assert "asks question" not in expect_lines(terminal, accept(1), decline(2), decline(3))


@test
def content_that_is_no_json_leaves_the_question_open():
    terminal = at_once(plays(question(1), 1))
    for bad, column in (
        ('{"name":}', 9),
        ('1},{"x":2', 2),
        ('1,"ok":false', 2),
        ("{} {}", 4),
        ("\ufeff{}}", 3),
    ):
        terminal.type(f"1 a {bad}\n")
        terminal.expect("That cannot be sent: ")
        terminal.expect(f"line 1 column {column}")
        terminal.expect("Open: 1> ")
    terminal.type(' 1  a   {"name": "muthu"} \n')
    expect_lines(terminal, accept(1, '{"name":"muthu"}'))


@test
def a_line_that_means_nothing_answers_nothing():
    url = {"mode": "url", "url": "https://example.test/"}
    terminal = at_once(plays(question(1), question(2, **url), 2), shown=2)
    for line, hint in {
        "": "Open: 1 2> ",
        "x": "Type the number of a question, then a to accept",
        "1": "Type the number",
        "1 accept": "Type the number",
        "1 ad": "Type the number",
        "1 2 a": "Type the number",
        "-1 a": "Type the number",
        "A": "Type the number",
        "a": "Which question? Put its number in front, as in: 1 d",
        "d": "Which question?",
        "3 a": "There is no question 3.",
        "0 a": "There is no question 0.",
        "99999999999999999999999 a": "There is no question 9",
        "1 d {}": "Nothing goes behind d and c.",
        "2 a {}": "Nothing goes behind a: the question is about an address.",
    }.items():
        terminal.type(f"{line}\n")
        terminal.expect(hint)
        if line:
            terminal.expect("Open: 1 2> ")
    terminal.type("2 a\n")
    terminal.expect("Open: 1> ")
    terminal.type("c\n")
    expect_lines(terminal, agree(2), cancel(1))


@test
def a_letter_alone_is_no_answer_once_a_question_was_withdrawn():
    # It may have been typed for the one that is gone.
    terminal = at_once(plays(question(1), question(2), withdrawn(1), 1), shown=2)
    terminal.expect("no longer asks question 1.")
    terminal.type("a\n")
    terminal.expect("Which question? Put its number in front, as in: 2 d")
    terminal.type("2 d\n")
    expect_lines(terminal, decline(2))


@test
def what_is_half_typed_when_another_question_comes_is_not_lost():
    terminal = at_once(plays(question(1), question(2), 1, question(3), 2), shown=2)
    terminal.type("1 d\n2 a [")
    terminal.expect("Question 3: ")
    terminal.type("3]\n")
    terminal.expect("Open: 3> ")
    terminal.type("3 d\n")
    expect_lines(terminal, decline(1), accept(2, "[3]"), decline(3))


@test
def keys_from_before_the_first_question_do_not_answer_it():
    terminal = at_once(server("asks_late"), shown=0)
    terminal.expect("about to ask")
    terminal.type("1 a\n")
    terminal.expect("Question 1: ")
    terminal.expect("Open: 1> ")
    terminal.type("d\n")
    terminal.expect('"decline"')
    terminal.end(0)


@test
def end_of_input_cancels_all_that_is_open():
    terminal = at_once(plays(question(1), question('"b"'), 2, question(3), 1), shown=2)
    terminal.type("\x04")
    terminal.expect("All that is open is cancelled.")
    terminal.expect("Question 3: ")
    terminal.expect("Open: 3> ")
    terminal.type("d\n")
    expect_lines(terminal, cancel(1), cancel('"b"'), decline(3))


@test
def a_result_ends_the_questions():
    terminal = at_once(plays(question(1), question(2)), shown=0)
    terminal.expect("Question 2: ")
    terminal.expect("The call has ended, and nobody waits for an answer to: 1 2\r\n")
    expect_lines(terminal)


@test
def a_server_that_dies_ends_the_questions():
    terminal = at_once(server("asks_and_exits"), shown=0)
    terminal.expect("the server closed its output")
    terminal.expect("nobody waits for an answer to: 1\r\n")
    terminal.end(3)


@test
def control_c_ends_it_with_questions_open():
    terminal = at_once(plays(question(1), question(2), 2), shown=2)
    terminal.type("\x03")
    terminal.end(-signal.SIGINT)


@test
def the_servers_time_stands_still_while_a_question_is_open():
    terminal = at_once(plays(question(1), question(2), 3), "--timeout", "1", shown=2)
    time.sleep(1.2)
    terminal.type("2 d\n")
    terminal.expect("Open: 1> ")
    time.sleep(1.2)
    terminal.type("1 d\n")
    # And goes on afterwards: it waits for a third reply.
    terminal.expect("the server did not answer in time")
    terminal.end(3)


@test
def a_server_that_does_not_read_has_no_time_for_that():
    terminal = at_once(server("asks_and_pings"), "--timeout", "1", shown=0)
    terminal.expect("the server did not answer in time")
    terminal.end(3)


@test
def too_many_questions_are_cancelled():
    terminal = at_once(server("asks_too_often", "1200", "201"), shown=0)
    terminal.expect("Question 1000: ")
    terminal.expect("1000 questions are open: what the server asks beyond is cancelled")
    terminal.expect("Open: 1 2 3 4 5 6 7 8 9 10 and 990 more> ")
    terminal.type("500 d\n")
    # That made room for one more.
    terminal.expect("Question 1001: ")
    terminal.type("1001 a\n")
    screen = terminal.end(0)
    assert screen.count("what the server asks beyond") == 1, screen
    assert "Question 1002" not in screen, screen
    replies = json.loads(result_on(screen))
    actions = {each["id"]: each["result"]["action"] for each in replies}
    cancelled = dict.fromkeys(range(1000, 1200), "cancel")
    assert actions == {**cancelled, 499: "decline", 1200: "accept"}, actions


@test
def choices_answer_at_once():
    asked = (question(1, "One?"), question('"b"', mode="url", url="https://example.test/"), 2)
    for choice, one, two in (
        (["--accept", '{"n": 1.0}'], accept(1, '{"n":1.0}'), agree('"b"')),
        (["--accept", "null"], accept(1), agree('"b"')),
        (["--decline"], decline(1), decline('"b"')),
        (["--cancel"], cancel(1), cancel('"b"')),
        (["--fail"], cancel(1), cancel('"b"')),
    ):
        words = ["--tool", "t", *choice, "--concurrent", "--", *plays(*asked)]
        ended = run(HOST, *words).expect(0)
        assert json.loads(ended.text()) == [one, two], ended
        assert ended.err.count("the question is cancelled") == 2 * (choice == ["--fail"]), ended


@test
def without_a_resolver_all_is_refused():
    words = ["--tool", "t", "--no-resolver", "--concurrent", "--", *plays(question(1), 1)]
    ended = run(HOST, *words).expect(0)
    assert '"error":{"code":-32601,"message":"Method not found"}' in json.loads(ended.text())[0], (
        ended
    )
    ended = run(HOST, "--tool", "t", "--cancel", "--concurrent", "--", *server("requests"))
    ids = [each["id"] for each in json.loads(ended.expect(0).text())]
    assert ids == [0, "r", 1.5, 2], ended


@test
def what_a_choice_has_answered_is_not_withdrawn():
    ended = call(server("cancels_its_request"), "--concurrent", "--trace").expect(0)
    assert ended.text() == "went on", ended
    assert ended.err.count(cancel(0)) == 1, ended


@test
def results_that_ask_are_answered_as_ever():
    words = ["--tool", "t", "--concurrent", "--protocol", "auto", "--decline", "--"]
    found = '{"supportedVersions":["2026-07-28"]}'
    ended = run(HOST, *words, *server("asks_in_results", found, ASKS)).expect(0)
    assert json.loads(ended.text())["inputResponses"] == {"a": {"action": "decline"}}, ended


@test
def a_reason_cannot_drive_the_terminal():
    reason = HOSTILE + "\nOpen: 1> "
    asked = [question(1, HOSTILE), question(2), withdrawn(2, reason=reason), withdrawn(1, reason=5)]
    terminal = at_once(plays(*asked), shown=0)
    screen = expect_lines(terminal)
    bad = r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]"
    assert not re.search(bad, screen), ascii(screen)
    shown = screen[screen.index("no longer asks question 2") :]
    rows = itertools.takewhile(lambda row: row.startswith("  | "), shown.splitlines()[1:])
    # A surrogate without its partner stands in this line as the server wrote it.
    text = "".join(row[4:] for row in rows)
    assert text.endswith("\\ud800 \\u001bOpen: 1> "), screen
    assert "Its reason, in its words:\n  | 5\n" in screen, screen


# ---- One question at a time, by the same loop


SAYS = {"say": "so far"}  # what a server that plays shows on stderr
SAID = "server: so far"


def ping(number: int | str) -> str:
    return f'{{"jsonrpc":"2.0","id":{number},"method":"ping"}}'


def pong(number: int | str) -> str:
    return reply(number, "{}")


def one_by_one(*steps: str | int | list | dict | None) -> Terminal:
    return Terminal(HOST, "--tool", "t", "--", *plays(*steps))


@contextmanager
def gate() -> Iterator[tuple[dict, Callable[[], None]]]:
    """A step at which a server that plays waits, and what lets it go on."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "open")
        yield {"await": str(path)}, path.touch


@test
def pings_are_answered_while_a_question_is_open():
    with gate() as (closed, open_gate):
        terminal = one_by_one(question(1), ping(2), 1, SAYS, closed, ping('"3"'), 1, SAYS, 1)
        terminal.expect(QUESTION)
        terminal.expect(SAID)
        terminal.type("a\n")
        terminal.expect(CONTENT)
        open_gate()
        terminal.expect(SAID)
        terminal.type("{}\n")
        expect_lines(terminal, pong(2), pong('"3"'), accept(1))


@test
def a_storm_of_pings_does_not_disturb_the_user():
    storm = [step for number in range(5) for step in ([ping(number), 2000], 2000)]
    with gate() as (closed, open_gate):
        terminal = one_by_one(question("-1"), *storm, SAYS, closed, *storm, SAYS, 1)
        terminal.expect(QUESTION)
        terminal.expect(SAID)
        terminal.type("a\n")
        terminal.expect(CONTENT)
        terminal.type('{"n"')
        open_gate()
        terminal.expect(SAID)
        terminal.type(":1}\n")
        pongs = [pong(number) for number in range(5) for _ in range(2000)]
        screen = expect_lines(terminal, *pongs, *pongs, accept("-1", '{"n":1}'))
        assert screen.count(QUESTION) == screen.count(CONTENT) == 1, screen[:5000]


@test
def who_asks_is_the_server_as_it_was_started():
    terminal = one_by_one(question(1), 1)
    terminal.expect(
        "Who asks: " + " ".join(plays(question(1), 1)) + "\r\nThe server asks for data."
    )
    terminal.expect(QUESTION)
    terminal.type("d\n")
    terminal.end(0)


@test
def questions_that_come_at_once_are_asked_one_by_one():
    terminal = one_by_one(question(1, "One?"), question(2, "Two?"), ping(3), 1, SAYS, 2)
    terminal.expect("  | One?")
    terminal.expect(QUESTION)
    terminal.expect(SAID)
    assert "Two?" not in terminal.output.decode().split("The server asks")[1]
    terminal.type("a\n")
    terminal.expect(CONTENT)
    terminal.type("[1]\n")
    terminal.expect("  | Two?")
    terminal.expect(QUESTION)
    terminal.type("d\n")
    expect_lines(terminal, pong(3), accept(1, "[1]"), decline(2))


@test
def a_question_that_the_server_takes_back_is_asked_no_further():
    asked = [question(1), ping(2), 1, withdrawn(1, reason="Too late"), ping(3), 1]
    terminal = one_by_one(*asked)
    terminal.expect(QUESTION)
    terminal.expect("The server no longer asks this. Its reason, in its words:\r\n  | Too late\r\n")
    expect_lines(terminal, pong(2), pong(3))


@test
def what_was_typed_for_a_question_that_was_taken_back_answers_no_other():
    terminal = one_by_one(question(1), 1, question(2), question(3), withdrawn(2), 1)
    terminal.expect(QUESTION)
    terminal.type("d\n")
    terminal.expect("The server no longer asks this.\r\n")
    terminal.expect("Question 3: the server asks for data.")
    terminal.expect("Open: 3> ")
    terminal.type("a\n")
    terminal.expect("Which question? Put its number in front, as in: 3 d")
    terminal.type("3 d\n")
    expect_lines(terminal, decline(1), decline(3))


@test
def what_the_user_has_not_seen_or_has_answered_is_taken_back_in_silence():
    asked = [question(1), question(2), withdrawn(2), 1, withdrawn(1), question(3), 1]
    terminal = one_by_one(*asked)
    for _ in range(2):
        terminal.expect(QUESTION)
        terminal.type("d\n")
    assert "no longer asks" not in expect_lines(terminal, decline(1), decline(3))


@test
def a_result_ends_the_question():
    with gate() as (closed, open_gate):
        terminal = one_by_one(question(1), closed)
        terminal.expect(QUESTION)
        open_gate()
        terminal.expect("The call has ended, and nobody waits for an answer any more.\r\n")
        expect_lines(terminal)


# ---- Addresses


ADDRESS = "https://example.test/visit?state="
VISITING = "Open it now. Type done when you have been there, or c to cancel: "


def completed(name: str) -> str:
    """A line that says that the address with this elicitationId, JSON, was visited."""
    return (
        '{"jsonrpc":"2.0","method":"notifications/elicitation/complete",'
        f'"params":{{"elicitationId":{name}}}}}'
    )


def url_question(number: int, name: str) -> str:
    return question(number, "Go", mode="url", url=ADDRESS + name, elicitationId=name)


def wants_visits(*names: str, **more) -> str:
    """The error that wants an address for each name visited; it answers the call."""
    visits = [
        {"mode": "url", "message": f"Visit {name}", "url": ADDRESS + name, "elicitationId": name}
        | more
        for name in names
    ]
    return wants(json.dumps({"elicitations": visits}))


def wants(data: str) -> str:
    error = f'{{"code":-32042,"message":"Visit first","data":{data}}}'
    return f'{{"jsonrpc":"2.0","id":{{id}},"error":{error}}}'


def calls_of(screen: str) -> list[dict]:
    """The calls that the server has read, behind the first."""
    return [json.loads(line) for line in json.loads(result_on(screen))]


@test
def a_visit_that_is_completed_ends_its_question():
    terminal = one_by_one(url_question(1, "one"), completed('"\\u006fne"'), 1)
    terminal.expect("The server no longer asks this: it says that the address was visited.\r\n")
    expect_lines(terminal, agree(1))


@test
def completions_of_others_end_nothing():
    form = question(2, "Well?", elicitationId="one")
    ignored = [completed(name) for name in ('"two"', "5", "null", '["one"]', '""', "1")]
    ignored += [ping(7), 1]
    terminal = one_by_one(url_question(1, "one"), *ignored, 1, form, completed('"one"'), 1)
    terminal.expect(QUESTION)
    terminal.type("d\n")
    terminal.expect("asks for data")
    terminal.expect(QUESTION)
    terminal.type("d\n")
    assert "no longer asks" not in expect_lines(terminal, pong(7), decline(1), decline(2))


@test
def the_call_is_sent_again_after_the_users_word():
    terminal = one_by_one(wants_visits("one"), ping(7), 2)
    terminal.expect("Who asks: ")
    terminal.expect(
        "The server asks you to open an address before it goes on. These are its words:"
    )
    terminal.expect(
        "  | Visit one\r\nThe whole address, from the server; the host does not open it:"
    )
    terminal.expect(f"  | {ADDRESS}one\r\n{QUESTION}")
    terminal.type("done\n")  # but it was not agreed to
    terminal.expect(QUESTION)
    terminal.type("a\n")
    terminal.expect(VISITING)
    terminal.type("a\n")
    terminal.expect(VISITING)
    terminal.type("done\n")
    ponged, again = calls_of(terminal.end(0))
    assert ponged == {"jsonrpc": "2.0", "id": 7, "result": {}}, ponged
    assert again["id"] == 3 and again["method"] == "tools/call", again
    assert again["params"] == {"name": "t", "arguments": {}}, again


@test
def the_call_is_sent_again_when_the_visit_is_completed():
    with gate() as (closed, open_gate):
        others = [completed('"two"'), ping(8), 1]
        terminal = one_by_one(wants_visits("one"), closed, *others, completed('"one"'), 1)
        terminal.expect(QUESTION)
        terminal.type("a\n")
        terminal.expect(VISITING)
        open_gate()
        terminal.expect("The server no longer asks this: it says that the address was visited.\r\n")
        ponged, again = calls_of(terminal.end(0))
        assert ponged["id"] == 8 and again["id"] == 3, (ponged, again)


@test
def an_address_that_was_visited_before_it_was_agreed_to_is_asked_no_further():
    terminal = one_by_one(wants_visits("one"), completed('"one"'), 1)
    terminal.expect("The server no longer asks this: it says that the address was visited.\r\n")
    assert calls_of(terminal.end(0))[0]["id"] == 3


@test
def each_address_is_visited():
    terminal = one_by_one(wants_visits("one", "two", "three"), 1)
    for name in ("one", "two", "three"):
        terminal.expect(f"  | {ADDRESS}{name}\r\n{QUESTION}")
        terminal.type("a\n")
        terminal.expect(VISITING)
        terminal.type("done\n")
    assert len(calls_of(terminal.end(0))) == 1


@test
def who_refuses_a_visit_ends_the_call():
    for keys, why in (("d", "declined"), ("c", "cancelled"), ("\x04", "cancelled")):
        terminal = one_by_one(wants_visits("one", "two"), 1)
        terminal.expect(QUESTION)
        terminal.type(keys if keys == "\x04" else f"{keys}\n")
        terminal.expect(f"because its address was not visited: {why}\r\n")
        screen = terminal.end(1)
        assert screen.count(QUESTION) == 1 and f"| {ADDRESS}two" not in screen, screen
        assert '"content"' not in screen, screen
    for keys in ("c\n", "\x04"):
        terminal = one_by_one(wants_visits("one"), 1)
        terminal.expect(QUESTION)
        terminal.type("a\n")
        terminal.expect(VISITING)
        terminal.type(keys)
        terminal.expect("because its address was not visited: cancelled\r\n")
        terminal.end(1)


@test
def a_server_that_ends_while_the_user_visits():
    terminal = one_by_one(wants_visits("one"), SAYS, ping(1), 1, None)
    terminal.expect(QUESTION)
    terminal.expect("host: the server closed its output: ")
    terminal.expect("nobody waits for an answer any more.\r\n")
    terminal.end(3)


@test
def a_choice_waits_until_the_visit_is_completed():
    steps = [wants_visits("one", "two"), completed('"two"'), ping(7), 1, completed('"one"'), 1]
    for choice in (["--accept", "{}"], ["--accept", '{"a":1}', "--concurrent"]):
        ended = run(HOST, "--tool", "t", *choice, "--", *plays(*steps)).expect(0)
        ponged, again = (json.loads(line) for line in json.loads(ended.text()))
        assert ponged["id"] == 7 and again["id"] == 3, ended
    steps = [wants_visits("one"), completed('"two"'), 1]
    words = ["--tool", "t", "--accept", "{}", "--timeout", "1", "--", *plays(*steps)]
    ended = run(HOST, *words).expect(3, err="did not answer in time")
    assert 1 <= ended.seconds < 10, ended.seconds
    run(HOST, *words[:4], "--", *plays(wants_visits("one"), None)).expect(
        3, err="closed its output"
    )


@test
def a_choice_that_refuses_a_visit_ends_the_call():
    for choice, why in (
        ("--decline", "was not visited: declined"),
        ("--cancel", "was not visited: cancelled"),
        ("--fail", "was not visited: cancelled"),
        ("--no-resolver", 'refused tools/call: {"code":-32042'),
    ):
        ended = call(plays(wants_visits("one", "two"), 1), choice=choice).expect(1, err=why)
        assert ended.out == "", ended


@test
def an_error_that_wants_no_usable_address_is_an_error():
    bad = ("null", "{}", '{"elicitations":[]}', '{"elicitations":5}', '{"elicitations":[5]}')
    errors = [wants(data) for data in bad]
    errors += [wants_visits("one", url=url) for url in (5, "", None)]
    errors += [wants_visits("one", mode="form"), wants_visits("one", mode=1)]
    for error in errors:
        terminal = one_by_one(error, 1)
        terminal.expect("what the server wants visited cannot be shown: ")
        terminal.expect('host: the server refused tools/call: {"code":-32042')
        assert QUESTION not in terminal.end(1), error


@test
def eleven_rounds_of_visits_are_too_many():
    steps = [step for _ in range(11) for step in (wants_visits("one"), completed('"one"'), 1)]
    ended = call(plays(*steps[:-3]), "{}", choice="--accept").expect(0)
    assert [json.loads(line)["id"] for line in json.loads(ended.text())] == list(range(3, 13))
    call(plays(*steps), "{}", choice="--accept").expect(3, err="the server asks and asks")


@test
def several_addresses_are_visited_at_once():
    steps = [wants_visits("one", "two", "three"), url_question(9, "nine"), 1, completed('"two"'), 1]
    terminal = at_once(plays(*steps), shown=4)
    terminal.expect("Open: 1 2 3 4> ")
    terminal.type("1 done\n")
    terminal.expect("Done goes behind the number of an address that you agreed to open.")
    terminal.type("1 a {}\n")
    terminal.expect("Nothing goes behind a")
    terminal.type("1 a\n")
    terminal.expect("Open it now. Type 1 done when you have been there, or 1 c to cancel.")
    terminal.type("2 a\n2 a\n")
    terminal.expect("You are visiting its address: done or c.")
    terminal.type("4 a\n")
    terminal.expect("no longer asks question 2: it says that the address was visited.")
    terminal.expect("Open: 1 3> ")
    terminal.type("3 a\n3 done\n1 done\n")
    answer, again = calls_of(terminal.end(0))
    assert answer["result"] == {"action": "accept"} and again["id"] == 3, (answer, again)


@test
def an_open_question_does_not_hold_up_the_next_call():
    terminal = at_once(plays(wants_visits("one"), question(1), 1), shown=2)
    terminal.expect("Open: 1 2> ")
    terminal.type("1 a\n1 done\n")
    terminal.expect("nobody waits for an answer to: 2\r\n")
    assert calls_of(terminal.end(0))[0]["id"] == 3


@test
def an_address_of_the_error_cannot_drive_the_terminal():
    url = "https://ex\u0430mple.test/\n\x1b[2J\u202e\nDone."
    terminal = one_by_one(wants_visits("one", url=url, message=HOSTILE), 1)
    terminal.expect("  | https://ex\\u0430mple.test/\\u000a\\u001b[2J\\u202e\\u000aDone.\r\n")
    terminal.type("d\n")
    screen = terminal.end(1)
    bad = r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]"
    assert not re.search(bad, screen), ascii(screen)


# ---- Memory


@contextmanager
def valgrind() -> Iterator[list[str]]:
    """The host under valgrind: neither an error nor a leak, and it was there to look."""
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder, "log")
        checks = ["--leak-check=full", "--errors-for-leak-kinds=all", "--error-exitcode=99"]
        yield ["/usr/bin/env", "valgrind", *checks, f"--log-file={log}", HOST]
        report = log.read_text()
        assert "ERROR SUMMARY: 0 errors" in report, report
        assert "All heap blocks were freed" in report, report


@test
def valgrind_is_quiet_when_the_host_accepts():
    with valgrind() as host:
        words = ["--tool", "greet", "--accept", '{"name":"muthu"}', "--trace", "--", DEMO]
        run(*host, *words).expect(0, "Hello, muthu!")


@test
def valgrind_is_quiet_when_the_server_misbehaves():
    for name, status in (("sends_garbage", 0), ("dies_in_mid_frame", 3), ("requests", 0)):
        with valgrind() as host:
            words = ["--tool", "t", "--decline", "--trace", "--", *server(name)]
            run(*host, *words).expect(status)


@test
def valgrind_is_quiet_on_wrong_usage():
    for words in (["--arguments", "[]"], ["--accept", "{"], ["--timeout", "x"]):
        with valgrind() as host:
            run(*host, "--tool", "t", *words, "--", DEMO).expect(2)


ASKS = (
    '{"resultType":"input_required","requestState":{"n":1.0},"inputRequests":'
    '{"\\u0061":{"method":"elicitation/create","params":{"message":"Who?"}}}}'
)
ASKS_FOR_MORE = '{"resultType":"input_required","inputRequests":{"a":{"method":"roots/list"}}}'


def answer_with(result: str) -> str:
    """A line that answers the call with this result."""
    return f'{{"jsonrpc":"2.0","id":{{id}},"result":{result}}}'


def in_results(*results: str, choice: list[str], host: tuple[str, ...] = (HOST,)) -> Ended:
    words = ["--tool", "t", *choice, "--protocol", "2026-07-28", "--trace", "--"]
    return run(*host, *words, *server("asks_in_results", *results))


@test
def a_result_that_asks_is_answered_in_the_next_call():
    ended = in_results(ASKS, choice=["--accept", '{"name": "muthu"}']).expect(0)
    answers = '"inputResponses":{"\\u0061":{"action":"accept","content":{"name":"muthu"}}}'
    retry = next(line for line in ended.err.splitlines() if '"id":2' in line)
    # Token for token, and nothing else has changed.
    assert f'{answers},"requestState":{{"n":1.0}}}}' in retry, ended
    params = json.loads(ended.text())
    assert params["name"] == "t" and params["arguments"] == {}, ended
    assert len(params["_meta"]) == 3, ended


@test
def of_several_rounds_the_last_answers_and_state_count():
    ended = in_results(ASKS, ASKS, '{"resultType":"input_required"}', choice=["--decline"]).expect(
        0
    )
    params = json.loads(ended.text())
    assert params.keys() == {"name", "arguments", "_meta"}, ended
    assert [f'"id":{number},' in ended.err for number in range(1, 6)] == [True] * 4 + [False]


@test
def a_result_that_asks_for_more_than_was_advertised_ends_the_call():
    ended = in_results(ASKS_FOR_MORE, choice=["--decline"]).expect(1, err="was not advertised")
    assert ended.out == "" and '"id":2' not in ended.err, ended
    in_results(ASKS, choice=["--no-resolver"]).expect(1, err="was not advertised")


@test
def a_resolver_that_fails_cancels_in_the_next_call():
    ended = in_results(ASKS, choice=["--fail"]).expect(0, err="the resolver failed")
    assert json.loads(ended.text())["inputResponses"] == {"a": {"action": "cancel"}}, ended


@test
def pings_are_answered_while_a_result_asks():
    steps = [answer_with(ASKS), ping(5), 1, SAYS, 1]
    words = [HOST, "--tool", "t", "--protocol", "2026-07-28", "--"]
    terminal = Terminal(*words, *plays(*steps, session=False))
    terminal.expect("  | Who?\r\n")
    terminal.expect(QUESTION)
    terminal.expect(SAID)
    terminal.type("a\n")
    terminal.expect(CONTENT)
    terminal.type("{}\n")
    ponged, again = calls_of(terminal.end(0))
    assert ponged == {"jsonrpc": "2.0", "id": 5, "result": {}}, ponged
    accepted = {"a": {"action": "accept", "content": {}}}
    assert again["params"]["inputResponses"] == accepted, again
    assert again["params"]["requestState"] == {"n": 1.0}, again


@test
def what_a_result_asks_at_once_is_answered_in_any_order():
    asked = {
        key: {"method": "elicitation/create", "params": {"message": f"{key}?"}}
        for key in ("one", "two", "three")
    }
    asks = json.dumps({"resultType": "input_required", "inputRequests": asked})
    words = [HOST, "--tool", "t", "--protocol", "2026-07-28", "--concurrent", "--"]
    terminal = Terminal(*words, *plays(answer_with(asks), 1, session=False))
    terminal.expect("Question 3: the server asks for data.")
    terminal.expect("Open: 1 2 3> ")
    terminal.type('3 a {"n":3}\n1 c\n2 d\n')
    (again,) = calls_of(terminal.end(0))
    assert again["params"]["inputResponses"] == {
        "one": {"action": "cancel"},
        "two": {"action": "decline"},
        "three": {"action": "accept", "content": {"n": 3}},
    }, again


@test
def an_unknown_type_of_result_is_refused():
    for result_type in ('"task"', '"Complete"', "5", '""'):
        result = f'{{"resultType":{result_type},"content":[]}}'
        ended = in_results(result, choice=["--decline"]).expect(1, err="the result cannot be used")
        assert ended.out == "" and '"id":2' not in ended.err, ended
        response = answer_with(result).replace("{id}", "2")
        ended = call(server("responds", response)).expect(1, err="the result cannot be used")
        assert ended.out == "", ended
    in_results('{"resultType":"complete"}', choice=["--decline"]).expect(0)


@test
def eleven_rounds_are_too_many():
    in_results(*[ASKS] * 10, choice=["--decline"]).expect(0)
    in_results(*[ASKS] * 11, choice=["--decline"]).expect(3, err="asks and asks")


@test
def valgrind_is_quiet_when_results_ask():
    for results, choice, status in (
        ([ASKS, ASKS], ["--accept", "{}"], 0),
        ([ASKS], ["--fail"], 0),
        ([ASKS, ASKS_FOR_MORE], ["--decline"], 1),
        ([ASKS] * 11, ["--cancel"], 3),
    ):
        with valgrind() as host:
            in_results(*results, choice=choice, host=tuple(host)).expect(status)


@test
def a_signal_between_the_question_and_the_answer_is_not_lost():
    source = """
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <stdio.h>
        #include <unistd.h>
        int fflush(FILE *file) {
            int (*real)(FILE *) = (int (*)(FILE *))dlsym(RTLD_NEXT, "fflush");
            int result = real(file);
            usleep(500000);
            return result;
        }
    """
    with tempfile.TemporaryDirectory() as folder:
        slow = f"{folder}/slow.so"
        command = ["cc", "-shared", "-fPIC", "-x", "c", "-", "-o", slow, "-ldl"]
        subprocess.run(command, input=source, text=True, check=True)
        terminal = Terminal(
            "/usr/bin/env", f"LD_PRELOAD={slow}", HOST, "--tool", "greet", "--", DEMO
        )
        terminal.expect(QUESTION)
        terminal.type("\x03")
        terminal.end(-signal.SIGINT)


@test
def valgrind_is_quiet_when_the_user_is_asked():
    with valgrind() as host:
        terminal = Terminal(*host, "--tool", "t", "--", *asks(message=HOSTILE, requestedSchema={}))
        terminal.expect("\n" + QUESTION)
        terminal.type("a\n")
        terminal.expect(CONTENT)
        terminal.type("{\n")
        terminal.expect(CONTENT)
        terminal.type("{}\n")
        terminal.end(0)


@test
def valgrind_is_quiet_when_questions_are_open_at_once():
    asked = [question(number, HOSTILE) for number in range(1, 6)]
    with valgrind() as host:
        steps = plays(*asked, withdrawn(3, reason=HOSTILE), 3)
        terminal = at_once(steps, host=tuple(host), shown=5)
        terminal.expect("Open: 1 2 4 5> ")
        terminal.type('4 a {"n":1}\n4 a {"n":1}\nx\n1 a {\n1 d\n\x04')
        terminal.end(0)
    with valgrind() as host:
        at_once(plays(*asked), host=tuple(host), shown=5).end(0)
    with valgrind() as host:
        at_once(server("asks_and_exits"), host=tuple(host)).end(3)
    for choice in (["--accept", "{}"], ["--fail"]):
        with valgrind() as host:
            words = ["--tool", "t", *choice, "--concurrent", "--", *plays(*asked, 5)]
            run(*host, *words).expect(0)


def main() -> int:
    # What the host leaves behind becomes a child of this process.
    pr_set_child_subreaper = 36
    assert ctypes.CDLL(None).prctl(pr_set_child_subreaper, 1, 0, 0, 0) == 0
    wanted = sys.argv[3] if len(sys.argv) > 3 else ""
    tests = [(name, test) for name, test in suite.named(TESTS) if wanted in name]
    return suite.run(tests, after_failure=collect_orphans)


if __name__ == "__main__":
    sys.exit(main())
