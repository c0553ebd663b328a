"""Checks that the vectors keep to their format (see README.md beside this file).

It knows JSON's grammar and UTF-8, so it can tell which inputs must be refused, and where; what the
library makes of the others is for the runners to find out. The last line is `N passed, M failed`.
"""

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

MEMBERS = {
    "name",
    "function",
    "input",
    "input_hex",
    "resolver",
    "request",
    "status",
    "output",
    "error",
}
# The functions, and what they may say of an input that is JSON.
FUNCTIONS = {
    "elicitation_to_request": {"TN_OK"},
    "answer_to_elicit_result": {"TN_OK"},
    "server_request_response": {"TN_OK", "TN_NO_REPLY", "TN_RESOLVER_FAILED"},
    "url_elicitations": {"TN_OK", "TN_NO_REPLY", "TN_ERR_UNSUPPORTED_INPUT"},
    "elicitation_ended": {"TN_OK", "TN_NO_REPLY"},
}
ACTIONS_WITH_JSON = {"set": "always", "accept": "sometimes"}
ACTIONS = {"decline", "cancel", "nothing", "fail", *ACTIONS_WITH_JSON}
NAME = re.compile(r"[ -~]+")
REQUEST_START = '{"id":"ID","kind":'

BOM = b"\xef\xbb\xbf"
SPACE = re.compile(rb"[ \t\n\r]*")
TOKEN = re.compile(
    rb'"(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4}))*"'
    rb"|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?"
    rb"|true|false|null|[][{}:,]"
)
# As much of a token as is right. It need not be whole: the text may break off or go wrong in it.
TOKEN_START = re.compile(
    rb'"(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4}))*(?:"|\\(?:u[0-9A-Fa-f]{0,3})?)?'
    rb"|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?[eE][-+]?[0-9]*"
    rb"|-?(?:0|[1-9][0-9]*)(?:\.[0-9]*)?|-"
    rb"|t(?:r(?:ue?)?)?|f(?:a(?:l(?:se?)?)?)?|n(?:u(?:ll?)?)?|[][{}:,]"
)
VALUE = b'"-0123456789tfn[{'


def first_error(text: bytes) -> int | None:
    """The offset of the first byte with which `text` cannot become JSON; None if it is JSON."""
    closers = []  # of the arrays and objects that are open
    expected = VALUE  # what the next token may begin with; nothing at the end of the text
    at = 0
    while True:
        at = SPACE.match(text, at).end()
        first = text[at : at + 1]
        if not first:
            return at if expected else None
        if first not in expected:
            return at
        start = TOKEN_START.match(text, at)
        if not TOKEN.fullmatch(start.group()):
            return start.end()
        at = start.end()
        if first == b"[":
            closers.append(b"]")
            expected = VALUE + b"]"
        elif first == b"{":
            closers.append(b"}")
            expected = b'"}'
        elif first == b":":
            expected = VALUE
        elif first == b",":
            expected = VALUE if closers[-1] == b"]" else b'"'
        elif first == b'"' and b"[" not in expected:  # a name: no other value may stand here
            expected = b":"
        else:
            if first in b"]}":
                closers.pop()
            expected = b"," + closers[-1] if closers else b""


def refusal(data: bytes) -> tuple[str, dict[str, int]] | None:
    """The status and the position with which `data` is refused; None if it is accepted."""
    text = data.removeprefix(BOM)
    try:
        text.decode("utf-8")
    except UnicodeDecodeError as problem:
        status, offset = "TN_ERR_INVALID_UTF8", problem.start
    else:
        status, offset = "TN_ERR_INVALID_JSON", first_error(text)
        if offset is None:
            return None
    line_start = text.rfind(b"\n", 0, offset) + 1
    line = text.count(b"\n", 0, offset) + 1
    return status, {"line": line, "column": offset - line_start + 1}


def is_compact(text: str) -> bool:
    data = text.encode()
    between_strings = re.sub(rb'"(?:[^"\\]|\\.)*"', b"", data)
    return first_error(data) is None and not re.search(rb"\s", between_strings)


def each_starts(text: str, requests: list | dict) -> bool:
    """Whether each Request in a text that holds these starts as it must."""
    return text.count(REQUEST_START) == len(requests)


