"""The whole policy: the two halves, and between them a resolver that is called or awaited."""

import logging
import re
from collections.abc import Awaitable, Callable, Iterator
from typing import TypeAlias

from tn_elicit._errors import UnsupportedInputError
from tn_elicit._halves import begin, finish, input_required_begin, input_required_finish
from tn_elicit._text import Modes, Text, answer_to_elicit_result, as_bytes

Resolver: TypeAlias = Callable[[str], Text | None]
"""Is given a Request, asks the user, and returns a whole Answer.

:func:`server_request_response` says more."""

AsyncResolver: TypeAlias = Callable[[str], Awaitable[Text | None]]
"""The same, awaited, in its own time; :func:`server_request_response_async` says more."""

Others: TypeAlias = Callable[[str], Awaitable[Text]]
"""Is given what a server asks for that is no elicitation, ``{"method":…,"params":…}``, and returns
the result of that request. :func:`input_required_retry_async` says more."""

_BYTE_ORDER_MARK = "\ufeff"

_logger = logging.getLogger("tn_elicit")

# Made once: an enum takes its time.
_NO_MODES, _ALL_MODES = Modes(0), Modes.FORM | Modes.URL


def server_request_response(resolver: Resolver | None, message: Text) -> str | None:
    """Answers one message that the server sent, while the host's own ``tools/call`` is in flight.

    Returns the frame to write back, or ``None`` if none is due: the message is a response or a
    notification. The one rule for a reader loop: if it is not ``None``, write it and a newline.

    An ``elicitation/create`` is given to ``resolver``, which is called once, on this thread, with a
    Request as JSON text, and returns a whole Answer as JSON text. ``None`` is no answer, which is a
    cancel. A ``ping`` gets its empty result. Any other request is refused with "Method not found",
    and so is every elicitation if ``resolver`` is ``None``: such a host advertises nothing,
    ``client_capabilities(Modes(0))``.

    If the resolver raises an ``Exception``, or its Answer is no JSON text, the server gets a cancel
    and a warning with the exception goes to the logger ``tn_elicit``. What is no ``Exception``
    (``KeyboardInterrupt``, ``SystemExit``, ``asyncio.CancelledError``) is raised again when the
    reply is made; its attribute ``tn_elicit_reply`` is that reply, a cancel, for those who still
    want to write it. An interrupt that comes before or after the resolver is raised as it is.

    :raises InvalidTextError: message is no JSON text; the resolver was not called
    :raises MemoryError: there is no memory for a text
    :raises LibraryError: a bug in the library

    ::

        def resolver(request: str) -> str:
            return '{"ok":false,"reason":"declined"}'

        message = '{"jsonrpc":"2.0","id":3,"method":"elicitation/create","params":{}}'
        tn_elicit.server_request_response(resolver, message)
        # '{"jsonrpc":"2.0","id":3,"result":{"action":"decline"}}'
    """
    # The message must be the same in both halves.
    text = as_bytes(message)
    request, reply = begin(_modes(resolver), text)
    if request is None or resolver is None:
        return reply
    try:
        return finish(text, resolver(request))
    except Exception as failure:
        _warn(failure)
        return finish(text, None)
    except BaseException as interrupt:
        interrupt.tn_elicit_reply = finish(text, None)  # type: ignore[attr-defined]
        raise


async def server_request_response_async(
    resolver: AsyncResolver | None, message: Text
) -> str | None:
    """:func:`server_request_response` with a resolver that is awaited.

    Several may be open at once: a host makes a task of each message, and writes what comes of it.
    When the server cancels its request the host cancels the task: then there is no reply, and
    ``asyncio.CancelledError`` is raised as ever.

    If the resolver raises an ``Exception``, or its Answer is no JSON text, the server gets a cancel
    and a warning with the exception goes to the logger ``tn_elicit``. What is no ``Exception``
    passes through, without a reply.

    :raises InvalidTextError: message is no JSON text; the resolver was not called
    :raises MemoryError: there is no memory for a text
    :raises LibraryError: a bug in the library

    ::

        async def resolver(request: str) -> str:
            return await ask_in_the_window(request)

        reply = await tn_elicit.server_request_response_async(resolver, message)
    """
    text = as_bytes(message)
    request, reply = begin(_modes(resolver), text)
    if request is None or resolver is None:
        return reply
    try:
        return finish(text, await resolver(request))
    except Exception as failure:
        _warn(failure)
        return finish(text, None)


