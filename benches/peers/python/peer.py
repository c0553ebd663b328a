"""The mappings as one would write them in Python, on json and on orjson.

Usage: peer.py json|orjson params|answer FILE MILLISECONDS: prints the median of the nanoseconds
a call, and an output.
"""

import itertools
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

import orjson

counter = itertools.count(1)


def json_dumps(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


LOADS = {"json": json.loads, "orjson": orjson.loads}
DUMPS = {"json": json_dumps, "orjson": orjson.dumps}


def given(value: object) -> bool:
    return value is not None and value is not False


def params(text: bytes, loads: Callable, dumps: Callable) -> bytes:
    members = loads(text)
    members = members if isinstance(members, dict) else {}
    message = members.get("message")
    if not given(message):
        message = ""
    elif not isinstance(message, str):
        message = dumps(message).decode()
    identifier = f"elc-{time.time_ns() // 1_000_000}-{next(counter)}"
    request = {"id": identifier, "kind": "input", "prompt": message}
    if members.get("mode") == "url":
        request["kind"] = "authorization"
        if given(members.get("url")):
            request["url"] = members["url"]
    elif given(members.get("requestedSchema")):
        request["data"] = {"schema": members["requestedSchema"]}
    return dumps(request)


def answer(text: bytes, loads: Callable, dumps: Callable) -> bytes:
    members = loads(text)
    members = members if isinstance(members, dict) else {}
    if members.get("ok") is True:
        data = members.get("data")
        return dumps({"action": "accept", "content": data if given(data) else {}})
    return dumps({"action": "decline" if members.get("reason") == "declined" else "cancel"})


def main() -> None:
    engine, job, file, milliseconds = sys.argv[1:]
    text = Path(file).read_bytes()
    mapping = {"params": params, "answer": answer}[job]
    loads, dumps = LOADS[engine], DUMPS[engine]
    output = b""

    def time_of(calls: int) -> float:
        nonlocal output
        start = time.perf_counter_ns()
        for _ in range(calls):
            output = mapping(text, loads, dumps)
        return (time.perf_counter_ns() - start) / calls

    end = time.perf_counter() + float(milliseconds) / 1000
    calls = max(1, int(1e6 / min(time_of(1), time_of(1))))
    times = [time_of(calls)]
    while time.perf_counter() < end:
        times.append(time_of(calls))
    print(median(times), output.decode(), sep="\n")


if __name__ == "__main__":
    main()
