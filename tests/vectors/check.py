"""Holds the vectors to their format, which README.md describes, and to what Python's json knows.

The last line is `N passed, M failed`; a vector is one test.
"""

import json
import sys
from pathlib import Path

FUNCTIONS = {"elicitation_to_request", "answer_to_elicit_result", "server_request_response"}
MEMBERS = {"name", "function", "input", "input_hex", "resolver", "request", "status", "output"}
MEMBERS |= {"error"}
ACTIONS = {"set", "accept", "decline", "cancel", "nothing", "fail"}
REFUSED = {"TN_ERR_INVALID_JSON", "TN_ERR_INVALID_UTF8"}
STATUSES = REFUSED | {"TN_OK", "TN_NO_REPLY", "TN_RESOLVER_FAILED"}

# The deepest vectors are deeper than Python's stack.
sys.setrecursionlimit(20_000)


def parses(text: str) -> bool:
    """Whether a text is JSON, without what Python takes beyond it."""

    def refuse(constant: str) -> None:
        raise ValueError(constant)

    try:
        json.loads(text.removeprefix("\ufeff"), parse_constant=refuse, parse_int=str)
    except ValueError:
        return False
    return True


def is_compact(text: str) -> bool:
    """Whether a JSON text is on one line and without white space outside of strings."""
    outside, in_string, escaped = [], False, False
    for character in text:
        if not in_string or (character == '"' and not escaped):
            outside.append(character)
        if character == '"' and not escaped:
            in_string = not in_string
        escaped = in_string and character == "\\" and not escaped
    return parses(text) and not set(outside) & set(" \t\r\n") and "\n" not in text


def problems(vector: dict) -> list[str]:
    """What is wrong with a vector."""
    found = []

    def require(holds: bool, problem: str) -> None:
        if not holds:
            found.append(problem)

    status, resolver = vector.get("status"), vector.get("resolver")
    require(set(vector) <= MEMBERS, "a member of another name")
    require(vector.get("function") in FUNCTIONS, "no such function")
    require(status in STATUSES, "no such status")
    require(("input" in vector) != ("input_hex" in vector), "one input is due")
    if "input_hex" in vector:
        try:
            bytes.fromhex(vector["input_hex"]).decode()
            found.append("input_hex is valid UTF-8")
        except UnicodeDecodeError:
            require(status == "TN_ERR_INVALID_UTF8", "the input is not UTF-8")
    else:
        require(status != "TN_ERR_INVALID_UTF8", "the input is UTF-8")
        invalid = status == "TN_ERR_INVALID_JSON"
        require(parses(vector["input"]) != invalid, "the status does not fit the input")
    require(("error" in vector) == (status in REFUSED), "a position is due for what is refused")
    require(("output" in vector) == (status in {"TN_OK", "TN_RESOLVER_FAILED"}), "output or none")
    for member in ("output", "request"):
        require(is_compact(vector.get(member, "{}")), f"{member} is not compact JSON")
    if resolver is not None:
        require(vector["function"] == "server_request_response", "it has no resolver")
        require(resolver.get("action") in ACTIONS, "no such action")
        needed = {"set": {True}, "accept": {True, False}}.get(resolver["action"], {False})
        require(("json" in resolver) in needed, "json does not fit the action")
        require(parses(resolver.get("json", "{}")), "json is not valid")
    require(resolver is not None or "request" not in vector, "a request without a resolver")
    return found


def main() -> int:
    vectors, failed, names = [], 0, set()
    for path in sorted(Path(__file__).parent.glob("*.json")):
        text = path.read_text()
        vectors_here = json.loads(text)
        assert text == json.dumps(vectors_here, indent=2) + "\n", f"{path.name}: another layout"
        vectors += vectors_here
    for vector in vectors:
        found = problems(vector) + ["its name is taken"] * (vector["name"] in names)
        names.add(vector["name"])
        failed += bool(found)
        for problem in found:
            print(f"{vector['name']}: {problem}")
    print(f"{len(vectors) - failed} passed, {failed} failed")
    return 1 if failed or len(vectors) < 150 else 0


if __name__ == "__main__":
    sys.exit(main())
