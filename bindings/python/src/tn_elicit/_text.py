"""The functions for JSON text."""

import ctypes
import enum
import logging
from collections.abc import Callable
from ctypes import byref, string_at
from typing import TypeAlias

from tn_elicit._errors import error_of
from tn_elicit._library import Error, ResolverCallback, String, library

_logger = logging.getLogger("tn_elicit")

Text: TypeAlias = str | bytes | bytearray | memoryview
"""JSON text: a ``str``, or UTF-8 in a buffer."""

Resolver: TypeAlias = Callable[[str], Text | None]
"""Is given a Request, asks the user, and returns a whole Answer.

:func:`server_request_response` says more."""


class Modes(enum.IntFlag):
    """What a host's resolver can answer; see :func:`client_capabilities`."""

    FORM = 1
    """The server asks for data, by a schema."""
    URL = 2
    """The server asks to open an address."""


def elicitation_to_request(params: Text) -> str:
    """Turns the params of an ``elicitation/create`` into a Request for the host's resolver.

    The Request is ``{"id":…,"kind":"input","prompt":…,"data":{"schema":…}}``, or has the kind
    ``"authorization"`` and a ``url``. Its id is unique in the process and opaque. Any JSON value is
    taken; one that is no object has no members.

    :raises InvalidTextError: params is no JSON text
    :raises MemoryError: there is no memory for the Request
    :raises LibraryError: a bug in the library

    ::

        tn_elicit.elicitation_to_request('{"message":"Your name?"}')
        # '{"id":"elc-40-1","kind":"input","prompt":"Your name?"}'
    """
    text = as_bytes(params)
    request, error = String(), Error()
    if _elicitation_to_request(text, len(text), byref(request), byref(error)) < 0:
        raise error_of(error.status, error.message.decode())
    return taken(request)


def answer_to_elicit_result(answer: Text) -> str:
    """Turns a whole Answer, ``{"ok":…,"data":…,"reason":…}``, into the MCP ElicitResult to send.

    It is an accept with content if ``ok`` is ``true``, a decline if ``reason`` is ``"declined"``,
    and otherwise a cancel. Consent is the literal ``true``: ``1``, ``"true"`` and ``{}`` are not.

    :raises InvalidTextError: answer is no JSON text
    :raises MemoryError: there is no memory for the ElicitResult
    :raises LibraryError: a bug in the library

    ::

        tn_elicit.answer_to_elicit_result('{"ok":true,"data":{"name":"muthu"}}')
        # '{"action":"accept","content":{"name":"muthu"}}'
    """
    text = as_bytes(answer)
    result, error = String(), Error()
    if _answer_to_elicit_result(text, len(text), byref(result), byref(error)) < 0:
        raise error_of(error.status, error.message.decode())
    return taken(result)


def server_request_response(resolver: Resolver | None, message: Text) -> str | None:
    """Answers one message that the server sent, while the host's own ``tools/call`` is in flight.

    Returns the frame to write back, or ``None`` if none is due: the message is a response or a
    notification. The one rule for a reader loop: if it is not ``None``, write it and a newline.

    An ``elicitation/create`` is given to ``resolver``, which is called once, on this thread, with a
    Request as JSON text, and returns a whole Answer as JSON text. ``None`` is no answer, which is a
    cancel. Any other request is refused with "Method not found", and so is every one if
    ``resolver`` is ``None``: such a host advertises nothing, ``client_capabilities(Modes(0))``.

    If the resolver raises an ``Exception``, or its Answer is no JSON text, the server gets a cancel
    and a warning with the exception goes to the logger ``tn_elicit``. What is no ``Exception``
    (``KeyboardInterrupt``, ``SystemExit``, ``asyncio.CancelledError``) is raised again when the
    reply is made; its attribute ``tn_elicit_reply`` is that reply, a cancel, for those who still
    want to write it.

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
    text = as_bytes(message)
    reply, error = String(), Error()
    call = None if resolver is None else _Call(resolver)
    callback = _NO_RESOLVER if resolver is None else _RESOLVER
    status = _server_request_response(callback, call, text, len(text), byref(reply), byref(error))
    if status < 0:
        raise error_of(status, error.message.decode())
    frame = None if reply.data is None else taken(reply)
    if call is not None and call.failures:
        _report(call, frame)
    return frame


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

    :raises UnsupportedInputError: the server asks for something else, or there is no resolver; no
        one was asked
    :raises InvalidTextError: params or result is no JSON text; no one was asked
    :raises MemoryError: there is no memory for a text
    :raises LibraryError: a bug in the library

    ::

        result = '{"resultType":"input_required","requestState":"s"}'
        tn_elicit.input_required_retry(None, '{"name":"greet"}', result)
        # '{"name":"greet","requestState":"s"}'
    """
    sent = as_bytes(params)
    came = as_bytes(result)
    retry, error = String(), Error()
    call = None if resolver is None else _Call(resolver)
    callback = _NO_RESOLVER if resolver is None else _RESOLVER
    status = _input_required_retry(
        callback, call, sent, len(sent), came, len(came), byref(retry), byref(error)
    )
    if status < 0:
        raise error_of(status, error.message.decode())
    text = None if retry.data is None else taken(retry)
    if call is not None and call.failures:
        _report(call, text)
    return text


