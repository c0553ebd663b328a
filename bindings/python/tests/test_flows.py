"""The policy in two halves, awaited, and MCP 2026-07-28: every vector, and what JSON cannot say."""

import asyncio
import json
import logging
import re
from collections.abc import Callable
from typing import Any

import pytest
import tn_elicit
from conftest import ROOT
from tn_elicit import Modes, Status, objects

ID = re.compile(r'"id":"elc-[0-9]+-[0-9]+"')
MESSAGE = '{"jsonrpc":"2.0","id":3,"method":"elicitation/create","params":{"message":"Name?"}}'
CANCEL = '{"jsonrpc":"2.0","id":3,"result":{"action":"cancel"}}'
ASKS = json.dumps(
    {
        "resultType": "input_required",
        "inputRequests": {key: {"method": "elicitation/create"} for key in "ab"},
    }
)


def vectors(file: str) -> pytest.MarkDecorator:
    found = json.loads((ROOT / "tests" / "vectors" / file).read_text())
    return pytest.mark.parametrize("vector", found, ids=lambda vector: vector["name"])


def without_ids(text: str | None) -> str | None:
    return None if text is None else ID.sub('"id":"ID"', text)


def refused(vector: dict[str, Any], error: tn_elicit.Error) -> str:
    place = vector.get("error")
    if place is not None:
        assert f"line {place['line']} column {place['column']}:" in str(error)
        assert str(error).startswith(f"{place['of']}: " if "of" in place else "invalid")
    return "TN_" + Status(error.status).name


@vectors("begin_finish/begin.json")
def test_begin(vector: dict[str, Any]) -> None:
    begun = tn_elicit.Begun(None, None)
    try:
        begun = tn_elicit.server_request_begin(Modes(vector["modes"] & 3), vector["message"])
        status = "TN_NO_REPLY" if begun == (None, None) else "TN_OK"
    except tn_elicit.Error as error:
        status = refused(vector, error)
    assert status == vector["status"]
    assert without_ids(begun.request) == vector.get("request")
    assert begun.reply == vector.get("reply")


@vectors("begin_finish/finish.json")
def test_finish(vector: dict[str, Any]) -> None:
    reply = None
    try:
        reply = tn_elicit.server_request_finish(vector["message"], vector.get("answer"))
        status = "TN_NO_REPLY" if reply is None else "TN_OK"
    except tn_elicit.Error as error:
        status = refused(vector, error)
    assert (status, reply) == (vector["status"], vector.get("reply"))


class InTurn:
    """A resolver that does in turn what a vector says."""

    def __init__(self, actions: list[dict[str, str]]) -> None:
        self.actions = iter(actions)
        self.requests: list[str | None] = []

    def __call__(self, request: str) -> str | None:
        self.requests.append(without_ids(request))
        does = next(self.actions)
        match does["action"]:
            case "fail":
                raise RuntimeError("as it says")
            case "set":
                return str(does["json"])
            case "accept":
                return '{"ok":true,"data":' + does.get("json", "{}") + "}"
            case "decline":
                return '{"ok":false,"reason":"declined"}'
            case "cancel":
                return '{"ok":false,"reason":"cancelled"}'
        return None


@vectors("input_required/begin.json")
def test_input_required_begin(vector: dict[str, Any]) -> None:
    requests = None
    try:
        requests = tn_elicit.input_required_begin(Modes(vector["modes"] & 3), vector["result"])
        status = "TN_NO_REPLY" if requests is None else "TN_OK"
    except tn_elicit.Error as error:
        status = refused(vector, error)
    assert (status, without_ids(requests)) == (vector["status"], vector.get("requests"))


@vectors("input_required/finish.json")
def test_input_required_finish(vector: dict[str, Any]) -> None:
    retry = None
    try:
        retry = tn_elicit.input_required_finish(
            vector["params"], vector["result"], vector.get("responses")
        )
        status = "TN_NO_REPLY" if retry is None else "TN_OK"
    except tn_elicit.Error as error:
        status = refused(vector, error)
    assert (status, retry) == (vector["status"], vector.get("retry_params"))


def awaited(resolver: tn_elicit.Resolver | None, params: str, result: str) -> str | None:
    """:func:`input_required_retry`, by way of its awaited form."""

    async def inner(request: str) -> tn_elicit.Text | None:
        assert resolver is not None
        await asyncio.sleep(0)
        return resolver(request)

    given = None if resolver is None else inner
    return asyncio.run(tn_elicit.input_required_retry_async(given, params, result))


@pytest.mark.parametrize("call", [tn_elicit.input_required_retry, awaited])
@vectors("input_required/retry.json")
def test_retry(
    vector: dict[str, Any],
    call: Callable[[tn_elicit.Resolver | None, str, str], str | None],
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.WARNING)
    resolver = InTurn(vector["resolvers"]) if "resolvers" in vector else None
    retry = None
    try:
        retry = call(resolver, vector["params"], vector["result"])
        status = "TN_NO_REPLY" if retry is None else "TN_OK"
    except tn_elicit.Error as error:
        status = refused(vector, error)
    if caplog.records:
        assert status == "TN_OK"
        status = "TN_RESOLVER_FAILED"
    assert (status, retry) == (vector["status"], vector.get("retry_params"))
    assert (resolver.requests if resolver else []) == vector.get("requests", [])


def test_what_is_not_supported_has_a_class_of_its_own() -> None:
    with pytest.raises(tn_elicit.UnsupportedInputError, match="not advertised"):
        tn_elicit.input_required_retry(None, "{}", ASKS)


