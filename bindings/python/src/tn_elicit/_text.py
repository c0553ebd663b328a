"""The functions for JSON text: what goes in, what comes out, and those that take one text."""

import enum
from collections.abc import Callable
from typing import TypeAlias, cast

from tn_elicit._library import library, outputs

Text: TypeAlias = str | bytes | bytearray | memoryview
"""JSON text: a ``str``, or UTF-8 in a buffer."""


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
    return cast(str, _made_of(params, _elicitation_to_request))


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
    return cast(str, _made_of(answer, _answer_to_elicit_result))


def url_elicitations(message: Text) -> str | None:
    """Makes Requests of the error -32042, with which a server answers a request of the host's own.

    The user has to visit addresses before the server goes on. Returns an array of Requests of the
    kind ``"authorization"``, or ``None`` if the message is anything else. The host gets consent for
    each, opens its ``url``, and sends its request again, under a new id, when all are completed
    (:func:`elicitation_ended`) or the user says so. Nothing is replied to the server.

    :raises UnsupportedInputError: the error names no address, or one that cannot be opened
    :raises InvalidTextError: message is no JSON text
    :raises MemoryError: there is no memory for the Requests
    :raises LibraryError: a bug in the library

    ::

        message = (
            '{"jsonrpc":"2.0","id":3,"error":{"code":-32042,"message":"Sign in","data":'
            '{"elicitations":[{"mode":"url","url":"https://a.test/","elicitationId":"e1"}]}}}'
        )
        tn_elicit.url_elicitations(message)
        # '[{"id":"elc-40-1","kind":"authorization","prompt":"","url":"https://a.test/",'
        # '"elicitationId":"e1"}]'
    """
    return _made_of(message, _url_elicitations)


def elicitation_ended(message: Text) -> str | None:
    """Says which question a message of the server's ends, for a host that keeps questions open.

    Returns ``{"requestId":…}`` when the server cancels its request: the question is dropped, and no
    reply is due. Returns ``{"elicitationId":…}`` when what was to be done at an address is
    completed: then no more is needed of the user. Returns ``None`` for any other message.

    :raises InvalidTextError: message is no JSON text
    :raises MemoryError: there is no memory for a text
    :raises LibraryError: a bug in the library

    ::

        message = (
            '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":3}}'
        )
        tn_elicit.elicitation_ended(message)
        # '{"requestId":3}'
    """
    return _made_of(message, _elicitation_ended)


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
_url_elicitations = library.tn_url_elicitations
_elicitation_ended = library.tn_elicitation_ended


def _made_of(given: Text, function: Callable[..., int]) -> str | None:
    """What a function of the library makes of one text."""
    text = as_bytes(given)
    out = outputs()
    out.must_be(function(text, len(text), out.text, out.error))
    return out.take()


def as_bytes(text: Text) -> bytes:
    """The text as what a pointer and a length can be taken of: real bytes, that nobody changes.

    A subclass's own methods are not asked: they may give something else, whose length lies.
    """
    if type(text) is bytes:
        return text
    if isinstance(text, str):
        # A lone surrogate is no UTF-8: the library refuses it, and names its place.
        return str.encode(text, "utf-8", "surrogatepass")
    if isinstance(text, (bytes, bytearray, memoryview)):
        # A copy: another thread could change the original while the library reads it.
        return memoryview(text).tobytes()
    raise TypeError(f"JSON text is str, bytes, bytearray or memoryview, not {type(text).__name__}")
