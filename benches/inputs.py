"""Writes the inputs of the benchmarks into a folder: inputs.py FOLDER. The same bytes every time.

S       params of a form, 345 bytes
M       a schema of about 6.3 KB, compact
M-pretty  the same, indented
L       a schema of about 1 MB with many short strings, half of them not ASCII
R       a message with params as in S, 410 bytes
answer  a whole Answer
size-N  compact params of about N bytes, for time against size
"""

import json
import sys
from itertools import cycle, islice
from pathlib import Path

WORDS = ["name", "street", "city", "zip", "country", "phone", "email", "notes", "date", "floor"]
SCRIPTS = ["பெயர்", "straße", "город", "郵便番号", "país", "τηλέφωνο", "😀 emoji", "σημείωση"]


def compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def parcel() -> dict:
    properties = {
        "name": {"type": "string", "title": "Full name", "minLength": 1},
        "street": {"type": "string"},
        "zip": {"type": "string", "pattern": "^[0-9]{5}$"},
        "express": {"type": "boolean", "default": False},
        "floor": {"type": "integer", "minimum": 0},
    }
    schema = {"type": "object", "properties": properties, "required": ["name", "street", "zip"]}
    message = "Send it where?"
    return {"mode": "form", "message": message, "requestedSchema": schema}


def field(number: int, word: str) -> dict:
    """About 120 bytes: what forms are made of."""
    return {
        "type": "string" if number % 3 else "integer",
        "title": f"{word.capitalize()} {number}",
        "description": f"Your {word}, as it is written",
        ("minLength" if number % 3 else "minimum"): number % 7,
    }


def form(fields: int) -> dict:
    properties = {
        f"{word}_{number}": field(number, word)
        for number, word in enumerate(islice(cycle(WORDS), fields))
    }
    schema = {"type": "object", "properties": properties, "required": list(properties)[::2]}
    return {"mode": "form", "message": "Please fill in this form.", "requestedSchema": schema}


def short_strings(size: int) -> dict:
    """Enumerations of words in many scripts."""
    properties, length, number = {}, 0, 0
    while length < size:
        words = islice(cycle(WORDS + SCRIPTS), number % 18, number % 18 + 16)
        choices = [f"{word} {number}" for word in words]
        properties[f"p{number}"] = {"type": "string", "enum": choices, "default": choices[0]}
        length += len(compact(properties[f"p{number}"]).encode()) + len(str(number)) + 5
        number += 1
    return {"mode": "form", "message": "Wähle", "requestedSchema": {"properties": properties}}


def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    message = {"jsonrpc": "2.0", "id": 7, "method": "elicitation/create", "params": parcel()}
    texts = {
        "S": compact(parcel()),
        "M": compact(form(55)),
        "M-pretty": json.dumps(form(55), indent=2),
        "L": compact(short_strings(1_000_000)),
        "R": compact(message),
        "answer": compact({"ok": True, "data": {"name": "Muthu", "street": "Anna Salai 1"}}),
    }
    for fields in (2, 8, 32, 128, 512, 2048, 8192, 32768):
        texts[f"size-{fields}"] = compact(form(fields))
    for name, text in texts.items():
        (folder / f"{name}.json").write_bytes(text.encode())


if __name__ == "__main__":
    main()