@pytest.mark.parametrize("call", [tn_elicit.input_required_retry, awaited])
def test_a_type_that_nobody_knows_has_a_class_of_its_own(
    call: Callable[[tn_elicit.Resolver | None, str, str], str | None],
) -> None:
    with pytest.raises(tn_elicit.UnknownResultTypeError) as caught:
        call(None, "{}", '{"resultType":"task"}')
    assert caught.value.status == Status.ERR_UNKNOWN_RESULT_TYPE
    assert not isinstance(caught.value, ValueError)


def test_an_interrupt_asks_no_one_else_and_is_raised_again() -> None:
    asked = []

    def resolver(request: str) -> str:
        asked.append(request)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt) as caught:
        tn_elicit.input_required_retry(resolver, "{}", ASKS)
    assert len(asked) == 1
    cancelled = {"a": {"action": "cancel"}, "b": {"action": "cancel"}}
    retry = caught.value.tn_elicit_reply  # type: ignore[attr-defined]
    assert json.loads(retry) == {"inputResponses": cancelled}


def test_each_failure_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    def resolver(request: str) -> str:
        raise ValueError(len(caplog.records))

    assert tn_elicit.input_required_retry(resolver, "{}", ASKS) is not None
    assert [record.exc_info[0] for record in caplog.records if record.exc_info] == [ValueError] * 2


def test_awaited() -> None:
    async def resolver(request: str) -> str:
        await asyncio.sleep(0)
        return '{"ok":true,"data":{"name":"muthu"}}'

    async def host() -> None:
        reply = await tn_elicit.server_request_response_async(resolver, MESSAGE)
        content = '{"action":"accept","content":{"name":"muthu"}}'
        assert reply == '{"jsonrpc":"2.0","id":3,"result":' + content + "}"
        assert await tn_elicit.server_request_response_async(resolver, '{"id":3}') is None
        refusal = await tn_elicit.server_request_response_async(None, MESSAGE)
        assert refusal is not None and "-32601" in refusal

    asyncio.run(host())


def test_several_are_open_at_once_and_answered_in_any_order() -> None:
    answers: dict[str, asyncio.Future[str]] = {}

    async def resolver(request: str) -> str:
        future: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        answers[json.loads(request)["prompt"]] = future
        return await future

    def message(number: int) -> str:
        params = {"message": str(number)}
        method = "elicitation/create"
        return json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params})

    async def host() -> None:
        replies: list[int] = []

        async def serve(number: int) -> None:
            reply = await tn_elicit.server_request_response_async(resolver, message(number))
            assert reply is not None
            replies.append(json.loads(reply)["id"])

        tasks = [asyncio.create_task(serve(number)) for number in range(5)]
        while len(answers) < 5:
            await asyncio.sleep(0)
        # The server takes one back: no reply.
        tasks[2].cancel()
        for number in (3, 0, 4, 1):
            answers[str(number)].set_result('{"ok":true}')
            await tasks[number]
        with pytest.raises(asyncio.CancelledError):
            await tasks[2]
        assert replies == [3, 0, 4, 1]

    asyncio.run(host())


@pytest.mark.parametrize("bad", ["[", 5, "raise"])
def test_an_awaited_resolver_that_fails(bad: Any, caplog: pytest.LogCaptureFixture) -> None:
    async def resolver(request: str) -> Any:
        if bad == "raise":
            raise RuntimeError
        return bad

    assert asyncio.run(tn_elicit.server_request_response_async(resolver, MESSAGE)) == CANCEL
    assert len(caplog.records) == 1


def test_what_is_no_exception_passes_through_the_await() -> None:
    async def resolver(request: str) -> str:
        raise SystemExit(3)

    async def host() -> None:
        with pytest.raises(SystemExit):
            await tn_elicit.server_request_response_async(resolver, MESSAGE)

    asyncio.run(host())


def test_a_buffer_that_changes_while_the_user_thinks() -> None:
    message = bytearray(MESSAGE.encode())

    async def resolver(request: str) -> None:
        message[:] = b" " * len(message)

    assert asyncio.run(tn_elicit.server_request_response_async(resolver, message)) == CANCEL


def test_objects() -> None:
    message = json.loads(MESSAGE)
    begun = objects.server_request_begin(Modes.FORM, message)
    assert begun.request is not None and begun.request["prompt"] == "Name?"
    assert begun.reply is None
    reply = objects.server_request_finish(message, objects.decline())
    assert reply == {"jsonrpc": "2.0", "id": 3, "result": {"action": "decline"}}
    assert objects.server_request_finish(message, None) == json.loads(CANCEL)
    assert objects.server_request_finish({"id": 3}, None) is None
    refused = objects.server_request_begin(Modes.URL, message).reply
    assert refused is not None and refused["error"]["code"] == -32602

    async def resolver(request: objects.Request) -> objects.Answer:
        return objects.accept({"name": request["prompt"]})

    reply = asyncio.run(objects.server_request_response_async(resolver, message))
    assert reply is not None and reply["result"]["content"] == {"name": "Name?"}

    retry = objects.input_required_retry(
        lambda request: objects.accept({"n": 1.5}), {"name": "greet"}, json.loads(ASKS)
    )
    answer = {"action": "accept", "content": {"n": 1.5}}
    assert retry == {"name": "greet", "inputResponses": {"a": answer, "b": answer}}
    assert objects.input_required_retry(None, {}, {"content": []}) is None
    for call in (
        lambda: objects.server_request_begin(Modes.FORM, MESSAGE),  # type: ignore[arg-type]
        lambda: objects.server_request_finish(MESSAGE, None),  # type: ignore[arg-type]
        lambda: objects.input_required_retry(None, {}, ASKS),  # type: ignore[arg-type]
    ):
        with pytest.raises(TypeError):
            call()
