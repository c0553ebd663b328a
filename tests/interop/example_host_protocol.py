"""An example host of any language, against raw servers: what comes while a question is open,
addresses that the call needs, and results that are not final.

Usage: example_host_protocol.py HOST [ARGUMENT...]. The host is run, and asks its user, as in
example_host.py, whose servers never do these things. An address is agreed to like a form.
"""

import json
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import suite

HOST = sys.argv[1:]
SERVERS = Path(__file__).parents[1] / "host/servers"
SECONDS = 60


class Session:
    """The host with a server, and a user who types when told to."""

    def __init__(self, server: str, *arguments: str) -> None:
        command = [*HOST, "greet", sys.executable, str(SERVERS / server), *arguments]
        pipe = subprocess.PIPE
        self.host = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe)
        self.timer = threading.Timer(SECONDS, self.host.kill)
        self.timer.start()
        self.shown = b""

    def see(self, text: str) -> None:
        """Waits until the user is shown this, behind what was seen before."""
        while text.encode() not in self.shown:
            more = self.host.stderr.read1()
            assert more, f"{text} was not shown: {self.shown}"
            self.shown += more
        self.shown = self.shown.partition(text.encode())[2]

    def type(self, line: str) -> None:
        self.host.stdin.write(line.encode() + b"\n")
        self.host.stdin.flush()

    def end(self) -> tuple[int, str]:
        """The host's status, and what it printed. Its user stays, and says no more."""
        printed = self.host.stdout.read().decode()
        self.shown += self.host.stderr.read()
        status = self.host.wait()
        self.timer.cancel()
        self.host.stdin.close()
        return status, printed

    def text(self) -> str:
        """That of the result."""
        status, printed = self.end()
        assert status == 0, (status, printed, self.shown)
        response = json.loads(printed)
        return response.get("result", response)["content"][0]["text"]


def request(number: int, method: str, **params: object) -> str:
    return json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params})


def notification(method: str, **params: object) -> str:
    return json.dumps({"jsonrpc": "2.0", "method": f"notifications/{method}", "params": params})


def form(number: int, message: str) -> str:
    return request(number, "elicitation/create", message=message)


def address(name: str) -> dict[str, str]:
    url = f"https://{name}.test/sign-in"
    return {"mode": "url", "message": f"Visit {name}", "url": url, "elicitationId": name}


def plays(*steps: str | int) -> Session:
    return Session("plays.py", json.dumps(steps))


def replies(session: Session) -> list[dict[str, object]]:
    return [json.loads(line) for line in json.loads(session.text())]


def same(seen: object, expected: object) -> None:
    assert seen == expected, f"{seen}, not {expected}"


def two_questions_are_open_at_once() -> None:
    session = plays(form(7, "first?"), form(9, "second?"), 2)
    session.see("first?")
    session.type('{"a":1}')
    session.see("second?")
    session.type("no")
    accepted = {"action": "accept", "content": {"a": 1}}
    results = {7: accepted, 9: {"action": "decline"}}
    same({reply["id"]: reply["result"] for reply in replies(session)}, results)


def a_ping_is_answered_while_a_question_is_open() -> None:
    ping = request(8, "ping")
    taken_back = notification("cancelled", requestId=7)
    session = plays(form(7, "first?"), ping, 1, taken_back, form(9, "second?"), 1)
    session.see("second?")  # it comes behind the answer to the ping
    session.type("no")
    pinged, answered = replies(session)
    same(pinged, {"jsonrpc": "2.0", "id": 8, "result": {}})
    same(answered, {"jsonrpc": "2.0", "id": 9, "result": {"action": "decline"}})


def a_question_that_is_taken_back_is_not_answered() -> None:
    other = notification("cancelled", requestId=70)
    taken_back = notification("cancelled", requestId=7, reason="too late")
    session = plays(form(7, "first?"), other, taken_back, form(8, "second?"), 1)
    session.see("second?")
    session.type('{"a":1}')
    accepted = {"action": "accept", "content": {"a": 1}}
    same(replies(session), [{"jsonrpc": "2.0", "id": 8, "result": accepted}])


def an_address_that_is_completed_needs_no_word() -> None:
    asks = request(7, "elicitation/create", **address("a"))
    session = plays(asks, completed("b"), completed("a"), 1)
    same(replies(session), [{"jsonrpc": "2.0", "id": 7, "result": {"action": "accept"}}])


def completed(name: str) -> str:
    return notification("elicitation/complete", elicitationId=name)


def needs(*rounds: tuple[str, str]) -> Session:
    """A server whose call needs the addresses of some names, and that then completes some."""
    played = [
        ([address(name) for name in asked], [completed(name) for name in done])
        for asked, done in rounds
    ]
    return Session("needs_addresses.py", json.dumps(played))


def the_call_needs_an_address_and_the_user_says_when() -> None:
    session = needs(("a", ""))
    session.see("https://a.test/sign-in")
    session.type("{}")
    same(session.text(), "2 calls")


def the_call_needs_addresses_and_the_server_says_when() -> None:
    same(needs(("ab", "ba"), ("c", "xc")).text(), "3 calls")


def the_call_needs_an_address_and_the_user_declines() -> None:
    session = needs(("ab", ""))
    session.see("https://a.test/sign-in")
    session.type("no")
    _, printed = session.end()
    assert "2 calls" not in printed, printed


def the_call_needs_addresses_without_end() -> None:
    status, printed = needs(*[("a", "a")] * 100).end()
    assert status not in (0, -9) and not printed, (status, printed)


def refuses(line: str) -> None:
    session = Session("responds.py", line)
    status, printed = session.end()
    assert status not in (0, -9) and not printed, (status, printed, session.shown)


def an_error_without_a_usable_address() -> None:
    refuses('{"jsonrpc":"2.0","id":{id},"error":{"code":-32042,"message":"m","data":{}}}')


def a_result_of_an_unknown_type() -> None:
    refuses('{"jsonrpc":"2.0","id":{id},"result":{"resultType":"task","content":[]}}')


def a_result_that_asks() -> None:
    refuses(
        '{"jsonrpc":"2.0","id":{id},"result":{"resultType":"input_required","requestState":"s"}}'
    )


TESTS: list[Callable[[], None]] = [
    two_questions_are_open_at_once,
    a_ping_is_answered_while_a_question_is_open,
    a_question_that_is_taken_back_is_not_answered,
    an_address_that_is_completed_needs_no_word,
    the_call_needs_an_address_and_the_user_says_when,
    the_call_needs_addresses_and_the_server_says_when,
    the_call_needs_an_address_and_the_user_declines,
    the_call_needs_addresses_without_end,
    an_error_without_a_usable_address,
    a_result_of_an_unknown_type,
    a_result_that_asks,
]

if __name__ == "__main__":
    sys.exit(suite.run(suite.named(TESTS)))
