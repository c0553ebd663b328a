"""Writes the inputs of the vectors as seeds for the fuzz targets: seeds.py FOLDER."""

import hashlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path

VECTORS = Path(__file__).resolve().parent.parent / "tests" / "vectors"
ACTIONS = {"decline": b"d", "cancel": b"c", "accept": b"a", "nothing": b"n", "fail": b"f"}


def input_of(vector: dict) -> bytes:
    if "input_hex" in vector:
        return bytes.fromhex(vector["input_hex"])
    return vector["input"].encode()


# What the target that decides by bytes takes for each function.
CALLS = {
    "server_request_response": 2,
    "server_request_begin": 6,
    "server_request_finish": 7,
    "input_required_retry": 8,
    "input_required_begin": 9,
    "input_required_finish": 10,
    "url_elicitations": 11,
    "elicitation_ended": 12,
}


def call_of(function: str, *texts: bytes, modes: int | None = None) -> bytes:
    """A call with these texts, of at most 255 bytes each."""
    given = b"".join(b"\x07" + bytes([len(text[:255])]) + text[:255] for text in texts)
    return bytes([CALLS[function]]) + given + (b"" if modes is None else bytes([modes]))


def seeds(vector: dict) -> list[tuple[str, bytes]]:
    """Targets, and inputs for them."""
    text, function = input_of(vector), vector["function"]
    if function in ("url_elicitations", "elicitation_ended"):
        return [("notices", text), ("grammar", text), ("calls", call_of(function, text))]
    if function != "server_request_response":
        other = {"elicitation_to_request": "answer_accept", "answer_to_elicit_result": "answer_set"}
        return [(function, text), (other[function], text), ("grammar", text)]
    resolver = vector.get("resolver")
    action = b"0" if resolver is None else ACTIONS.get(resolver["action"], b"s")
    answer = b"" if resolver is None else resolver.get("json", "{}").encode()
    found = [(function, action + answer + b"\0" + text)]
    if answer:
        found += [("answer_set", answer), ("answer_accept", answer)]
    if len(text) < 200:
        # A call with a resolver, which sets the answer, for the target that decides by bytes.
        call = call_of(function, text)
        found.append(("calls", call + b"\x01\x00\x00\x07" + bytes([len(answer) % 256]) + answer))
    return found


def flow_seeds() -> Iterator[tuple[str, bytes]]:
    for vector in json.loads((VECTORS / "begin_finish" / "begin.json").read_text()):
        modes = vector["modes"] % 4
        message = vector["message"].encode()
        yield "begin_finish", bytes([modes]) + b'{"ok":true}\0' + message
        yield "calls", call_of("server_request_begin", message, modes=modes)
    for vector in json.loads((VECTORS / "begin_finish" / "finish.json").read_text()):
        decisions = 3 if "answer" in vector else 7
        answer = vector.get("answer", "").encode()
        message = vector["message"].encode()
        yield "begin_finish", bytes([decisions]) + answer + b"\0" + message
        yield "calls", call_of("server_request_finish", message, answer)
    for vector in json.loads((VECTORS / "input_required" / "begin.json").read_text()):
        modes, result = vector["modes"] % 4, vector["result"].encode()
        yield "input_required_halves", bytes([modes]) + b"{}\0" + result + b'\0{"answers":{}}'
        yield "calls", call_of("input_required_begin", result, modes=modes)
    for vector in json.loads((VECTORS / "input_required" / "finish.json").read_text()):
        decisions = 3 if "responses" in vector else 7
        texts = [vector.get(text, "").encode() for text in ("params", "result", "responses")]
        yield "input_required_halves", bytes([decisions]) + b"\0".join(texts)
        yield "calls", call_of("input_required_finish", *texts)
    for vector in json.loads((VECTORS / "input_required" / "retry.json").read_text()):
        resolver = (vector.get("resolvers") or [{"action": "0"}])[0]
        action = ACTIONS.get(resolver["action"], b"s") if "resolvers" in vector else b"0"
        texts = [resolver.get("json", "{}"), vector["params"], vector["result"]]
        yield "input_required_retry", action + b"\0".join(text.encode() for text in texts)
        texts = (vector["params"].encode(), vector["result"].encode())
        yield "calls", call_of("input_required_retry", *texts) + b"\x01\x00\x00\x07\x02{}"


def main() -> None:
    folder = Path(sys.argv[1])

    def write(target: str, text: bytes) -> None:
        if len(text) <= 4096:
            file = folder / target / hashlib.sha1(text).hexdigest()
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(text)

    for target, text in flow_seeds():
        write(target, text)
    for path in sorted(VECTORS.glob("*.json")):
        for vector in json.loads(path.read_text()):
            for target, text in seeds(vector):
                write(target, text)


if __name__ == "__main__":
    main()