def input_required_retry(resolver: Resolver | None, params: Text, result: Text) -> str | None:
    """Answers what a result asks for, and makes the params to send the same request with again.

    From MCP 2026-07-28 on the result of a ``tools/call``, ``prompts/get`` or ``resources/read`` may
    have the ``resultType`` ``"input_required"``. Returns the params to send under a new id, or
    ``None`` if the result does not ask for input: it is the final one. A host limits the rounds
    that it goes along with.

    ``params`` are those of the request that was sent. Each ``elicitation/create`` among the
    ``inputRequests`` is given to ``resolver``, one after the other, as in
    :func:`server_request_response`; one that fails is a cancel for its key. When it raises what is
    no ``Exception`` the others are not asked, and ``tn_elicit_reply`` are the params.

    :raises UnsupportedInputError: the server asks for something else or for what cannot be asked,
        or there is no resolver; no one was asked
    :raises UnknownResultTypeError: the result does not ask for input, and must not pass for final
    :raises InvalidTextError: params or result is no JSON text; no one was asked
    :raises MemoryError: there is no memory for a text
    :raises LibraryError: a bug in the library

    ::

        result = '{"resultType":"input_required","requestState":"s"}'
        tn_elicit.input_required_retry(None, '{"name":"greet"}', result)
        # '{"name":"greet","requestState":"s"}'
    """
    sent, came = as_bytes(params), as_bytes(result)
    # What cannot be answered is refused before anyone is asked.
    cancelled = input_required_finish(sent, came, None)
    begun = input_required_begin(_modes(resolver), came)
    if begun is None or resolver is None:
        return cancelled
    (_, requests), _ = _members(begun)
    answers: list[str] = []
    try:
        for key, request in _members(requests):
            try:
                _add(answers, key, resolver(request))
            except Exception as failure:
                _warn(failure)
    except BaseException as interrupt:
        retry = input_required_finish(sent, came, _responses(answers, []))
        interrupt.tn_elicit_reply = retry  # type: ignore[attr-defined]
        raise
    return input_required_finish(sent, came, _responses(answers, []))


async def input_required_retry_async(
    resolver: AsyncResolver | None,
    params: Text,
    result: Text,
    others: Others | None = None,
) -> str | None:
    """:func:`input_required_retry` with a resolver that is awaited, for hosts that sample as well.

    The Requests are given to ``resolver``, one after the other. Then each input request of another
    method (sampling, roots) is given to ``others``, which returns the result that goes on to the
    server as it is. Without ``others`` such a request is refused; a host that gives it answers what
    it advertised, and raises for anything else.

    A resolver that fails is a cancel for its key, as in :func:`server_request_response_async`. What
    ``others`` raises passes through, and so does what is no ``Exception``: there are no params
    then, and a host that gives up has nothing to send.

    :raises UnsupportedInputError: the server asks for something else or for what cannot be asked,
        or there is no resolver; no one was asked
    :raises UnknownResultTypeError: the result does not ask for input, and must not pass for final
    :raises InvalidTextError: params or result is no JSON text, and no one was asked; or what
        ``others`` returned is none
    :raises MemoryError: there is no memory for a text
    :raises LibraryError: a bug in the library

    ::

        async def others(request: str) -> str:
            asked = json.loads(request)
            if asked["method"] != "sampling/createMessage":
                raise ValueError("not advertised")
            return json.dumps(await sample(asked["params"]))

        retry = await tn_elicit.input_required_retry_async(resolver, params, result, others)
    """
    sent, came = as_bytes(params), as_bytes(result)
    try:
        input_required_finish(sent, came, None)
    except UnsupportedInputError:
        # With others it may be that only their results are not there yet.
        if others is None:
            raise
    begun = input_required_begin(_modes(resolver), came)
    if begun is None:
        return None
    (_, requests), (_, other_requests) = _members(begun)
    answers: list[str] = []
    results: list[str] = []
    if resolver is not None:
        for key, request in _members(requests):
            try:
                _add(answers, key, await resolver(request))
            except Exception as failure:
                _warn(failure)
    if others is not None:
        for key, request in _members(other_requests):
            _add(results, key, await others(request))
    return input_required_finish(sent, came, _responses(answers, results))


def _modes(resolver: Resolver | AsyncResolver | None) -> Modes:
    return _NO_MODES if resolver is None else _ALL_MODES


def _warn(failure: Exception) -> None:
    _logger.warning("the resolver failed; the server gets a cancel", exc_info=failure)


# ---- Objects, by their members' tokens

_MARK = re.compile(r'\\.|["{}\[\]:,]')
"""What tells where a member ends; an escape is one mark, so that its quote is none."""


def _members(text: str) -> Iterator[tuple[str, str]]:
    """The members of an object that the library wrote: each name and value, as they stand there.

    So a value keeps its digits and its duplicates, and may be of any depth. There is no white space
    between tokens.
    """
    depth, quoted, start, colon = 0, False, 1, 0
    for mark in _MARK.finditer(text):
        sign, at = mark[0], mark.start()
        if sign == '"':
            quoted = not quoted
        elif quoted:
            continue
        elif sign in "{[":
            depth += 1
        elif sign == ":" and depth == 1:
            colon = at
        elif sign in ",}" and depth == 1 and start < at:
            yield text[start:colon], text[colon + 1 : at]
            start = at + 1
        elif sign in "}]":
            depth -= 1


def _add(members: list[str], name: str, value: Text | None) -> None:
    """Adds a member, unless there is no value; raises if the value is no JSON text of its own."""
    if value is not None:
        given = as_bytes(value)
        answer_to_elicit_result(given)
        members.append(f"{name}:{given.decode().removeprefix(_BYTE_ORDER_MARK)}")


def _responses(answers: list[str], others: list[str]) -> str:
    return f'{{"answers":{{{",".join(answers)}}},"others":{{{",".join(others)}}}}}'
