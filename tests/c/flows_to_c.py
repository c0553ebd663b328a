"""Writes the vectors of the functions that come in two halves or in rounds as C tables:
flows_to_c.py TESTS_VECTORS >flows_table.c. The formats are in the README beside the vectors.
"""

import json
import sys
from pathlib import Path

from vectors_to_c import Table, check_members, require, resolver_parts, string_literal

BEGIN = {"name", "modes", "message", "status", "request", "reply", "error"}
FINISH = {"name", "message", "answer", "status", "reply", "error"}
RETRY_BEGIN = {"name", "modes", "result", "status", "requests", "error"}
RETRY_FINISH = {"name", "params", "result", "responses", "status", "retry_params", "error"}
RETRY = {
    "name",
    "params",
    "result",
    "resolvers",
    "requests",
    "status",
    "retry_params",
    "error",
}


def encoded(vector, member):
    return vector[member].encode() if member in vector else None


def place(vector):
    """Which text was refused, and where."""
    error = vector.get("error", {})
    check_members(error, {"of", "line", "column"}, "error")
    of = string_literal(error["of"]) if "of" in error else "NULL"
    return of, str(error.get("line", 0)), str(error.get("column", 0))


class Flows(Table):
    def __init__(self):
        super().__init__()
        kinds = ("begin", "finish", "retry_begin", "retry_finish", "retry")
        self.tables = {kind: [] for kind in kinds}

    def put(self, kind, vector, members, fields):
        check_members(vector, members, "the vector")
        name = f"{kind}: {vector['name']}"
        require(name not in self.names, "the name is taken")
        self.names.add(name)
        self.tables[kind].append("{" + ", ".join([string_literal(name), *fields]) + "},")

    def begin(self, vector):
        _, line, column = place(vector)
        fields = [
            str(vector["modes"]) + "u",
            self.text(encoded(vector, "message")),
            vector["status"],
            self.text(encoded(vector, "request")),
            self.text(encoded(vector, "reply")),
            line,
            column,
        ]
        self.put("begin", vector, BEGIN, fields)

    def finish(self, vector):
        fields = [
            self.text(encoded(vector, "message")),
            self.text(encoded(vector, "answer")),
            vector["status"],
            self.text(encoded(vector, "reply")),
            *place(vector),
        ]
        self.put("finish", vector, FINISH, fields)

    def retry_begin(self, vector):
        _, line, column = place(vector)
        fields = [
            str(vector["modes"]) + "u",
            self.text(encoded(vector, "result")),
            vector["status"],
            self.text(encoded(vector, "requests")),
            line,
            column,
        ]
        self.put("retry_begin", vector, RETRY_BEGIN, fields)

    def retry_finish(self, vector):
        fields = [
            self.text(encoded(vector, "params")),
            self.text(encoded(vector, "result")),
            self.text(encoded(vector, "responses")),
            vector["status"],
            self.text(encoded(vector, "retry_params")),
            *place(vector),
        ]
        self.put("retry_finish", vector, RETRY_FINISH, fields)

    def retry(self, vector):
        turns = []
        for request, resolver in zip(
            vector.get("requests", []), vector.get("resolvers", []), strict=False
        ):
            whole = {"function": "server_request_response", "resolver": resolver}
            action, answer = resolver_parts(whole)
            parts = [self.text(request.encode()), f"RESOLVER_{action.upper()}", self.text(answer)]
            turns.append("{" + ", ".join(parts) + "}")
        require(len(turns) == len(vector.get("requests", [])), "a request needs a resolver")
        array = "NULL"
        if turns:
            array = f"turns_{len(self.tables['retry'])}"
            self.arrays.append(f"static const turn {array}[] = {{{', '.join(turns)}}};")
        fields = [
            self.text(encoded(vector, "params")),
            self.text(encoded(vector, "result")),
            "true" if "resolvers" in vector else "false",
            array,
            str(len(turns)),
            vector["status"],
            self.text(encoded(vector, "retry_params")),
            *place(vector),
        ]
        self.put("retry", vector, RETRY, fields)

    def source(self):
        lines = ['#include "flows.h"', "", *self.arrays]
        for kind, rows in self.tables.items():
            require(rows, f"there are no {kind} vectors")
            array = f"{kind}_vectors"
            lines += ["", f"const {kind}_vector {array}[] = {{", *rows, "};"]
            lines += [f"const size_t {kind}_vector_count = sizeof {array} / sizeof {array}[0];"]
        return "\n".join(lines) + "\n"


def main(folder):
    flows = Flows()
    for path, add in {
        "begin_finish/begin.json": flows.begin,
        "begin_finish/finish.json": flows.finish,
        "input_required/begin.json": flows.retry_begin,
        "input_required/finish.json": flows.retry_finish,
        "input_required/retry.json": flows.retry,
    }.items():
        for number, vector in enumerate(json.loads((folder / path).read_text()), 1):
            try:
                add(vector)
            except (KeyError, TypeError, ValueError) as problem:
                sys.exit(f"{path}: vector {number}: {problem!r}")
    print(flows.source(), end="")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
