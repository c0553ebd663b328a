"""The policy in two halves: nothing waits, and nothing is kept between them."""

from typing import NamedTuple

from tn_elicit._library import library, outputs
from tn_elicit._text import Modes, Text, as_bytes


class Begun(NamedTuple):
    """What is due for a message; see :func:`server_request_begin`."""

    request: str | None
    """Ask the user with this Request, and call :func:`server_request_finish` with the Answer."""
    reply: str | None
    """Write this frame."""


def server_request_begin(modes: Modes, message: Text) -> Begun:
    """The first half of :func:`server_request_response`, for a host that must not block.

    Nothing is kept: the host keeps the message until there is an answer, and drops it when the
    server cancels its request (:func:`elicitation_ended`). An elicitation in a mode that is not
    among ``modes``, which the host advertised, has a reply that refuses it; ``Modes(0)`` is for a
    host without a resolver. A ``ping`` has a reply in any case. If neither a request nor a reply is
    due, both are ``None``.

    :raises InvalidTextError: message is no JSON text
    :raises MemoryError: there is no memory for a text
    :raises LibraryError: a bug in the library

    ::

        message = '{"jsonrpc":"2.0","id":3,"method":"elicitation/create","params":{}}'
        tn_elicit.server_request_begin(tn_elicit.Modes.FORM, message).request
        # '{"id":"elc-40-1","kind":"input","prompt":""}'
    """
    return Begun(*begin(modes, as_bytes(message)))


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
    return finish(as_bytes(message), answer)


def input_required_begin(modes: Modes, result: Text) -> str | None:
    """The first half of :func:`input_required_retry`, for a host that must not block.

    It is also for one that answers other kinds of input as well (sampling, roots). Returns
    ``{"requests":{KEY:Request,…},"others":{KEY:{"method":…,"params":…},…}}``, either of them maybe
    ``{}``, or ``None`` if the result is final. A host that answers nothing but elicitations refuses
    a result with ``others``: it did not advertise them. ``modes`` are those that it did.

    :raises UnsupportedInputError: an elicitation in another mode, or one that cannot be asked
    :raises UnknownResultTypeError: the result does not ask for input, and must not pass for final
    :raises InvalidTextError: result is no JSON text
    :raises MemoryError: there is no memory for a text
    :raises LibraryError: a bug in the library

    ::

        result = (
            '{"resultType":"input_required","inputRequests":'
            '{"who":{"method":"elicitation/create","params":{"message":"Name?"}}}}'
        )
        tn_elicit.input_required_begin(tn_elicit.Modes.FORM, result)
        # '{"requests":{"who":{"id":"elc-40-1","kind":"input","prompt":"Name?"}},"others":{}}'
    """
    text = as_bytes(result)
    out = outputs()
    out.must_be(_input_begin(modes, text, len(text), out.text, out.error))
    return out.take()


def input_required_finish(params: Text, result: Text, responses: Text | None) -> str | None:
    """The second half: the params to send the same request with again, under a new id.

    ``params`` are those of the request that was sent, ``result`` is what
    :func:`input_required_begin` was given, and ``responses`` is
    ``{"answers":{KEY:Answer,…},"others":{KEY:the result of that request,…}}``. A key without an
    Answer is a cancel; ``None`` cancels all. Returns ``None`` if the result is final, so that there
    is nothing to finish. It can be called again, with other responses.

    :raises UnsupportedInputError: one of the ``others`` is without a result, or an elicitation
        cannot be asked
    :raises UnknownResultTypeError: the result does not ask for input, and must not pass for final
    :raises InvalidTextError: params, result or responses is no JSON text; it says which
    :raises MemoryError: there is no memory for a text
    :raises LibraryError: a bug in the library

    ::

        tn_elicit.input_required_finish(
            '{"name":"greet"}', result, '{"answers":{"who":{"ok":true,"data":{"name":"muthu"}}}}'
        )
        # '{"name":"greet","inputResponses":'
        # '{"who":{"action":"accept","content":{"name":"muthu"}}}}'
    """
    sent, came = as_bytes(params), as_bytes(result)
    given = None if responses is None else as_bytes(responses)
    out = outputs()
    status = _input_finish(
        sent, len(sent), came, len(came), given, len(given or b""), out.text, out.error
    )
    out.must_be(status)
    return out.take()


def begin(modes: Modes, message: bytes) -> tuple[str | None, str | None]:
    """:func:`server_request_begin` without the names, which take their time."""
    out = outputs()
    out.must_be(_begin(modes, message, len(message), out.text, out.second, out.error))
    return out.take_both()


def finish(message: bytes, answer: Text | None) -> str | None:
    given = None if answer is None else as_bytes(answer)
    out = outputs()
    out.must_be(_finish(message, len(message), given, len(given or b""), out.text, out.error))
    return out.take()


_begin = library.tn_server_request_begin
_finish = library.tn_server_request_finish
_input_begin = library.tn_input_required_begin
_input_finish = library.tn_input_required_finish
