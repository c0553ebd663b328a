"""The policy in two halves, awaited, and MCP 2026-07-28: every vector, and what JSON cannot say."""

import asyncio
import json
import logging
import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
import tn_elicit
from conftest import ROOT, resident_memory
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


INJECTION = '{"ok":false}},"others":{"llm":{"stolen":1}},"x":{"y":1}'


@pytest.mark.parametrize("call", [tn_elicit.input_required_retry, awaited])
@pytest.mark.parametrize("bad", ["[", INJECTION, b'"\xff"', 5, {}])
def test_an_answer_in_a_retry_that_is_no_json(
    call: Callable[[tn_elicit.Resolver | None, str, str], str | None],
    bad: Any,
    caplog: pytest.LogCaptureFixture,
) -> None:
    answers = iter([bad, '{"ok":true}'])
    retry = call(lambda request: next(answers), "{}", ASKS)
    accepted = {"action": "accept", "content": {}}
    assert json.loads(retry or "") == {"inputResponses": {"a": {"action": "cancel"}, "b": accepted}}
    assert len(caplog.records) == 1


@pytest.mark.parametrize("call", [tn_elicit.input_required_retry, awaited])
def test_answers_in_a_retry_as_any_text(
    call: Callable[[tn_elicit.Resolver | None, str, str], str | None],
) -> None:
    data = '\ufeff{"ok":true,\n"data":1.0}\n'
    answers: Iterator[tn_elicit.Text] = iter([data, memoryview(data.encode())])
    retry = call(lambda request: next(answers), "{}", ASKS)
    accepted = '{"action":"accept","content":1.0}'
    assert retry == f'{{"inputResponses":{{"a":{accepted},"b":{accepted}}}}}'


HARD = '[1.0,1e400,{"a":1,"a":"]}\\\\"},"\\"},{,[:","\\\\",{},[],"முத்து 😀"]'
HARD_KEYS = ['""', '"\\""', r'"},{"', r'"\\\\"', '"a:b,c"', '"{["', r'"\u0061"', '"😀"']


@pytest.mark.parametrize("call", [tn_elicit.input_required_retry, awaited])
def test_requests_and_keys_keep_their_tokens(
    call: Callable[[tn_elicit.Resolver | None, str, str], str | None],
) -> None:
    asks = ",".join(
        f'{key}:{{"method":"elicitation/create","params":{{"requestedSchema":[{at},{HARD}]}}}}'
        for at, key in enumerate(HARD_KEYS)
    )
    asked: list[str] = []

    def resolver(request: str) -> str:
        asked.append(request)
        return f'{{"ok":true,"data":{len(asked)}}}'

    retry = call(resolver, "{}", f'{{"resultType":"input_required","inputRequests":{{{asks}}}}}')
    for at, request in enumerate(asked):
        schema = f'{{"schema":[{at},{HARD}]}}'
        assert without_ids(request) == f'{{"id":"ID","kind":"input","prompt":"","data":{schema}}}'
    accepted = ",".join(
        f'{key}:{{"action":"accept","content":{at + 1}}}' for at, key in enumerate(HARD_KEYS)
    )
    assert retry == f'{{"inputResponses":{{{accepted}}}}}'


@pytest.mark.parametrize("call", [tn_elicit.input_required_retry, awaited])
def test_a_request_in_a_result_may_be_of_any_depth(
    call: Callable[[tn_elicit.Resolver | None, str, str], str | None],
) -> None:
    deep = "[" * 200_000 + "]" * 200_000
    ask = f'{{"method":"elicitation/create","params":{{"requestedSchema":{deep}}}}}'
    asked: list[str] = []
    assert call(
        asked.append, "{}", f'{{"resultType":"input_required","inputRequests":{{"a":{ask}}}}}'
    )
    assert asked[0].endswith(f'"data":{{"schema":{deep}}}}}')


MIXED = (
    '{"resultType":"input_required","requestState":"s","inputRequests":{'
    '"llm":{"method":"sampling/createMessage","params":{"maxTokens":1.0}},'
    '"who":{"method":"elicitation/create","params":{"message":"Name?"}},'
    '"roots":{"method":"roots/list"}}}'
)


