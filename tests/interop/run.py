"""The C host against real servers, one for each official SDK; every line is what was observed.

Usage: run.py HOST SERVERS [WORD]; with WORD, only the tests that have it in their name. SERVERS is
the folder of programs that `make setup` writes. tests/harness must be on PYTHONPATH.
"""

import json
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import suite
from terminal import Terminal

HOST, SERVERS = (Path(word).resolve() for word in sys.argv[1:3])
WORD = "".join(sys.argv[3:4])
PATIENCE = 120  # seconds that no run of the host may take

# The servers that tests/interop has the source of: all have the tools greet, connect, twice,
# both and impatient.
OURS = ["mcp-1", "mcp-2", "typescript", "rmcp"]
# What such a server says of a client that answers "Method not found". The first is no result at
# all but an error to tools/call, which the host prints as such.
REFUSAL = {
    "mcp-1": "Error executing tool {tool}: Method not found",
    "mcp-2": "Method not found",
    "typescript": "Client does not support {mode} elicitation.",
    "rmcp": "Mcp error: -32601: Method not found",
}
# Why nobody is asked for what was not advertised in MCP 2026-07-28: the host refuses the result.
# Only TypeScript's server reads the capabilities that came with the call, and refuses that.
UNASKED = {
    "mcp-2026": "was not advertised",
    "rmcp-2026": "was not advertised",
    "typescript-2026": '"code":-32021,"message":"Cannot request input \'{key}\'',
}
# Servers that ping while they ask: the tool, and what it asks for.
KEEP_ALIVE = [
    ("mcp-1", "watchful", "name"),
    ("mcp-2", "watchful", "name"),
    ("fastmcp", "greet", "value"),
]


class Ended:
    """A run of the host that has ended."""

    def __init__(self, server: str, arguments: list[str]):
        command = [str(HOST), "--trace", *arguments, "--", str(SERVERS / server)]
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=PATIENCE
        )
        self.status, self.out, self.err = done.returncode, done.stdout, done.stderr

    def __str__(self) -> str:
        return f"status {self.status}\nstdout: {self.out}\nstderr: {self.err}"

    def result(self) -> dict:
        assert self.status == 0, self
        return json.loads(self.out)

    def texts(self) -> list[str]:
        return [part["text"] for part in self.result()["content"]]

    def frames(self, arrow: str) -> Iterator[str]:
        """What went to the server (`-->`) or came from it (`<--`), from the host's trace."""
        for line in self.err.splitlines():
            if line.startswith(arrow + " "):
                yield line.removeprefix(arrow + " ")

    def replies(self) -> list[str]:
        """What the host wrote in answer to the server's own requests."""
        return [frame for frame in self.frames("-->") if '"method":' not in frame]


class AtTerminal(Terminal):
    """The host at a terminal, with its user; its trace goes to a file."""

    def __init__(self, server: str, tool: str, *options: str):
        self.folder = tempfile.TemporaryDirectory()
        self.trace = Path(self.folder.name, "trace")
        words = [HOST, "--trace", *options, "--tool", tool, "--", SERVERS / server]
        super().__init__("/bin/sh", "-c", 'exec "$@" 2>"$0"', str(self.trace), *map(str, words))

    def frames(self, arrow: str) -> list[dict]:
        """As of `Ended`, but parsed, and as far as they have come."""
        lines = self.trace.read_text().split("\n")[:-1]
        return [json.loads(line[4:]) for line in lines if line.startswith(arrow + " ")]

    def text(self) -> str:
        """Waits for the end; the text of the tool's result."""
        results = [line for line in self.end(0).splitlines() if '"content":[' in line]
        # It may stand behind a prompt that the host has left.
        return json.loads(results[-1][results[-1].index("{") :])["content"][0]["text"]


def ask(server: str, tool: str, *choice: str) -> Ended:
    return Ended(server, ["--tool", tool, *choice])


# ---- The cases: a generator of (name, function) for each server


def accept_of(text: str) -> object:
    """The content in a tool's `accept CONTENT`."""
    action, _, content = text.partition(" ")
    assert action == "accept", text
    return json.loads(content) if content else {}