def input_problems(vector: dict) -> Iterator[str]:
    if ("input" in vector) == ("input_hex" in vector):
        yield "one of input and input_hex is due"
        return
    if "input" in vector:
        data = vector["input"].encode()
    elif re.fullmatch(r"(?:[0-9a-f]{2})+", vector["input_hex"]):
        data = bytes.fromhex(vector["input_hex"])
    else:
        yield "input_hex is no lower-case hex"
        return

    status = vector["status"]
    refused = refusal(data)
    if "input_hex" in vector and (refused is None or refused[0] != "TN_ERR_INVALID_UTF8"):
        yield "input_hex is valid UTF-8, so input is due"
    if refused is None:
        if status not in FUNCTIONS[vector["function"]]:
            yield f"the input is accepted, but the status is {status}"
        if "error" in vector:
            yield "the input is accepted, but there is an error"
    else:
        if status != refused[0]:
            yield f"the input is refused with {refused[0]}, but the status is {status}"
        if vector.get("error", refused[1]) != refused[1]:
            yield f"the error is at {refused[1]}"


def resolver_problems(vector: dict) -> Iterator[str]:
    failed = vector["status"] == "TN_RESOLVER_FAILED"
    if "resolver" not in vector:
        if "request" in vector or failed:
            yield "there is no resolver to be called"
        return
    if vector["function"] != "server_request_response":
        yield "this function takes no resolver"
    resolver = vector["resolver"]
    action = resolver.get("action")
    if action not in ACTIONS or not resolver.keys() <= {"action", "json"}:
        yield "the resolver is not one of the known ones"
        return
    if "json" in resolver:
        if action not in ACTIONS_WITH_JSON:
            yield f"{action} takes no json"
        if refusal(resolver["json"].encode()) is not None:
            yield "the resolver's json is not JSON"
    elif ACTIONS_WITH_JSON.get(action) == "always":
        yield f"{action} needs json"
    if failed != (action == "fail" and "request" in vector):
        yield "TN_RESOLVER_FAILED goes with a resolver that is called and fails"


def output_problems(vector: dict) -> Iterator[str]:
    status = vector["status"]
    if ("output" in vector) != (status in ("TN_OK", "TN_RESOLVER_FAILED")):
        yield f"there is an output without need, or none with {status}"
    if "request" in vector and "output" not in vector:
        yield "whoever calls the resolver replies"
    for member in ("request", "output"):
        text = vector.get(member)
        if text is None:
            continue
        if not is_compact(text):
            yield f"{member} is no compact JSON"
        is_request = member == "request" or vector["function"] == "elicitation_to_request"
        if is_request and not text.startswith(REQUEST_START):
            yield f"{member} does not start with {REQUEST_START}"
        if vector["function"] == "url_elicitations" and not each_starts(text, json.loads(text)):
            yield f"one in the {member} does not start with {REQUEST_START}"


def problems(vector: object, names: set[str]) -> Iterator[str]:
    if not isinstance(vector, dict) or not vector.keys() <= MEMBERS:
        yield "not an object of known members"
        return
    for member, value in vector.items():
        if not isinstance(value, dict if member in ("resolver", "error") else str):
            yield f"{member} has the wrong type"
            return
    for member in ("name", "function", "status"):
        if member not in vector:
            yield f"{member} is missing"
            return
    if not NAME.fullmatch(vector["name"]):
        yield "the name is not printable ASCII"
    if vector["name"] in names:
        yield "the name is taken"
    names.add(vector["name"])
    if vector["function"] not in FUNCTIONS:
        yield "the function is unknown"
    try:
        yield from input_problems(vector)
        yield from resolver_problems(vector)
        yield from output_problems(vector)
    except UnicodeEncodeError:
        yield "a text has half a surrogate pair of its own: write it as an escape in the text"


