"""The resolver: what it may do, how it fails, and threads."""

import asyncio
import gc
import json
import logging
import threading
import weakref
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
import tn_elicit
from tn_elicit import Status

ACCEPT = '{"ok":true,"data":{"name":"muthu"}}'
CANCEL = '"result":{"action":"cancel"}}'


def message(id: int = 4) -> str:
    params = '"method":"elicitation/create","params":{"message":"Name?"}'
    return f'{{"jsonrpc":"2.0","id":{id},{params}}}'


def returning(answer: Any) -> tn_elicit.Resolver:
    return lambda request: answer


def failing_with(error: BaseException) -> Callable[[str], str]:
    def resolver(request: str) -> str:
        raise error

    return resolver


def test_answer_as_any_text() -> None:
    data = ACCEPT.encode()
    answers: list[tn_elicit.Text] = [ACCEPT, data, bytearray(data), memoryview(data)]
    for answer in answers:
        reply = tn_elicit.server_request_response(returning(answer), message())
        assert reply == (
            '{"jsonrpc":"2.0","id":4,"result":{"action":"accept","content":{"name":"muthu"}}}'
        )


def test_no_answer_is_a_cancel(caplog: pytest.LogCaptureFixture) -> None:
    reply = tn_elicit.server_request_response(lambda request: None, message())
    assert reply and reply.endswith(CANCEL)
    assert not caplog.records


def test_exception_is_a_cancel_and_a_warning(caplog: pytest.LogCaptureFixture) -> None:
    error = RuntimeError("the dialog is broken")
    reply = tn_elicit.server_request_response(failing_with(error), message())
    assert reply and reply.endswith(CANCEL)
    [record] = caplog.records
    assert (record.name, record.levelno) == ("tn_elicit", logging.WARNING)
    assert record.exc_info and record.exc_info[1] is error


@pytest.mark.parametrize(
    ("answer", "kind", "text"),
    [
        ("{ok:true}", tn_elicit.InvalidTextError, "line 1 column 2"),
        (b'"\xff"', tn_elicit.InvalidTextError, "line 1 column 2"),
        ({"ok": True}, TypeError, "not dict"),
        (True, TypeError, "not bool"),
    ],
)
def test_bad_answer_is_a_cancel_and_a_warning(
    answer: object, kind: type[Exception], text: str, caplog: pytest.LogCaptureFixture
) -> None:
    reply = tn_elicit.server_request_response(returning(answer), message())
    assert reply and reply.endswith(CANCEL)
    assert caplog.records[0].exc_info
    error = caplog.records[0].exc_info[1]
    assert isinstance(error, kind) and text in str(error)


def test_what_cannot_be_called_is_a_cancel(caplog: pytest.LogCaptureFixture) -> None:
    reply = tn_elicit.server_request_response(5, message())  # type: ignore[arg-type]
    assert reply and reply.endswith(CANCEL)
    assert "not callable" in caplog.text


@pytest.mark.parametrize(
    "kind", [KeyboardInterrupt, SystemExit, asyncio.CancelledError, GeneratorExit]
)
def test_interrupt_is_raised_again_with_the_reply(
    kind: type[BaseException], caplog: pytest.LogCaptureFixture
) -> None:
    error = kind()
    with pytest.raises(kind) as caught:
        tn_elicit.server_request_response(failing_with(error), message())
    assert caught.value is error
    assert caught.value.tn_elicit_reply.endswith(CANCEL)  # type: ignore[attr-defined]
    assert not caplog.records


@pytest.fixture
def no_warnings() -> Iterator[None]:
    logging.getLogger("tn_elicit").setLevel(logging.ERROR)
    yield
    logging.getLogger("tn_elicit").setLevel(logging.NOTSET)


# pytest would keep the exception of a warning.
@pytest.mark.usefixtures("no_warnings")
def test_failure_leaves_nothing_behind() -> None:
    """An exception holds its frames: it must be gone without the collector of cycles."""
    references = []

    class Failure(Exception):
        def __init__(self) -> None:
            references.append(weakref.ref(self))

    def resolver(request: str) -> str:
        raise Failure

    gc.disable()
    try:
        assert tn_elicit.server_request_response(resolver, message())
        assert references[0]() is None
    finally:
        gc.enable()