def same_of_all(server: str) -> Iterator[tuple[str, Callable[[], None]]]:
    """What each of our own servers says, in the words that they share."""

    def form_accept() -> None:
        run = ask(server, "greet", "--accept", '{"name":"Muthu"}')
        assert accept_of(run.texts()[0]) == {"name": "Muthu"}, run

    def form_accept_in_any_script() -> None:
        run = ask(server, "greet", "--accept", '{"name":"முத்து 😀 \\u00e9\\ud83d\\ude00 \\"\\\\"}')
        assert accept_of(run.texts()[0]) == {"name": 'முத்து 😀 é😀 "\\'}, run

    def form_accept_pretty_printed() -> None:
        run = ask(server, "greet", "--accept", '\n{\r\n\t"name" :\n "Muthu"\n}\n')
        assert accept_of(run.texts()[0]) == {"name": "Muthu"}, run

    def form_accept_lone_surrogate() -> None:
        # Python's servers and rmcp drop a line that holds one, and the call would hang.
        run = ask(server, "greet", "--accept", '{"name":"a\\ud83d"}')
        assert accept_of(run.texts()[0]) == {"name": "a\ufffd"}, run

    def form_accept_large() -> None:
        name = "ä" * 60_000
        run = ask(server, "greet", "--accept", json.dumps({"name": name}, ensure_ascii=False))
        assert accept_of(run.texts()[0]) == {"name": name}

    def answers_without_data(tool: str, choice: str, action: str) -> Callable[[], None]:
        def case() -> None:
            assert ask(server, tool, choice).texts() == [action]

        return case

    def url_accept() -> None:
        run = ask(server, "connect", "--accept", "{}")
        assert accept_of(run.texts()[0]) == {}, run

    def one_answer_each() -> None:
        # Ids start at 0 on most servers; 0 is an id like any other.
        run = ask(server, "twice", "--accept", '{"name":"Muthu","town":"Chennai"}')
        texts = run.texts()[0].split("; ")
        # Some servers keep the member that they did not ask for.
        assert accept_of(texts[0])["name"] == "Muthu", run
        assert accept_of(texts[1])["town"] == "Chennai", run
        asked = [json.loads(frame) for frame in run.frames("<--") if "elicitation/" in frame]
        replied = [json.loads(frame)["id"] for frame in run.replies()]
        assert replied == [request["id"] for request in asked] and len(replied) == 2, run

    yield "form, accept", form_accept
    yield "form, accept in any script", form_accept_in_any_script
    yield "form, accept pretty-printed", form_accept_pretty_printed
    yield "form, accept with a lone surrogate", form_accept_lone_surrogate
    yield "form, accept with 120 KB", form_accept_large
    yield "URL, accept", url_accept
    for mode, tool in (("form", "greet"), ("URL", "connect")):
        yield f"{mode}, decline", answers_without_data(tool, "--decline", "decline")
        yield f"{mode}, cancel", answers_without_data(tool, "--cancel", "cancel")
        yield f"{mode}, resolver fails", answers_without_data(tool, "--fail", "cancel")
        yield f"{mode}, no resolver", refused(server, tool, mode.lower())
    yield "two questions in one call", one_answer_each


def refused(server: str, tool: str, mode: str) -> Callable[[], None]:
    def case() -> None:
        run = ask(server, tool, "--no-resolver")
        assert run.status == 1, run
        assert REFUSAL[server].format(tool=tool, mode=mode) in run.out + run.err, run
        if server != "typescript":  # which reads the capabilities and never asks
            assert '"error":{"code":-32601,"message":"Method not found"}' in run.replies()[0], run

    return case


