"""Writes the vectors of tests/vectors as a C table: vectors_to_c.py FILE.json ... >vectors_table.c

The format is described in tests/vectors/README.md. Whatever does not fit it is refused, so that a
misspelt member cannot turn a check off. Texts become arrays of bytes, because C99 compilers need
not take string literals of more than 4095 characters.
"""

import json
import re
import sys
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
FUNCTIONS = {
    "elicitation_to_request",
    "answer_to_elicit_result",
    "server_request_response",
    "url_elicitations",
    "elicitation_ended",
}
JSON_NEEDED = {"set"}
JSON_ALLOWED = {"set", "accept"}
ACTIONS = {"set", "accept", "decline", "cancel", "nothing", "fail"}
# How a Request starts, and the outputs that have them.
PLACEHOLDER = '{"id":"ID",'
PLACEHOLDERS = {"elicitation_to_request": PLACEHOLDER, "url_elicitations": f"[{PLACEHOLDER}"}


def require(condition, complaint):
    if not condition:
        raise ValueError(complaint)


def check_members(value, allowed, what):
    require(isinstance(value, dict), f"{what} is no object")
    unknown = value.keys() - allowed
    require(not unknown, f"{what} has the unknown members {sorted(unknown)}")


def input_bytes(vector):
    require(("input" in vector) != ("input_hex" in vector), "one of input and input_hex is due")
    if "input_hex" in vector:
        return bytes.fromhex(vector["input_hex"])
    return vector["input"].encode("utf-8")


def expected_bytes(vector, member, start):
    """The bytes of a text that the library writes, or None when it must not write one."""
    if member not in vector:
        return None
    require(vector[member].startswith(start), f"{member} does not start with {start}")
    return vector[member].encode("utf-8")


def resolver_parts(vector):
    """The resolver's action and the bytes it answers with, if any."""
    if "resolver" not in vector:
        require("request" not in vector, "a request needs a resolver")
        return "absent", None
    require(vector["function"] == "server_request_response", "this function has no resolver")
    resolver = vector["resolver"]
    check_members(resolver, {"action", "json"}, "resolver")
    action = resolver.get("action")
    require(action in ACTIONS, f"unknown action {action}")
    require("json" in resolver or action not in JSON_NEEDED, f"{action} needs json")
    require("json" not in resolver or action in JSON_ALLOWED, f"{action} has no json")
    return action, resolver["json"].encode("utf-8") if "json" in resolver else None


def position(vector):
    if "error" not in vector:
        return 0, 0
    check_members(vector["error"], {"line", "column"}, "error")
    line, column = vector["error"]["line"], vector["error"]["column"]
    require(line >= 1 and column >= 1, "positions start at 1")
    return line, column


def string_literal(name):
    # A question mark is escaped because two of them would start a trigraph.
    return '"' + re.sub(r'["\\?]', r"\\\g<0>", name) + '"'


class Table:
    """The C source: the arrays of bytes first, then the rows that point at them."""

    def __init__(self):
        self.arrays = []
        self.rows = []
        self.names = set()

    def text(self, data):
        if data is None:
            return "{NULL, 0}"
        name = f"bytes_{len(self.arrays)}"
        # The NUL at the end keeps an empty text from being an empty array, which C99 does not have.
        values = ",".join(str(byte) for byte in data + b"\0")
        self.arrays.append(f"static const unsigned char {name}[] = {{{values}}};")
        return f"{{(const char *){name}, {len(data)}}}"

    def add(self, vector):
        check_members(vector, MEMBERS, "the vector")
        name, function, status = vector["name"], vector["function"], vector["status"]
        require(re.fullmatch(r"[ -~]+", name), "a name is plain ASCII")
        require(name not in self.names, "the name is taken")
        require(function in FUNCTIONS, f"unknown function {function}")
        require(re.fullmatch(r"TN_[A-Z0-9_]+", status), f"unknown status {status}")
        self.names.add(name)
        action, resolver_json = resolver_parts(vector)
        line, column = position(vector)
        fields = [
            string_literal(name),
            function.upper(),
            self.text(input_bytes(vector)),
            f"RESOLVER_{action.upper()}",
            self.text(resolver_json),
            self.text(expected_bytes(vector, "request", PLACEHOLDER)),
            status,
            self.text(expected_bytes(vector, "output", PLACEHOLDERS.get(function, ""))),
            str(line),
            str(column),
        ]
        self.rows.append(f"    {{{', '.join(fields)}}},")

    def source(self):
        return "\n".join(
            [
                '#include "vectors.h"',
                "",
                *self.arrays,
                "",
                "const vector vectors[] = {",
                *self.rows,
                "};",
                "",
                "const size_t vector_count = sizeof vectors / sizeof vectors[0];",
                "",
            ]
        )


def main(paths):
    table = Table()
    for path in paths:
        for number, vector in enumerate(json.loads(Path(path).read_text(encoding="utf-8")), 1):
            try:
                table.add(vector)
            except (KeyError, TypeError, ValueError) as problem:
                sys.exit(f"{path}: vector {number}: {problem!r}")
    if not table.rows:
        sys.exit("there are no vectors")
    print(table.source(), end="")


if __name__ == "__main__":
    main(sys.argv[1:])
