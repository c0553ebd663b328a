"""The same functions as in :mod:`tn_elicit`, for dicts instead of JSON text.

They go through :mod:`json`, so numbers are Python's: an integer keeps its digits, ``1.0`` stays a
float, and ``1e400`` becomes infinite, which is refused with a ``ValueError`` on its way back.
Nesting is limited to what :mod:`json` can take; beyond, it raises a ``RecursionError``. Hosts that
have JSON text at hand are faster, and exact, with the functions of :mod:`tn_elicit`.
"""

import json
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple, TypeAlias, TypedDict, cast

import tn_elicit
from tn_elicit._text import Modes

__all__ = [
    "Answer",
    "AsyncResolver",
    "Begun",
    "ElicitResult",
    "Ended",
    "InputRequired",
    "InputResponses",
    "Others",
    "Request",
    "Resolver",
    "accept",
    "answer_to_elicit_result",
    "cancel",
    "client_capabilities",
    "decline",
    "elicitation_ended",
    "elicitation_to_request",
    "input_required_begin",
    "input_required_finish",
    "input_required_retry",
    "input_required_retry_async",
    "server_request_begin",
    "server_request_finish",
    "server_request_response",
    "server_request_response_async",
    "url_elicitations",
]


class _RequiredOfRequest(TypedDict):
    id: str
    kind: str
    prompt: str


class Request(_RequiredOfRequest, total=False):
    """What a server asks.

    ``id`` is unique in the process, ``kind`` is ``"input"`` or ``"authorization"``, ``prompt`` is
    to be shown to the user. An authorization has a ``url``, an input may have ``data``: its
    ``schema``. What tells which call it belongs to is there where the server gave it.
    """

    url: str
    data: dict[str, Any]
    elicitationId: str
    _meta: dict[str, Any]


class Answer(TypedDict, total=False):
    """What a resolver answers; :func:`accept`, :func:`decline` and :func:`cancel` make one."""

    ok: bool
    data: Any
    reason: str


class _RequiredOfElicitResult(TypedDict):
    action: str


class ElicitResult(_RequiredOfElicitResult, total=False):
    """What an Answer becomes for the server.

    ``action`` is ``"accept"``, ``"decline"`` or ``"cancel"``; ``content`` comes with an accept.
    """

    content: Any


class InputRequired(TypedDict):
    """What a result asks for, by its keys; see :func:`input_required_begin`."""

    requests: dict[str, Request]
    others: dict[str, dict[str, Any]]


class InputResponses(TypedDict, total=False):
    """What to answer that with, by the same keys; see :func:`input_required_finish`."""

    answers: dict[str, Answer]
    others: dict[str, Any]


class Ended(TypedDict, total=False):
    """Which question is over: one of the two is there; see :func:`elicitation_ended`."""

    requestId: Any
    elicitationId: str


Resolver: TypeAlias = Callable[[Request], Answer | None]
"""Is given a Request, asks the user, and returns an Answer; ``None`` is a cancel."""

AsyncResolver: TypeAlias = Callable[[Request], Awaitable[Answer | None]]
"""The same, awaited."""

Others: TypeAlias = Callable[[dict[str, Any]], Awaitable[Any]]
"""Is given what a server asks for that is no elicitation, and returns its result."""


class Begun(NamedTuple):
    """What is due for a message; see :func:`server_request_begin`."""

    request: Request | None
    """Ask the user with this Request, and call :func:`server_request_finish` with the Answer."""
    reply: dict[str, Any] | None
    """Write this frame."""


def accept(data: Any = None) -> Answer:
    """The user consents, with this data; servers that asked by form want a dict of it.

    ``None`` and ``False`` become ``{}``.
    """
    return {"ok": True, "data": data}


def decline() -> Answer:
    """The user says no."""
    return {"ok": False, "reason": "declined"}


def cancel() -> Answer:
    """There is no answer: dismissed, timed out, gone."""
    return {"ok": False, "reason": "cancelled"}


def elicitation_to_request(params: Any) -> Request:
    """:func:`tn_elicit.elicitation_to_request` for dicts.

    :raises ValueError, TypeError: params cannot be written as JSON

    ::

        elicitation_to_request({"message": "Your name?"})
        # {'id': 'elc-40-1', 'kind': 'input', 'prompt': 'Your name?'}
    """
    return cast(Request, json.loads(tn_elicit.elicitation_to_request(_text(params))))


