"""The policy in two halves, and what event loops make of them."""

from collections.abc import Awaitable, Callable
from ctypes import byref
from typing import NamedTuple, TypeAlias

from tn_elicit._errors import error_of
from tn_elicit._library import Error, String, library
from tn_elicit._text import Modes, Text, as_bytes, taken, warn

AsyncResolver: TypeAlias = Callable[[str], Awaitable[Text | None]]
"""Is given a Request, asks the user, and returns a whole Answer, in its own time.

:func:`server_request_response_async` says more."""


class Begun(NamedTuple):
    """What is due for a message; see :func:`server_request_begin`."""

    request: str | None
    """Ask the user with this Request, and call :func:`server_request_finish` with the Answer."""
    reply: str | None
    """Write this frame."""


def server_request_begin(modes: Modes, message: Text) -> Begun:
    """The first half of :func:`server_request_response`, for a host that must not block.

    Nothing is kept: the host keeps the message until there is an answer, and drops it when the
    server cancels its request. An elicitation in a mode that is not among ``modes``, which the host
    advertised, has a reply that refuses it; ``Modes(0)`` is for a host without a resolver. If
    neither a request nor a reply is due, both are ``None``.

    :raises InvalidTextError: message is no JSON text
    :raises MemoryError: there is no memory for a text
    :raises LibraryError: a bug in the library

    ::

        message = '{"jsonrpc":"2.0","id":3,"method":"elicitation/create","params":{}}'
        tn_elicit.server_request_begin(tn_elicit.Modes.FORM, message).request
        # '{"id":"elc-40-1","kind":"input","prompt":""}'
    """
    text = as_bytes(message)
    request, reply, error = String(), String(), Error()
    status = _begin(modes, text, len(text), byref(request), byref(reply), byref(error))
    if status < 0:
        raise error_of(status, error.message.decode())
    return Begun(
        None if request.data is None else taken(request),
        None if reply.data is None else taken(reply),
    )


def server_request_finish(message: Text, answer: Text | None) -> str | None:
    """The second half: the frame for a message that :func:`server_request_begin` had a Request for.

    ``answer`` is a whole Answer; ``None`` is a cancel. Returns ``None`` if the message is no
    request for an elicitation, so that there is nothing to finish. It can be called again, with
    another answer.

    :raises InvalidTextError: message or answer is no JSON text; it says which
    :raises MemoryError: there is no memory for a text
    :raises LibraryError: a bug in the library

    ::

        message = '{"jsonrpc":"2.0","id":3,"method":"elicitation/create","params":{}}'
        tn_elicit.server_request_finish(message, '{"ok":true}')
        # '{"jsonrpc":"2.0","id":3,"result":{"action":"accept","content":{}}}'
    """
    text = as_bytes(message)
    given = None if answer is None else as_bytes(answer)
    reply, error = String(), Error()
    status = _finish(
        text, len(text), given, 0 if given is None else len(given), byref(reply), byref(error)
    )
    if status < 0:
        raise error_of(status, error.message.decode())
    return None if reply.data is None else taken(reply)


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
    # The message must be the same in both halves.
    text = as_bytes(message)
    modes = Modes(0) if resolver is None else Modes.FORM | Modes.URL
    request, reply = server_request_begin(modes, text)
    if request is None or resolver is None:
        return reply
    try:
        answer = await resolver(request)
        return server_request_finish(text, answer)
    except Exception as failure:
        warn(failure)
        return server_request_finish(text, None)


_begin = library.tn_server_request_begin
_finish = library.tn_server_request_finish