def everything() -> Iterator[tuple[str, Callable[[], None]]]:
    """server-everything shows the ElicitResult as it came."""
    form = "trigger-elicitation-request"
    url = "trigger-url-elicitation"
    question = (
        "--arguments",
        '{"url":"https://example.test/oauth","message":"Go","elicitationId":"e-1"}',
    )

    def raw_result(tool: str, choice: list[str], expected: dict) -> Callable[[], None]:
        def case() -> None:
            text = ask("everything", tool, *choice).texts()[-1]
            assert json.loads(text.partition("Raw result: ")[2]) == expected, text

        return case

    def no_resolver(tool: str) -> Callable[[], None]:
        def case() -> None:
            # It registers these tools only for a client that says it can be asked.
            run = ask("everything", tool, "--no-resolver")
            assert run.status == 1, run
            assert f"Tool {tool} not found" in run.out + run.err, run

        return case

    data = {"name": "Muthu", "check": True, "integer": 7, "number": 1.5}
    accept = ["--accept", json.dumps(data, indent=1)]
    yield "form, accept", raw_result(form, accept, {"action": "accept", "content": data})
    url_accept = [*question, "--accept", "{}"]
    yield "URL, accept", raw_result(url, url_accept, {"action": "accept"})
    for mode, tool, extra in (("form", form, []), ("URL", url, [*question])):
        for name, choice, action in (
            ("decline", "--decline", "decline"),
            ("cancel", "--cancel", "cancel"),
            ("resolver fails", "--fail", "cancel"),
        ):
            yield f"{mode}, {name}", raw_result(tool, [*extra, choice], {"action": action})
        yield f"{mode}, no resolver", no_resolver(tool)


def in_results(server: str) -> Iterator[tuple[str, Callable[[], None]]]:
    """MCP 2026-07-28: a server asks in its result, and the call is made again."""
    name = {"name": "Muthu"}
    accept = ("--accept", json.dumps(name))

    def call(tool: str, *arguments: str) -> Ended:
        return ask(server, tool, "--protocol", "2026-07-28", *arguments)

    def says(tool: str, arguments: tuple[str, ...], expected: str) -> Callable[[], None]:
        def case() -> None:
            run = call(tool, *arguments)
            assert run.texts() == [expected], run
            # Each request says who asks, under an id of its own, and none is a reply.
            sent = [json.loads(frame) for frame in run.frames("-->")]
            assert [frame["id"] for frame in sent] == [*range(1, len(sent) + 1)], run
            for frame in sent:
                assert frame["method"] == "tools/call", run
                meta = frame["params"]["_meta"]
                assert meta["io.modelcontextprotocol/protocolVersion"] == "2026-07-28", run

        return case

    def refused(tool: str, arguments: tuple[str, ...], status: int, why: str) -> Callable[[], None]:
        def case() -> None:
            run = call(tool, *arguments)
            assert run.status == status and not run.out and why in run.err, run

        return case

    content = json.dumps(name, separators=(",", ":"))
    state = 'state="s/1.0"'
    yield "form, accept", says("ask", accept, f"who=accept {content}; {state}")
    yield "form, decline", says("ask", ("--decline",), f"who=decline null; {state}")
    yield "form, cancel", says("ask", ("--cancel",), f"who=cancel null; {state}")
    yield "form, resolver fails", says("ask", ("--fail",), f"who=cancel null; {state}")
    yield "form without a state", says("stateless", accept, f"who=accept {content}; state=null")
    yield "URL, accept", says("connect", ("--accept", "{}"), "open=accept null; state=null")
    yield "URL, decline", says("connect", ("--decline",), "open=decline null; state=null")
    both = f'a=accept {content}; z=accept {content}; state="both"'
    yield "two inputs in one result", says("both", accept, both)
    second = f'second=accept {content}; state="second"'
    yield "a question after a question", says("twice", accept, second)
    yield "a state without inputs", says("wait", ("--no-resolver",), 'state="waited"')
    for case, tool, choice, key in (
        ("form, no resolver", "ask", ("--no-resolver",), "who"),
        ("what was not advertised, beside a form", "more", accept, "model"),
    ):
        yield case, refused(tool, choice, 1, UNASKED[server].format(key=key))
    yield "a server that is never content", refused("forever", accept, 3, "asks and asks")

    def newest() -> None:
        run = ask(server, "ask", "--protocol", "auto", *accept)
        assert run.texts() == [f"who=accept {content}; {state}"], run
        assert "server/discover" in next(run.frames("-->")), run

    yield "the newest protocol is found", newest


