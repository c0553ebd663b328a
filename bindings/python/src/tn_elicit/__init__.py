"""Answers an MCP server's ``elicitation/create`` on the client's side.

While an MCP server serves a ``tools/call`` it may ask the user something: it sends its client an
``elicitation/create`` request and waits. A host hands every line that its server sends to
:func:`server_request_response` and writes back what comes::

    def resolver(request: str) -> str:
        print(json.loads(request)["prompt"])
        return '{"ok":true,"data":{"name":"muthu"}}'

    for line in from_server:
        reply = tn_elicit.server_request_response(resolver, line)
        if reply is not None:
            to_server.write(reply + "\\n")

**Two levels.** The functions here take and return JSON text, and what passes through (ids, URLs,
schemas, data) keeps its tokens: the digits of numbers, the order of members.
:mod:`tn_elicit.objects` has the same functions for dicts.

**Text** is ``str``, or anything with UTF-8 in a buffer (``bytes``, ``bytearray``, ``memoryview``),
of any size. What a function returns is a ``str`` on one line.

**Threads.** Any thread may call anything at any time. The library runs without the interpreter's
lock, and while a resolver blocks, other threads run. No lock is held around a resolver, and it may
call this package itself.

**Event loops.** :func:`server_request_response_async` awaits its resolver; under it are two halves,
:func:`server_request_begin` and :func:`server_request_finish`, that never wait.
:func:`elicitation_ended` tells what ends a question that is open.

**Addresses.** A server may end a call with the error -32042: :func:`url_elicitations`.

**MCP 2026-07-28.** There a result asks for input: :func:`input_required_retry`, and
:func:`input_required_retry_async` for hosts that sample as well. Under them are two halves, too.

**The library** is loaded on import from the path in ``TN_ELICIT_LIBRARY`` if that is set, else from
inside this package (as in its wheels), else in the way of the system's loader. It is an
``ImportError`` if there is none, or one of another version.
"""

from tn_elicit._errors import (
    Error,
    InvalidTextError,
    LibraryError,
    Status,
    UnknownResultTypeError,
    UnsupportedInputError,
)
from tn_elicit._halves import (
    Begun,
    input_required_begin,
    input_required_finish,
    server_request_begin,
    server_request_finish,
)
from tn_elicit._policy import (
    AsyncResolver,
    Others,
    Resolver,
    input_required_retry,
    input_required_retry_async,
    server_request_response,
    server_request_response_async,
)
from tn_elicit._text import (
    Modes,
    Text,
    answer_to_elicit_result,
    client_capabilities,
    elicitation_ended,
    elicitation_to_request,
    url_elicitations,
    version,
)

__all__ = [
    "AsyncResolver",
    "Begun",
    "Error",
    "InvalidTextError",
    "LibraryError",
    "Modes",
    "Others",
    "Resolver",
    "Status",
    "Text",
    "UnknownResultTypeError",
    "UnsupportedInputError",
    "answer_to_elicit_result",
    "client_capabilities",
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
    "version",
]
