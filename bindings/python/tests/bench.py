"""What a call costs from Python, beside bare ctypes calls of the same functions.

Prints ``LABEL NANOSECONDS`` lines: medians over rounds in which all levels take their turns.
"""

import json
import statistics
import time
from collections.abc import Callable
from ctypes import addressof, byref, string_at

from tn_elicit import _library, elicitation_to_request, objects, server_request_response

PARAMS = (
    '{"mode":"form","message":"Please tell us where to send the parcel.",'
    '"requestedSchema":{"type":"object","properties":{'
    '"name":{"type":"string","title":"Full name","minLength":1},"street":{"type":"string"},'
    '"zip":{"type":"string","pattern":"^[0-9]{5}$"},"express":{"type":"boolean","default":false},'
    '"floor":{"type":"integer","minimum":0}},"required":["name","street","zip"]}}'
)
MESSAGE = '{"jsonrpc":"2.0","id":7,"method":"elicitation/create","params":' + PARAMS + "}"
ANSWER = '{"ok":true,"data":{"name":"muthu"}}'
ROUNDS = 31

params, message, answer = PARAMS.encode(), MESSAGE.encode(), ANSWER.encode()
params_object, message_object, answer_object = map(json.loads, (PARAMS, MESSAGE, ANSWER))
library = _library.library


# ---- What a host would write without this package: the same work, and nothing else


made, error = _library.String(), _library.Error()
unused = byref(_library.String())
to_made, to_error, made_at = byref(made), byref(error), addressof(made)


def bare_text() -> str:
    library.tn_elicitation_to_request(params, len(params), to_made, to_error)
    text = string_at(made.data or 0, made.len).decode()
    library.tn_string_free(made_at)
    return text


def bare_response() -> str:
    library.tn_server_request_begin(3, message, len(message), to_made, unused, to_error)
    string_at(made.data or 0, made.len).decode()
    library.tn_string_free(made_at)
    library.tn_server_request_finish(message, len(message), answer, len(answer), to_made, to_error)
    text = string_at(made.data or 0, made.len).decode()
    library.tn_string_free(made_at)
    return text


LEVELS: dict[str, Callable[[], object]] = {
    "ctypes-bare-text": bare_text,
    "python-text": lambda: elicitation_to_request(params),
    "python-objects": lambda: objects.elicitation_to_request(params_object),
    "ctypes-bare-response": bare_response,
    "python-text-response": lambda: server_request_response(lambda request: answer, message),
    "python-objects-response": lambda: objects.server_request_response(
        lambda request: answer_object, message_object
    ),
}


def nanoseconds(call: Callable[[], object], calls: int) -> float:
    start = time.perf_counter_ns()
    for _ in range(calls):
        call()
    return (time.perf_counter_ns() - start) / calls


def main() -> None:
    assert all(call() is not None for call in LEVELS.values())
    measured: dict[str, list[float]] = {level: [] for level in LEVELS}
    for _ in range(ROUNDS):
        for level, call in LEVELS.items():
            measured[level].append(nanoseconds(call, 2_000))
    for level, rounds in measured.items():
        print(level, round(statistics.median(rounds)))


if __name__ == "__main__":
    main()