def asks_for_others(server: str) -> None:
    """A form, a model's answer and roots in one result: the server shows all three."""
    from binding import Host  # which loads the library

    with Host(SERVERS / server, {"name": "Muthu"}) as host:
        result = host.call_in_rounds("more")
    assert result["content"][0]["text"] == (
        'model=assistant "Hello"; roots=["file:///home/muthu"]; '
        'who=accept {"name":"Muthu"}; state="more"'
    ), result
    assert [request["prompt"] for request in host.requests] == ["What is your name?"], result


def in_a_session(server: str) -> Iterator[tuple[str, Callable[[], None]]]:
    """The same tools, called as in MCP 2025-11-25: the SDK asks by requests and keeps the state."""

    def says(tool: str, choice: tuple[str, ...], expected: str, asked: int) -> Callable[[], None]:
        def case() -> None:
            run = ask(server, tool, *choice)
            assert run.texts() == [expected], run
            assert len(run.replies()) == asked, run

        return case

    accept = ("--accept", '{"name":"Muthu"}')
    accepted = 'accept {"name":"Muthu"}'
    yield "form, accept", says("ask", accept, f'who={accepted}; state="s/1.0"', 1)
    yield "form, decline", says("ask", ("--decline",), 'who=decline null; state="s/1.0"', 1)
    yield "URL, accept", says("connect", ("--accept", "{}"), "open=accept null; state=null", 1)
    both = f'a={accepted}; z={accepted}; state="both"'
    yield "two requests at once", says("both", accept, both, 2)
    yield (
        "a question after a question",
        says("twice", accept, f'second={accepted}; state="second"', 2),
    )


def at_once(server: str) -> Iterator[tuple[str, Callable[[], None]]]:
    """Two questions that are open at once, and a user at the terminal who has read both."""

    def answers(tool: str, user: Callable[[Terminal], None], town: str, *order: int) -> None:
        """`town`: what the result says of the second question. `order`: of the replies."""
        terminal = AtTerminal(server, tool, "--concurrent")
        terminal.expect("Question 1: the server asks for data.")
        terminal.expect("| What is your name?")
        terminal.expect("Question 2: the server asks for data.")
        terminal.expect("| Where do you live?")
        user(terminal)
        texts = terminal.text().split("; ")
        assert accept_of(texts[0])["name"] == "Muthu", texts
        assert texts[1].replace(" ", "") == town, texts
        came, sent = terminal.frames("<--"), terminal.frames("-->")
        asked = [frame["id"] for frame in came if frame.get("method") == "elicitation/create"]
        replied = [frame["id"] for frame in sent if "method" not in frame]
        assert replied == [asked[at - 1] for at in order], sent

    def in_reverse_order(terminal: Terminal) -> None:
        terminal.type('2 a {"town":"Chennai"}\n')
        terminal.expect("Open: 1> ")
        terminal.type('1 a {"name":"Muthu"}\n')

    def the_first_when_the_second_is_gone(terminal: Terminal) -> None:
        if server != "mcp-1":
            terminal.expect("The server no longer asks question 2.")
        terminal.type('1 a {"name":"Muthu"}\n')
        if server == "mcp-1":  # which says nothing when its time is up
            terminal.expect("nobody waits for an answer to: 2")

    town = 'accept{"town":"Chennai"}'
    yield (
        "two at once, answered in reverse order",
        partial(answers, "both", in_reverse_order, town, 2, 1),
    )
    yield (
        "two at once, and one is withdrawn",
        partial(answers, "impatient", the_first_when_the_second_is_gone, "timedout", 1),
    )


