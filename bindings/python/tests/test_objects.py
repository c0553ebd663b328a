"""The functions for dicts."""

import json
import re
from typing import Any

import pytest
from tn_elicit import Modes, objects
from tn_elicit.objects import Answer, Request, accept, cancel, decline

SCHEMA = {"type": "object", "properties": {"name": {"type": "string"}}}


def message(**params: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": 77, "method": "elicitation/create", "params": params}


def test_elicitation_to_request() -> None:
    request = objects.elicitation_to_request({"message": "Name?", "requestedSchema": SCHEMA})
    assert re.fullmatch(r"elc-\d+-\d+", request.pop("id"))  # type: ignore[misc]
    assert request == {"kind": "input", "prompt": "Name?", "data": {"schema": SCHEMA}}


@pytest.mark.parametrize(
    ("answer", "result"),
    [
        (accept({"name": "muthu"}), {"action": "accept", "content": {"name": "muthu"}}),
        (accept(), {"action": "accept", "content": {}}),
        (accept(False), {"action": "accept", "content": {}}),
        (accept(0), {"action": "accept", "content": 0}),
        (decline(), {"action": "decline"}),
        (cancel(), {"action": "cancel"}),
        ({}, {"action": "cancel"}),
        ({"ok": 1}, {"action": "cancel"}),
    ],
)
def test_answer_to_elicit_result(answer: Answer, result: dict[str, Any]) -> None:
    assert objects.answer_to_elicit_result(answer) == result
    reply = objects.server_request_response(lambda request: answer, message())
    assert reply == {"jsonrpc": "2.0", "id": 77, "result": result}


def test_resolver_is_given_a_request() -> None:
    seen: list[Request] = []

    def resolver(request: Request) -> Answer | None:
        seen.append(request)
        return None

    reply = objects.server_request_response(resolver, message(mode="url", message="Go", url="x:y"))
    assert reply == {"jsonrpc": "2.0", "id": 77, "result": {"action": "cancel"}}
    assert (seen[0]["kind"], seen[0]["prompt"], seen[0]["url"]) == ("authorization", "Go", "x:y")


def test_what_needs_no_reply() -> None:
    assert objects.server_request_response(None, {"jsonrpc": "2.0", "id": 1, "result": {}}) is None


def test_no_resolver() -> None:
    reply = objects.server_request_response(None, message())
    assert reply and reply["error"] == {"code": -32601, "message": "Method not found"}


@pytest.mark.parametrize("data", [float("nan"), float("inf"), {1, 2}, b"x"])
def test_answer_that_is_no_json(data: Any, caplog: pytest.LogCaptureFixture) -> None:
    reply = objects.server_request_response(lambda request: accept(data), message())
    assert reply and reply["result"] == {"action": "cancel"}
    assert caplog.records[0].exc_info


def test_request_that_is_too_deep_is_a_failure(caplog: pytest.LogCaptureFixture) -> None:
    import tn_elicit

    schema = "[" * 200_000 + "]" * 200_000
    text = f'{{"id":1,"method":"elicitation/create","params":{{"requestedSchema":{schema}}}}}'
    reply = tn_elicit.server_request_response(lambda request: json.loads(request) and None, text)
    assert reply == '{"jsonrpc":"2.0","id":1,"result":{"action":"cancel"}}'
    assert caplog.records[0].exc_info and isinstance(caplog.records[0].exc_info[1], RecursionError)


def test_message_that_is_no_json() -> None:
    with pytest.raises(ValueError):
        objects.server_request_response(None, {"id": float("nan")})
    with pytest.raises(TypeError):
        objects.elicitation_to_request({1, 2})
    for text in ("{}", b"{}"):
        with pytest.raises(TypeError):
            objects.server_request_response(None, text)  # type: ignore[arg-type]


def test_lone_surrogate_and_any_script() -> None:
    result = objects.answer_to_elicit_result(accept({"name": "முத்து \ud83d"}))
    assert result["content"] == {"name": "முத்து \ufffd"}


def test_integers_keep_their_digits() -> None:
    result = objects.answer_to_elicit_result(accept(123456789012345678901234567890))
    assert result["content"] == 123456789012345678901234567890


def test_client_capabilities() -> None:
    both: dict[str, Any] = {"elicitation": {"form": {}, "url": {}}}
    assert objects.client_capabilities(Modes.FORM | Modes.URL) == both