def client_capabilities(modes: Modes) -> str:
    """The capabilities to send with ``initialize``: JSON, for what the resolver can answer.

    A host without a resolver passes ``Modes(0)`` and so advertises nothing.

    ::

        tn_elicit.client_capabilities(tn_elicit.Modes.FORM | tn_elicit.Modes.URL)
        # '{"elicitation":{"form":{},"url":{}}}'
    """
    capabilities: bytes = library.tn_client_capabilities(modes)
    return capabilities.decode()


def version() -> str:
    """The version of the library that is loaded, ``"MAJOR.MINOR.PATCH"``."""
    number: bytes = library.tn_version()
    return number.decode()


# ---- The boundary

_elicitation_to_request = library.tn_elicitation_to_request
_answer_to_elicit_result = library.tn_answer_to_elicit_result
_server_request_response = library.tn_server_request_response
_input_required_retry = library.tn_input_required_retry
_answer_set = library.tn_answer_set
_string_free = library.tn_string_free

_STRING_AT_MOST = 2**31 - 1
"""string_at takes its length as a C int before Python 3.14."""


class _Call:
    """One call of the library with a resolver."""

    __slots__ = ("failures", "interrupted", "resolver")

    def __init__(self, resolver: Resolver) -> None:
        self.resolver = resolver
        self.failures: list[BaseException] = []
        self.interrupted = False


def _trampoline(call: _Call, request: int, request_len: int, answer: int) -> int:
    """What the library calls. Nothing may be raised into it."""
    if call.interrupted:
        return 1
    try:
        given = call.resolver(_copy(request, request_len).decode())
        if given is not None:
            _give(given, answer)
    except BaseException as failure:
        call.failures.append(failure)
        call.interrupted = not isinstance(failure, Exception)
        return 1
    return 0


_RESOLVER = ResolverCallback(_trampoline)
_NO_RESOLVER = ResolverCallback()  # which is NULL


def _give(given: Text, answer: int) -> None:
    text = as_bytes(given)
    error = Error()
    if _answer_set(answer, text, len(text), byref(error)) < 0:
        raise error_of(error.status, error.message.decode())


def _report(call: _Call, reply: str | None) -> None:
    failures, call.failures = call.failures, []
    failure: BaseException | None = None
    try:
        while failures:
            failure = failures.pop(0)
            if not isinstance(failure, Exception):
                failure.tn_elicit_reply = reply  # type: ignore[attr-defined]
                raise failure
            warn(failure)
    finally:
        # Or else they and this frame, which is in a traceback, keep each other alive.
        del failures, failure


def warn(failure: Exception) -> None:
    _logger.warning("the resolver failed; the server gets a cancel", exc_info=failure)


def as_bytes(text: Text) -> bytes:
    if type(text) is bytes:
        return text
    if isinstance(text, str):
        # A lone surrogate is no UTF-8: the library refuses it, and names its place.
        return text.encode("utf-8", "surrogatepass")
    if isinstance(text, (bytes, bytearray, memoryview)):
        # A copy: another thread could change the original while the library reads it.
        return bytes(text)
    raise TypeError(f"JSON text is str, bytes, bytearray or memoryview, not {type(text).__name__}")


def _copy(data: int, length: int) -> bytes:
    if length <= _STRING_AT_MOST:
        return string_at(data, length)
    return (ctypes.c_char * length).from_address(data).raw


def taken(text: String) -> str:
    """Copies a text that the library made, and gives it back."""
    try:
        # The library sets the pointer when it sets the status, so it is not None.
        return _copy(text.data, text.len).decode()  # type: ignore[arg-type]
    finally:
        _string_free(byref(text))
