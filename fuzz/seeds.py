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


def seeds(vector: dict) -> list[tuple[str, bytes]]:
    """Targets, and inputs for them."""
    text, function = input_of(vector), vector["function"]
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
        call = b"\x02\x07" + bytes([len(text)]) + text
        found.append(("calls", call + b"\x01\x00\x00\x07" + bytes([len(answer) % 256]) + answer))
    return found


def flow_seeds() -> Iterator[tuple[str, bytes]]:
    for vector in json.loads((VECTORS / "begin_finish" / "begin.json").read_text()):
        modes = vector["modes"] % 4
        yield "begin_finish", bytes([modes]) + b'{"ok":true}\0' + vector["message"].encode()
    for vector in json.loads((VECTORS / "begin_finish" / "finish.json").read_text()):
        decisions = 3 if "answer" in vector else 7
        answer = vector.get("answer", "").encode()
        yield "begin_finish", bytes([decisions]) + answer + b"\0" + vector["message"].encode()
    for vector in json.loads((VECTORS / "input_required" / "retry.json").read_text()):
        resolver = (vector.get("resolvers") or [{"action": "0"}])[0]
        action = ACTIONS.get(resolver["action"], b"s") if "resolvers" in vector else b"0"
        texts = [resolver.get("json", "{}"), vector["params"], vector["result"]]
        yield "input_required_retry", action + b"\0".join(text.encode() for text in texts)


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