# The vectors of the folders: their members, which of them are JSON that is written on, and the
# statuses where what is read is JSON.
FLOWS = {
    "begin_finish/begin.json": (
        {"name", "modes", "message", "status", "request", "reply", "error"},
        ("request", "reply"),
        {"TN_OK", "TN_NO_REPLY"},
    ),
    "begin_finish/finish.json": (
        {"name", "message", "answer", "status", "reply", "error"},
        ("reply",),
        {"TN_OK", "TN_NO_REPLY"},
    ),
    "input_required/begin.json": (
        {"name", "modes", "result", "status", "requests", "error"},
        ("requests",),
        {"TN_OK", "TN_NO_REPLY", "TN_ERR_UNSUPPORTED_INPUT", "TN_ERR_UNKNOWN_RESULT_TYPE"},
    ),
    "input_required/finish.json": (
        {"name", "params", "result", "responses", "status", "retry_params", "error"},
        ("retry_params",),
        {"TN_OK", "TN_NO_REPLY", "TN_ERR_UNSUPPORTED_INPUT", "TN_ERR_UNKNOWN_RESULT_TYPE"},
    ),
    "input_required/retry.json": (
        {"name", "params", "result", "resolvers", "requests", "status", "retry_params", "error"},
        ("retry_params",),
        {
            "TN_OK",
            "TN_NO_REPLY",
            "TN_RESOLVER_FAILED",
            "TN_ERR_UNSUPPORTED_INPUT",
            "TN_ERR_UNKNOWN_RESULT_TYPE",
        },
    ),
}
# What is read, in this order; the last two are what the user said.
INPUTS = ("message", "params", "result", "answer", "responses")


def flow_problems(vector: dict, file: str, names: set[str]) -> Iterator[str]:
    members, outputs, statuses = FLOWS[file]
    if not vector.keys() <= members or not {"name", "status"} <= vector.keys():
        yield "its members are not the known ones"
        return
    name = f"{file}: {vector['name']}"
    if name in names or not NAME.fullmatch(vector["name"]):
        yield "the name is taken, or not printable ASCII"
    names.add(name)
    texts = [vector[member] for member in outputs if member in vector]
    if bool(texts) != (vector["status"] in ("TN_OK", "TN_RESOLVER_FAILED")) or len(texts) > 1:
        yield "there is an output without need, or none, or two"
    if not all(map(is_compact, texts)):
        yield "an output is no compact JSON"
    requests = [vector["request"]] if "request" in vector else vector.get("requests", [])
    if file == "input_required/begin.json":
        if requests and not each_starts(requests, json.loads(requests)["requests"]):
            yield f"one of the requests does not start with {REQUEST_START}"
    elif not all(request.startswith(REQUEST_START) for request in requests):
        yield f"a request does not start with {REQUEST_START}"
    for resolver in vector.get("resolvers", []):
        if resolver.get("action") not in ACTIONS or not resolver.keys() <= {"action", "json"}:
            yield "a resolver is not one of the known ones"
    # What the user said is read last, and only where it was asked for.
    is_asked = vector["status"] not in ("TN_NO_REPLY", "TN_ERR_UNKNOWN_RESULT_TYPE")
    read = INPUTS if is_asked else INPUTS[:3]
    inputs = [(of, vector[of]) for of in read if of in vector]
    refused = [(of, found[1]) for of, text in inputs if (found := refusal(text.encode()))]
    allowed = {"TN_ERR_INVALID_JSON"} if refused else statuses
    if vector["status"] not in allowed or bool(refused) != ("error" in vector):
        yield "the status or the error is not that of the inputs"
    if refused:
        of, place = refused[0]
        # Where there are several texts the error says which.
        expected = {"of": of, **place} if len(members & {*INPUTS}) > 1 else place
        if vector.get("error") != expected:
            yield f"the error is {expected}"


def canonical(vectors: object) -> str:
    """One member a line, in ASCII."""
    return json.dumps(vectors, indent=2) + "\n"


def main() -> int:
    passed = failed = 0
    names = set()

    def report(where: str, found: list[str]) -> None:
        nonlocal passed, failed
        if found:
            failed += 1
            print(f"FAILED  {where}: {'; '.join(found)}")
        else:
            passed += 1

    folder = Path(__file__).parent
    files = sorted([*folder.glob("*.json"), *(folder / name for name in FLOWS)])
    for file in files:
        flow = str(file.relative_to(folder))
        text = file.read_text(encoding="utf-8")
        try:
            vectors = json.loads(text)
        except ValueError as problem:
            report(file.name, [f"no JSON: {problem}"])
            continue
        if not isinstance(vectors, list) or not vectors:
            report(file.name, ["no array of vectors"])
            continue
        same = text == canonical(vectors)
        report(file.name, [] if same else ["not written as python3 -m json.tool --indent 2 does"])
        for number, vector in enumerate(vectors, 1):
            name = vector.get("name", number) if isinstance(vector, dict) else number
            found = flow_problems(vector, flow, names) if flow in FLOWS else problems(vector, names)
            report(f"{flow}: {name}", list(found))
    if not files:
        report("tests/vectors", ["there are no vectors"])
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