def keeps_alive(server: str, tool: str, name: str, *options: str) -> None:
    """Pings come while the question is open, and each is answered before the user has."""
    terminal = AtTerminal(server, tool, *options)
    terminal.expect("| What is your name?")

    def ids_of(method: str) -> list[object]:
        return [frame["id"] for frame in terminal.frames("<--") if frame.get("method") == method]

    deadline = time.monotonic() + PATIENCE
    while len(ids_of("ping")) < 4:
        assert time.monotonic() < deadline, terminal.frames("<--")
        time.sleep(0.05)
    content = json.dumps({name: "Muthu"})
    if options:
        terminal.type(f"1 a {content}\n")
    else:
        terminal.type("a\n")
        terminal.expect("Your answer, JSON on one line (empty: {}): ")
        terminal.type(f"{content}\n")
    text = terminal.text()
    assert text.startswith("accept") and "Muthu" in text, text
    assert tool != "watchful" or int(text.partition("pings=")[2]) >= 3, text
    replies = [frame for frame in terminal.frames("-->") if "method" not in frame]
    order = [frame["id"] for frame in replies]
    assert order.index(ids_of("ping")[3]) < order.index(ids_of("elicitation/create")[0]), replies
    for frame in replies:
        if frame["id"] in ids_of("ping"):
            assert frame["result"] == {}, frame


def completed_elsewhere() -> None:
    """Of a question that is open the server says that its address was visited."""
    terminal = AtTerminal("typescript", "connect-elsewhere")
    terminal.expect("| https://example.test/oauth?state=2")
    terminal.expect("it says that the address was visited.")
    assert terminal.text() == "accept"


ACCEPT = "[a]ccept, [d]ecline or [c]ancel? "
VISIT = "Open it now."


def url_required() -> Iterator[tuple[str, Callable[[], None]]]:
    """A call that ends with -32042 is made again when its addresses were opened. The server says
    how often it was called, and how often each address was opened: by the user alone, and once."""

    def visit(terminal: AtTerminal, page: str) -> None:
        """The user opens the newest address of this page."""
        errors = [frame["error"] for frame in terminal.frames("<--") if "error" in frame]
        urls = [asked["url"] for error in errors for asked in error["data"]["elicitations"]]
        newest = [url for url in urls if url.endswith(f"/{page}")][-1]
        with urllib.request.urlopen(newest, timeout=PATIENCE) as response:
            assert response.status == 200, newest

    def agrees(terminal: AtTerminal, page: str) -> None:
        """The user reads the address, and agrees to open it."""
        terminal.expect("asks you to open an address before it goes on.")
        terminal.expect(f"| Please authorize {page}")
        terminal.expect("| http://127.0.0.1:")
        terminal.expect(f"/{page}\r\n")
        terminal.expect(ACCEPT)
        terminal.type("a\n")
        terminal.expect(VISIT)

    def opened_and_completed() -> None:
        terminal = AtTerminal("typescript", "authorized")
        agrees(terminal, "drive")
        visit(terminal, "drive")
        assert terminal.text() == "calls=2; drive=1"

    def opened_and_never_completed() -> None:
        terminal = AtTerminal("typescript", "authorized-silently")
        agrees(terminal, "silent")
        visit(terminal, "silent")
        terminal.type("done\n")
        assert terminal.text() == "calls=2; silent=1"

    def not_opened() -> None:
        terminal = AtTerminal("typescript", "authorized")
        agrees(terminal, "drive")
        terminal.type("done\n")
        agrees(terminal, "drive")
        visit(terminal, "drive")
        assert terminal.text() == "calls=3; drive=1"

    def two_addresses() -> None:
        terminal = AtTerminal("typescript", "authorized-twice")
        for page in ("mail", "calendar"):
            agrees(terminal, page)
            visit(terminal, page)
        assert terminal.text() == "calls=2; mail=1; calendar=1"

    def two_addresses_at_once() -> None:
        terminal = AtTerminal("typescript", "authorized-twice", "--concurrent")
        terminal.expect("| Please authorize mail")
        terminal.expect("| Please authorize calendar")
        terminal.expect("Open: 1 2> ")
        terminal.type("2 a\n")
        terminal.expect(VISIT)
        terminal.type("1 a\n")
        terminal.expect(VISIT)
        for page in ("calendar", "mail"):
            visit(terminal, page)
        assert terminal.text() == "calls=2; mail=1; calendar=1"

    def opened_elsewhere(*choice: str) -> Callable[[], None]:
        def case() -> None:
            if choice:
                assert ask("typescript", "authorized-elsewhere", *choice).texts() == ["authorized"]
                return
            terminal = AtTerminal("typescript", "authorized-elsewhere")
            terminal.expect("it says that the address was visited.")
            assert terminal.text() == "authorized"

        return case

    def refused(choice: str, why: str) -> Callable[[], None]:
        def case() -> None:
            run = ask("typescript", "authorized", choice)
            assert run.status == 1 and not run.out and why in run.err, run
            calls = [frame for frame in run.frames("-->") if "tools/call" in frame]
            assert len(calls) == 1, run

        return case

    yield "opened and completed", opened_and_completed
    yield "opened and never completed", opened_and_never_completed
    yield "not opened, though the user says so", not_opened
    yield "two addresses", two_addresses
    yield "two addresses at once", two_addresses_at_once
    yield "opened elsewhere", opened_elsewhere()
    yield "opened elsewhere, agreed", opened_elsewhere("--accept", "{}")
    yield "decline", refused("--decline", "its address was not visited: declined")
    yield "cancel", refused("--cancel", "its address was not visited: cancelled")
    yield "resolver fails", refused("--fail", "its address was not visited: cancelled")
    yield "no resolver", refused("--no-resolver", 'the server refused tools/call: {"code":-32042')


