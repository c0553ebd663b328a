"""Writes the inputs of the vectors as seeds for the fuzz targets: seeds.py FOLDER."""

import hashlib
import json
import sys
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


def main() -> None:
    folder = Path(sys.argv[1])
    for path in sorted(VECTORS.glob("*.json")):
        for vector in json.loads(path.read_text()):
            for target, text in seeds(vector):
                if len(text) <= 4096:
                    file = folder / target / hashlib.sha1(text).hexdigest()
                    file.parent.mkdir(parents=True, exist_ok=True)
                    file.write_bytes(text)


if __name__ == "__main__":
    main()