def test_a_host_that_samples_as_well() -> None:
    seen: list[str | None] = []

    async def resolver(request: str) -> str:
        seen.append(without_ids(request))
        return '{"ok":true}'

    async def others(request: str) -> bytes:
        seen.append(request)
        await asyncio.sleep(0)
        return b'{"role": "assistant", "n": 1e400}' if "sampling" in request else b'{"roots":[]}'

    def run(others: tn_elicit.Others | None, params: str = '{"name":"greet"}') -> str | None:
        seen.clear()
        return asyncio.run(tn_elicit.input_required_retry_async(resolver, params, MIXED, others))

    assert run(others) == (
        '{"name":"greet","inputResponses":{"llm":{"role":"assistant","n":1e400},'
        '"who":{"action":"accept","content":{}},"roots":{"roots":[]}},"requestState":"s"}'
    )
    assert seen == [
        '{"id":"ID","kind":"input","prompt":"Name?"}',
        '{"method":"sampling/createMessage","params":{"maxTokens":1.0}}',
        '{"method":"roots/list"}',
    ]
    # Refused before anyone is asked: without others, and params that are no JSON.
    with pytest.raises(tn_elicit.UnsupportedInputError):
        run(None)
    assert not seen
    with pytest.raises(tn_elicit.InvalidTextError, match="params: "):
        run(others, "{")
    assert not seen


@pytest.mark.parametrize("bad", ["[", "raise", "null"])
def test_a_result_of_the_others_that_is_none(bad: str) -> None:
    async def resolver(request: str) -> str:
        return '{"ok":true}'

    async def others(request: str) -> str:
        if bad == "raise":
            raise LookupError
        return bad

    kinds = {"[": tn_elicit.InvalidTextError, "raise": LookupError}
    with pytest.raises(kinds.get(bad, tn_elicit.UnsupportedInputError)):
        asyncio.run(tn_elicit.input_required_retry_async(resolver, "{}", MIXED, others))


def test_others_without_anyone_to_ask() -> None:
    async def others(request: str) -> str:
        return '{"roots":[]}'

    roots = '{"resultType":"input_required","inputRequests":{"r":{"method":"roots/list"}}}'
    retry = tn_elicit.input_required_retry_async(None, "{}", roots, others)
    assert asyncio.run(retry) == '{"inputResponses":{"r":{"roots":[]}}}'
    with pytest.raises(tn_elicit.UnsupportedInputError):
        asyncio.run(tn_elicit.input_required_retry_async(None, "{}", MIXED, others))


def test_a_retry_that_is_cancelled_has_no_params() -> None:
    async def host() -> None:
        asked = asyncio.Event()

        async def resolver(request: str) -> None:
            asked.set()
            await asyncio.Event().wait()

        task = asyncio.create_task(tn_elicit.input_required_retry_async(resolver, "{}", ASKS))
        await asked.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(host())


def test_an_interrupt_keeps_what_was_answered() -> None:
    def resolver(request: str) -> str:
        if next(turns):
            raise SystemExit
        return '{"ok":true}'

    turns = iter([False, True])
    with pytest.raises(SystemExit) as caught:
        tn_elicit.input_required_retry(resolver, "{}", ASKS)
    accepted = {"action": "accept", "content": {}}
    retry = json.loads(caught.value.tn_elicit_reply)  # type: ignore[attr-defined]
    assert retry == {"inputResponses": {"a": accepted, "b": {"action": "cancel"}}}


VISIT = (
    '{"jsonrpc":"2.0","id":3,"error":{"code":-32042,"message":"m","data":'
    '{"elicitations":[{"mode":"url","url":"https://a.test/","elicitationId":"e1"}]}}}'
)
CANCELLED = '{"method":"notifications/cancelled","params":{"requestId":3}}'


def test_what_is_no_text() -> None:
    functions: list[Callable[[Any], object]] = [
        tn_elicit.url_elicitations,
        tn_elicit.elicitation_ended,
        lambda text: tn_elicit.input_required_begin(Modes.FORM, text),
        lambda text: tn_elicit.input_required_finish(text, "{}", None),
        lambda text: tn_elicit.input_required_finish("{}", text, None),
        lambda text: tn_elicit.input_required_finish("{}", ASKS, [text]),  # type: ignore[arg-type]
    ]
    for function in functions:
        text: Any
        for text in (None, 5, {}):
            with pytest.raises(TypeError, match="JSON text is str"):
                function(text)