def answer_to_elicit_result(answer: Answer) -> ElicitResult:
    """:func:`tn_elicit.answer_to_elicit_result` for dicts.

    :raises ValueError, TypeError: answer cannot be written as JSON

    ::

        answer_to_elicit_result(accept({"name": "muthu"}))
        # {'action': 'accept', 'content': {'name': 'muthu'}}
    """
    return cast(ElicitResult, json.loads(tn_elicit.answer_to_elicit_result(_text(answer))))


def server_request_response(
    resolver: Resolver | None, message: dict[str, Any]
) -> dict[str, Any] | None:
    """:func:`tn_elicit.server_request_response` for dicts.

    An Answer that cannot be written as JSON is a failure of the resolver, and so is a Request that
    :mod:`json` cannot read.

    :raises ValueError, TypeError: message cannot be written as JSON, or is JSON text already

    ::

        message = {"jsonrpc": "2.0", "id": 3, "method": "elicitation/create", "params": {}}
        server_request_response(lambda request: decline(), message)
        # {'jsonrpc': '2.0', 'id': 3, 'result': {'action': 'decline'}}
    """
    reply = tn_elicit.server_request_response(_for_text(resolver), _message(message))
    return None if reply is None else cast(dict[str, Any], json.loads(reply))


def server_request_begin(modes: Modes, message: dict[str, Any]) -> Begun:
    """:func:`tn_elicit.server_request_begin` for dicts.

    :raises ValueError, TypeError: message cannot be written as JSON, or is JSON text already

    ::

        message = {"jsonrpc": "2.0", "id": 3, "method": "elicitation/create", "params": {}}
        server_request_begin(Modes.FORM, message).request
        # {'id': 'elc-40-1', 'kind': 'input', 'prompt': ''}
    """
    request, reply = tn_elicit.server_request_begin(modes, _message(message))
    return Begun(
        None if request is None else cast(Request, json.loads(request)),
        None if reply is None else cast(dict[str, Any], json.loads(reply)),
    )


def server_request_finish(message: dict[str, Any], answer: Answer | None) -> dict[str, Any] | None:
    """:func:`tn_elicit.server_request_finish` for dicts.

    :raises ValueError, TypeError: message or answer cannot be written as JSON, or is JSON text
        already

    ::

        message = {"jsonrpc": "2.0", "id": 3, "method": "elicitation/create", "params": {}}
        server_request_finish(message, decline())
        # {'jsonrpc': '2.0', 'id': 3, 'result': {'action': 'decline'}}
    """
    given = None if answer is None else _text(answer)
    reply = tn_elicit.server_request_finish(_message(message), given)
    return None if reply is None else cast(dict[str, Any], json.loads(reply))


async def server_request_response_async(
    resolver: AsyncResolver | None, message: dict[str, Any]
) -> dict[str, Any] | None:
    """:func:`tn_elicit.server_request_response_async` for dicts.

    :raises ValueError, TypeError: message cannot be written as JSON, or is JSON text already

    ::

        async def resolver(request: Request) -> Answer:
            return accept(await ask_in_the_window(request))

        reply = await server_request_response_async(resolver, message)
    """
    reply = await tn_elicit.server_request_response_async(
        _awaited_for_text(resolver), _message(message)
    )
    return None if reply is None else cast(dict[str, Any], json.loads(reply))


def input_required_retry(
    resolver: Resolver | None, params: dict[str, Any], result: dict[str, Any]
) -> dict[str, Any] | None:
    """:func:`tn_elicit.input_required_retry` for dicts.

    :raises ValueError, TypeError: params or result cannot be written as JSON, or is JSON text
        already

    ::

        result = {"resultType": "input_required", "requestState": "s"}
        input_required_retry(None, {"name": "greet"}, result)
        # {'name': 'greet', 'requestState': 's'}
    """
    retry = tn_elicit.input_required_retry(_for_text(resolver), _message(params), _message(result))
    return None if retry is None else cast(dict[str, Any], json.loads(retry))


async def input_required_retry_async(
    resolver: AsyncResolver | None,
    params: dict[str, Any],
    result: dict[str, Any],
    others: Others | None = None,
) -> dict[str, Any] | None:
    """:func:`tn_elicit.input_required_retry_async` for dicts.

    :raises ValueError, TypeError: params, result or what others returned cannot be written as JSON,
        or is JSON text already

    ::

        async def others(request: dict[str, Any]) -> dict[str, Any]:
            if request["method"] != "sampling/createMessage":
                raise ValueError("not advertised")
            return await sample(request["params"])

        retry = await input_required_retry_async(resolver, params, result, others)
    """
    retry = await tn_elicit.input_required_retry_async(
        _awaited_for_text(resolver),
        _message(params),
        _message(result),
        None if others is None else _others_for_text(others),
    )
    return None if retry is None else cast(dict[str, Any], json.loads(retry))


