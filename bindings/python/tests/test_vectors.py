"""Every vector of the project, through the functions for text, as bytes and as str."""

import json
import re
from typing import Any

import pytest
import tn_elicit
from conftest import ROOT
from tn_elicit import Status

VECTORS: list[dict[str, Any]] = [
    vector
    for path in sorted((ROOT / "tests" / "vectors").glob("*.json"))
    for vector in json.loads(path.read_text())
]
ID = re.compile(r'"id":"elc-[0-9]+-[0-9]+"')


class ResolverFails(Exception):
    pass


class Resolver:
    """Does what a vector says, and keeps the Request that it was given."""

    def __init__(self, does: dict[str, str]) -> None:
        self.does = does
        self.request: str | None = None

    def __call__(self, request: str) -> str | None:
        assert self.request is None, "called twice"
        self.request = ID.sub('"id":"ID"', request, count=1)
        match self.does["action"]:
            case "fail":
                raise ResolverFails
            case "set":
                return self.does["json"]
            case "accept":
                # `data` passes token for token, and must be one value before it is put in here.
                data = self.does.get("json", "{}")
                tn_elicit.elicitation_to_request(data)
                return '{"ok":true,"data":' + data.removeprefix("\ufeff") + "}"
            case "decline":
                return '{"ok":false,"reason":"declined"}'
            case "cancel":
                return '{"ok":false,"reason":"cancelled"}'
            case "nothing":
                return None
        raise ValueError(self.does)


def run(
    vector: dict[str, Any], text: tn_elicit.Text, resolver: Resolver | None
) -> tuple[str, str | None]:
    """The status, by the header's name, and the output."""
    output: str | None
    try:
        match vector["function"]:
            case "elicitation_to_request":
                output = ID.sub('"id":"ID"', tn_elicit.elicitation_to_request(text), count=1)
            case "answer_to_elicit_result":
                output = tn_elicit.answer_to_elicit_result(text)
            case "server_request_response":
                output = tn_elicit.server_request_response(resolver, text)
            case "url_elicitations":
                output = tn_elicit.url_elicitations(text)
                output = None if output is None else ID.sub('"id":"ID"', output)
            case "elicitation_ended":
                output = tn_elicit.elicitation_ended(text)
            case other:
                raise ValueError(other)
    except tn_elicit.Error as error:
        place = vector.get("error")
        assert isinstance(error, tn_elicit.InvalidTextError) == (place is not None)
        if place is not None:
            assert f"line {place['line']} column {place['column']}" in str(error)
        return "TN_" + Status(error.status).name, None
    return "TN_NO_REPLY" if output is None else "TN_OK", output


@pytest.mark.parametrize("kind", ["bytes", "str"])
@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["name"])
def test_vector(vector: dict[str, Any], kind: str, caplog: pytest.LogCaptureFixture) -> None:
    data = bytes.fromhex(vector["input_hex"]) if "input_hex" in vector else vector["input"].encode()
    # What is no UTF-8 becomes a str only by surrogates, whose places are counted differently.
    text = data.decode() if kind == "str" and "input_hex" not in vector else data
    resolver = Resolver(vector["resolver"]) if "resolver" in vector else None
    status, output = run(vector, text, resolver)
    if caplog.records:
        assert status == "TN_OK"
        status = "TN_RESOLVER_FAILED"
    assert (status, output) == (vector["status"], vector.get("output"))
    assert (resolver.request if resolver else None) == vector.get("request")