def test_the_new_functions_keep_no_memory() -> None:
    params = '{"x":"' + "x" * 100_000 + '"}'
    asks = ASKS[:-1] + f',"requestState":{params}}}'
    visit = VISIT.replace("https", params[6:-2])
    cancelled = CANCELLED.replace("3", params)

    def call_often() -> int:
        for _ in range(300):
            assert tn_elicit.input_required_begin(Modes.FORM, asks)
            assert tn_elicit.input_required_finish(params, asks, '{"answers":{}}')
            assert tn_elicit.input_required_retry(lambda request: None, params, asks)
            assert tn_elicit.url_elicitations(visit)
            assert tn_elicit.elicitation_ended(cancelled)
            for bad in (asks + "}", '{"resultType":"task"}'):
                with pytest.raises(tn_elicit.Error):
                    tn_elicit.input_required_finish(params, bad, None)
        return resident_memory()

    before = call_often()
    # 150 MB would stay if the library's texts were not given back.
    assert call_often() - before < 20_000_000


def test_the_new_functions_on_many_threads() -> None:
    def run(thread: int) -> None:
        for turn in range(300):
            name = f"{thread}-{turn}"
            params = json.dumps({"name": name})
            requests = json.loads(tn_elicit.input_required_begin(Modes.FORM, ASKS) or "")
            assert requests["requests"].keys() == {"a", "b"}
            retry = json.loads(tn_elicit.input_required_finish(params, ASKS, None) or "")
            assert retry["name"] == name
            ended = tn_elicit.elicitation_ended(CANCELLED.replace("3", f'"{name}"'))
            assert ended == f'{{"requestId":"{name}"}}'
            requests = json.loads(tn_elicit.url_elicitations(VISIT.replace("e1", name)) or "")
            assert requests[0]["elicitationId"] == name
            with pytest.raises(tn_elicit.UnknownResultTypeError):
                tn_elicit.input_required_begin(Modes.FORM, '{"resultType":"task"}')

    with ThreadPoolExecutor(16) as pool:
        for done in [pool.submit(run, thread) for thread in range(16)]:
            done.result()


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
        lambda: objects.input_required_begin(Modes.FORM, ASKS),  # type: ignore[arg-type]
        lambda: objects.input_required_finish("{}", {}, None),  # type: ignore[arg-type]
        lambda: objects.input_required_finish({}, {}, "{}"),  # type: ignore[arg-type]
        lambda: objects.url_elicitations(VISIT),  # type: ignore[arg-type]
        lambda: objects.elicitation_ended(CANCELLED),  # type: ignore[arg-type]
    ):
        with pytest.raises(TypeError):
            call()


def test_objects_of_the_new_functions() -> None:
    mixed = json.loads(MIXED)
    requests = objects.input_required_begin(Modes.FORM, mixed)
    assert requests is not None
    assert requests["requests"]["who"]["prompt"] == "Name?"
    assert requests["others"]["roots"] == {"method": "roots/list"}
    responses: objects.InputResponses = {
        "answers": {"who": objects.accept({"name": "முத்து"})},
        "others": {"llm": {"role": "assistant"}, "roots": {"roots": []}},
    }
    accepted = {"action": "accept", "content": {"name": "முத்து"}}
    expected = {
        "name": "greet",
        "inputResponses": {
            "llm": {"role": "assistant"},
            "who": accepted,
            "roots": {"roots": []},
        },
        "requestState": "s",
    }
    assert objects.input_required_finish({"name": "greet"}, mixed, responses) == expected
    final: dict[str, Any] = {"content": []}
    assert objects.input_required_begin(Modes.FORM, final) is None
    assert objects.input_required_finish({}, final, None) is None
    with pytest.raises(tn_elicit.UnsupportedInputError):
        objects.input_required_finish({}, mixed, None)
    with pytest.raises(tn_elicit.UnknownResultTypeError):
        objects.input_required_begin(Modes.FORM, {"resultType": "task"})

    async def resolver(request: objects.Request) -> objects.Answer:
        return objects.accept({"name": "முத்து"})

    async def others(request: dict[str, Any]) -> dict[str, Any]:
        return {"roots": []} if request["method"] == "roots/list" else {"role": "assistant"}

    call = objects.input_required_retry_async
    assert asyncio.run(call(resolver, {"name": "greet"}, mixed, others)) == expected
    assert asyncio.run(call(resolver, {}, final)) is None
    with pytest.raises(tn_elicit.UnsupportedInputError):
        asyncio.run(call(resolver, {}, mixed))

    visits = objects.url_elicitations(json.loads(VISIT))
    assert visits is not None
    assert (visits[0]["url"], visits[0]["elicitationId"]) == ("https://a.test/", "e1")
    assert objects.url_elicitations({"id": 3, "result": {}}) is None
    assert objects.elicitation_ended(json.loads(CANCELLED)) == {"requestId": 3}
    assert objects.elicitation_ended({"id": 3, "result": {}}) is None