def input_required_begin(modes: Modes, result: dict[str, Any]) -> InputRequired | None:
    """:func:`tn_elicit.input_required_begin` for dicts.

    :raises ValueError, TypeError: result cannot be written as JSON, or is JSON text already

    ::

        asks = {"who": {"method": "elicitation/create", "params": {"message": "Name?"}}}
        result = {"resultType": "input_required", "inputRequests": asks}
        input_required_begin(Modes.FORM, result)
        # {'requests': {'who': {'id': 'elc-40-1', 'kind': 'input', 'prompt': 'Name?'}},
        #  'others': {}}
    """
    requests = tn_elicit.input_required_begin(modes, _message(result))
    return None if requests is None else cast(InputRequired, json.loads(requests))


def input_required_finish(
    params: dict[str, Any], result: dict[str, Any], responses: InputResponses | None
) -> dict[str, Any] | None:
    """:func:`tn_elicit.input_required_finish` for dicts.

    :raises ValueError, TypeError: params, result or responses cannot be written as JSON, or is JSON
        text already

    ::

        responses = {"answers": {"who": accept({"name": "muthu"})}}
        input_required_finish({"name": "greet"}, result, responses)
        # {'name': 'greet',
        #  'inputResponses': {'who': {'action': 'accept', 'content': {'name': 'muthu'}}}}
    """
    given = None if responses is None else _message(responses)
    retry = tn_elicit.input_required_finish(_message(params), _message(result), given)
    return None if retry is None else cast(dict[str, Any], json.loads(retry))


def url_elicitations(message: dict[str, Any]) -> list[Request] | None:
    """:func:`tn_elicit.url_elicitations` for dicts.

    :raises ValueError, TypeError: message cannot be written as JSON, or is JSON text already

    ::

        elicitations = [{"mode": "url", "url": "https://a.test/", "message": "Sign in"}]
        error = {"code": -32042, "message": "Sign in", "data": {"elicitations": elicitations}}
        url_elicitations({"jsonrpc": "2.0", "id": 3, "error": error})
        # [{'id': 'elc-40-1', 'kind': 'authorization', 'prompt': 'Sign in',
        #   'url': 'https://a.test/'}]
    """
    requests = tn_elicit.url_elicitations(_message(message))
    return None if requests is None else cast(list[Request], json.loads(requests))


def elicitation_ended(message: dict[str, Any]) -> Ended | None:
    """:func:`tn_elicit.elicitation_ended` for dicts.

    :raises ValueError, TypeError: message cannot be written as JSON, or is JSON text already

    ::

        params = {"requestId": 3}
        elicitation_ended({"method": "notifications/cancelled", "params": params})
        # {'requestId': 3}
    """
    ended = tn_elicit.elicitation_ended(_message(message))
    return None if ended is None else cast(Ended, json.loads(ended))


def client_capabilities(modes: Modes) -> dict[str, Any]:
    """:func:`tn_elicit.client_capabilities` as a dict."""
    return cast(dict[str, Any], json.loads(tn_elicit.client_capabilities(modes)))


def _text(value: Any) -> str:
    return json.dumps(value, allow_nan=False, separators=(",", ":"))


def _message(value: Any) -> str:
    if isinstance(value, str):
        # It would be a scalar, which needs no reply: a request would stay without one.
        raise TypeError("tn_elicit.objects takes a dict; tn_elicit takes JSON text")
    return _text(value)


def _for_text(resolver: Resolver | None) -> tn_elicit.Resolver | None:
    if resolver is None:
        return None

    def inner(request: str) -> str | None:
        answer = resolver(json.loads(request))
        return None if answer is None else _text(answer)

    return inner


def _awaited_for_text(resolver: AsyncResolver | None) -> tn_elicit.AsyncResolver | None:
    if resolver is None:
        return None

    async def inner(request: str) -> str | None:
        answer = await resolver(json.loads(request))
        return None if answer is None else _text(answer)

    return inner


def _others_for_text(others: Others) -> tn_elicit.Others:
    async def inner(request: str) -> str:
        return _text(await others(json.loads(request)))

    return inner