def tasks() -> Iterator[tuple[str, Callable[[], None]]]:
    """What asks for a task gets its answer for that task; the server compares them."""

    def answers(choice: list[str], answer: str) -> Callable[[], None]:
        def case() -> None:
            run = ask("typescript", "task", *choice)
            assert run.texts() == [f"{answer}; it names the task"], run

        return case

    def called_as_task() -> None:
        from binding import Host  # which loads the library

        with Host(SERVERS / "typescript", {"name": "Muthu"}) as host:
            host.initialize()
            params = {"name": "task", "arguments": {}, "task": {"ttl": 60_000}}
            task = host.request("tools/call", params)["result"]["task"]
            assert task["status"] == "input_required" and not host.requests, task
            response = host.request("tasks/result", {"taskId": task["taskId"]})
        text = response["result"]["content"][0]["text"]
        assert text == 'accept {"name":"Muthu"}; it names the task', response
        meta = {"io.modelcontextprotocol/related-task": {"taskId": task["taskId"]}}
        assert [request["_meta"] for request in host.requests] == [meta], host.requests

    yield "accept", answers(["--accept", '{"name":"Muthu"}'], 'accept {"name":"Muthu"}')
    yield "decline", answers(["--decline"], "decline")
    yield "cancel", answers(["--cancel"], "cancel")
    yield "resolver fails", answers(["--fail"], "cancel")
    yield "the call is a task", called_as_task


def falls_back(server: str) -> None:
    """What does not know the question gets a session."""
    run = ask(server, "greet", "--protocol", "auto", "--accept", '{"name":"Muthu"}')
    assert accept_of(run.texts()[0]) == {"name": "Muthu"}, run
    methods = [json.loads(frame).get("method") for frame in run.frames("-->")]
    assert methods[:2] == ["server/discover", "initialize"], run


def cases() -> Iterator[tuple[str, Callable[[], None]]]:
    for server in OURS:
        for name, case in same_of_all(server):
            yield f"{server}: {name}", case
        for name, case in at_once(server):
            yield f"{server}: {name}", case
    for server, tool, name in KEEP_ALIVE:
        case = partial(keeps_alive, server, tool, name)
        yield f"{server}: pings while a question is open", case
        yield f"{server}: pings while questions are open", partial(case, "--concurrent")
    yield "typescript: an open question that is completed", completed_elsewhere
    for name, case in url_required():
        yield f"typescript: -32042, {name}", case
    for name, case in tasks():
        yield f"typescript: a task's question, {name}", case
    for server in UNASKED:
        for name, case in in_results(server):
            yield f"{server}: {name}", case
        yield f"{server}: a form, a model and roots in one result", partial(asks_for_others, server)
    for name, case in in_a_session("typescript-2026"):
        yield f"typescript-2026 in a session: {name}", case
    for server in ("mcp-1", "typescript"):
        yield f"{server}: the older protocol is found", partial(falls_back, server)
    for name, case in everything():
        yield f"everything: {name}", case


def main() -> int:
    return suite.run((name, case) for name, case in cases() if WORD in name)


if __name__ == "__main__":
    sys.exit(main())