def test_resolver_is_kept_for_the_call_alone() -> None:
    class Resolver:
        def __call__(self, request: str) -> str:
            gc.collect()
            return ACCEPT

    resolver = Resolver()
    reference = weakref.ref(resolver)
    assert tn_elicit.server_request_response(Resolver(), message())
    assert tn_elicit.server_request_response(resolver, message())
    del resolver
    assert reference() is None


def test_resolver_may_call_the_package() -> None:
    def outer(request: str) -> str:
        inner = tn_elicit.server_request_response(lambda request: ACCEPT, message(5))
        assert inner and '"id":5' in inner
        with pytest.raises(tn_elicit.InvalidTextError):
            tn_elicit.answer_to_elicit_result("")
        return '{"ok":false,"reason":"declined"}'

    reply = tn_elicit.server_request_response(outer, message())
    assert reply == '{"jsonrpc":"2.0","id":4,"result":{"action":"decline"}}'


def test_failure_inside_a_resolver_stays_inside(caplog: pytest.LogCaptureFixture) -> None:
    def outer(request: str) -> str:
        inner = tn_elicit.server_request_response(failing_with(ValueError("inner")), message(5))
        assert inner and inner.endswith(CANCEL)
        return ACCEPT

    reply = tn_elicit.server_request_response(outer, message())
    assert reply and '"accept"' in reply
    assert len(caplog.records) == 1


def test_bad_message_does_not_ask() -> None:
    with pytest.raises(tn_elicit.InvalidTextError) as caught:
        tn_elicit.server_request_response(failing_with(AssertionError()), message() + "}")
    assert caught.value.status == Status.ERR_INVALID_JSON


def test_others_run_while_a_resolver_blocks() -> None:
    is_waiting, may_go = threading.Event(), threading.Event()

    def blocks(request: str) -> str:
        is_waiting.set()
        assert may_go.wait(60)
        return ACCEPT

    with ThreadPoolExecutor(1) as pool:
        blocked = pool.submit(tn_elicit.server_request_response, blocks, message(1))
        assert is_waiting.wait(60)
        other = tn_elicit.server_request_response(lambda request: ACCEPT, message(2))
        assert other and '"id":2' in other
        assert not blocked.done()
        may_go.set()
        reply = blocked.result(60)
        assert reply and '"id":1' in reply


def test_library_runs_without_the_interpreters_lock() -> None:
    """While one thread is in the library, another one runs."""
    text = b'{"ok":true,"data":[' + b'"aaaaaaa",' * 10_000_000 + b"0]}"
    turns = 0
    is_over = threading.Event()

    def count() -> None:
        nonlocal turns
        while not is_over.wait(0.001):
            turns += 1

    counter = threading.Thread(target=count)
    counter.start()
    tn_elicit.answer_to_elicit_result(text)
    is_over.set()
    counter.join()
    assert turns >= 5


@pytest.mark.usefixtures("no_warnings")
def test_many_threads() -> None:
    def run(thread: int) -> list[str]:
        ids = []
        for turn in range(500):
            id = thread * 1_000 + turn

            def resolver(request: str, id: int = id) -> str:
                ids.append(json.loads(request)["id"])
                if id % 3 == 0:
                    raise ValueError
                return json.dumps({"ok": True, "data": {"id": id}})

            reply = tn_elicit.server_request_response(resolver, message(id))
            expected = (
                '"action":"cancel"' if id % 3 == 0 else f'"action":"accept","content":{{"id":{id}}}'
            )
            assert reply == f'{{"jsonrpc":"2.0","id":{id},"result":{{{expected}}}}}'
        return ids

    with ThreadPoolExecutor(16) as pool:
        ids = [id for ids in pool.map(run, range(16)) for id in ids]
    assert len(set(ids)) == len(ids) == 16 * 500
