"""What an example host does beyond asking: pings while a question is open, questions that end, the
error -32042, results that are not final. Against scripted servers, those of tests/host.

Usage: host.py HOST [ARGUMENT...]. The host is run as `HOST ARGUMENT... TOOL SERVER...` and asks as
tests/interop/example_host.py says. tests/harness must be on PYTHONPATH.
"""

import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import suite

HOST = sys.argv[1:]
SERVERS = Path(__file__).resolve().parents[1] / "host/servers"
PATIENCE = 60  # seconds that no run of the host may take
TESTS: list[Callable[[], None]] = []


def test(function: Callable[[], None]) -> Callable[[], None]:
    TESTS.append(function)
    return function


def frame(**message: object) -> str:
    return json.dumps({"jsonrpc": "2.0", **message})


def question(number: int, message: str, **more: object) -> str:
    params = {"message": message, **more}
    return frame(id=number, method="elicitation/create", params=params)


def cancelled(number: int) -> str:
    return frame(method="notifications/cancelled", params={"requestId": number})


def completed(elicitation: str) -> dict:
    params = {"elicitationId": elicitation}
    return {"method": "notifications/elicitation/complete", "params": params}


def visit(elicitation: str) -> dict:
    url = f"https://example.test/{elicitation}"
    return {"mode": "url", "message": "Sign in", "url": url, "elicitationId": elicitation}


PING = frame(id="p", method="ping")
PONG = {"jsonrpc": "2.0", "id": "p", "result": {}}


def reply(number: int, action: str, **more: object) -> dict:
    return {"jsonrpc": "2.0", "id": number, "result": {"action": action, **more}}


class Run:
    """A run of the host. The user types a line when the screen shows what the line is for."""

    def __init__(self, server: str, argument: object, *typed: tuple[str, str]):
        text = argument if isinstance(argument, str) else json.dumps(argument)
        command = [*HOST, "t", sys.executable, str(SERVERS / f"{server}.py"), text]
        pipe = subprocess.PIPE
        with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe) as process:
            try:
                self.err = b""
                deadline = time.monotonic() + PATIENCE
                for shown, line in typed:
                    while shown.encode() not in self.err:
                        byte = process.stderr.read1()
                        assert byte and time.monotonic() < deadline, (
                            f"not shown: {shown}\n{self.err}"
                        )
                        self.err += byte
                    process.stdin.write(line.encode() + b"\n")
                    process.stdin.flush()
                # Standard input stays open: who waits for it hangs.
                self.out = process.stdout.read()
                self.err += process.stderr.read()
                self.status = process.wait(timeout=PATIENCE)
            finally:
                process.kill()

    def __str__(self) -> str:
        return f"status {self.status}\nstdout: {self.out}\nstderr: {self.err}"

    def text(self) -> str:
        """The text of the tool's result."""
        assert self.status == 0, self
        response = json.loads(self.out)
        return response.get("result", response)["content"][0]["text"]

    def read(self) -> list[dict]:
        """What a server that plays has read."""
        return [json.loads(line) for line in json.loads(self.text())]

    def read_in_any_order(self) -> list[dict]:
        """For a user who may be faster than what the server writes next."""
        return sorted(self.read(), key=lambda message: str(message["id"]))

    def refuses(self, why: str) -> None:
        assert self.status != 0 and not self.out and why.encode() in self.err, self


@test
def a_ping_is_answered_while_a_question_is_open() -> None:
    run = Run("plays", [question(0, "Well?"), PING, 1, cancelled(0)])
    assert run.read() == [PONG], run


@test
def an_answer_follows_a_ping() -> None:
    # The second question is shown when the first has gone, and that is behind the ping.
    script = [question(0, "First?"), question(1, "Second?"), PING, 1, cancelled(0), 1]
    run = Run("plays", script, ("Second?", '{"n":1}'))
    assert run.read() == [PONG, reply(1, "accept", content={"n": 1})], run


@test
def an_id_of_another_type_cancels_nothing() -> None:
    other = frame(method="notifications/cancelled", params={"requestId": "0"})
    run = Run("plays", [question(0, "Well?"), other, PING, 1, 1], ("Well?", "no"))
    assert run.read_in_any_order() == [reply(0, "decline"), PONG], run


@test
def what_is_no_json_is_asked_again() -> None:
    run = Run("plays", [question(0, "Well?"), 1], ("Well?", "{n}"), ("invalid JSON", '{"n":1}'))
    assert run.read() == [reply(0, "accept", content={"n": 1})], run


@test
def a_visit_that_is_completed_is_accepted() -> None:
    elsewhere, here = (json.dumps({"jsonrpc": "2.0", **completed(each)}) for each in "ba")
    run = Run("plays", [question(0, **visit("a")), elsewhere, PING, 1, here, 1])
    assert run.read() == [PONG, reply(0, "accept")], run


@test
def a_form_is_not_completed() -> None:
    form = question(0, "Well?", _meta={"elicitationId": "a"}, elicitationId="a")
    end = json.dumps({"jsonrpc": "2.0", **completed("a")})
    run = Run("plays", [form, end, PING, 1, 1], ("Well?", ""))
    assert run.read_in_any_order() == [reply(0, "cancel"), PONG], run


@test
def a_call_that_needs_visits_is_sent_again_on_the_users_word() -> None:
    plan = {"elicitations": [visit("a"), visit("b")]}
    run = Run("needs_visits", plan, ("example.test/a", "{}"), ("example.test/b", "{}"))
    assert run.text() == "2 calls", run


@test
def a_call_that_needs_visits_is_sent_again_when_they_are_completed() -> None:
    plan = {"elicitations": [visit("a"), visit("b")], "then": [completed("b"), completed("a")]}
    assert Run("needs_visits", plan).text() == "2 calls"


@test
def a_visit_that_is_refused_ends_the_call() -> None:
    for line in ("no", ""):
        plan = {"elicitations": [visit("a"), visit("b")]}
        run = Run("needs_visits", plan, ("example.test/a", line))
        assert run.status == 0 and json.loads(run.out)["error"]["code"] == -32042, run
        assert b"example.test/b" not in run.err, run


@test
def visits_have_a_limit() -> None:
    plan = {"elicitations": [visit("a")], "then": [completed("a")], "times": 1000}
    run = Run("needs_visits", plan)
    assert run.status == 0 and json.loads(run.out)["error"]["code"] == -32042, run


@test
def visits_without_an_address_are_refused() -> None:
    run = Run("needs_visits", {"elicitations": [{"mode": "url", "message": "m"}]})
    run.refuses("cannot be asked")


@test
def a_result_of_an_unknown_type_is_refused() -> None:
    run = Run("responds", '{"id":{id},"result":{"resultType":"task"}}')
    run.refuses("type is unknown")


@test
def a_result_that_asks_for_input_is_refused() -> None:
    Run("responds", '{"id":{id},"result":{"resultType":"input_required"}}').refuses("input")


@test
def white_space_and_nesting_do_not_hide_a_response() -> None:
    text = r'{"content" : [ {"text":"a\"}],\\", "id":5} ] , "id":7}'
    run = Run("responds", '{ "result" : ' + text + ' , "id" : {id} , "x":[[],{}] }')
    assert run.text() == 'a"}],\\', run


if __name__ == "__main__":
    sys.exit(suite.run(suite.named(TESTS)))
