"""What goes in and comes out, and what is refused."""

import pickle
import re
import sys

import pytest
import tn_elicit
from conftest import resident_memory
from tn_elicit import Modes, Status, _errors, _library

PARAMS = '{"message":"Wie heißt du?"}'
REQUEST = re.compile(r'\{"id":"elc-\d+-\d+","kind":"input","prompt":"Wie heißt du\?"\}')
DATA = PARAMS.encode()


@pytest.mark.parametrize(
    "text",
    [
        PARAMS,
        DATA,
        bytearray(DATA),
        memoryview(DATA),
        memoryview(bytearray(DATA)),
        memoryview(b"".join(bytes([byte, 0]) for byte in DATA))[::2],
    ],
    ids=["str", "bytes", "bytearray", "memoryview", "of a bytearray", "every second byte"],
)
def test_any_text(text: tn_elicit.Text) -> None:
    assert REQUEST.fullmatch(tn_elicit.elicitation_to_request(text))
    message = b'{"id":1,"method":"elicitation/create","params":%b}' % bytes(
        text.encode() if isinstance(text, str) else text
    )
    assert (
        tn_elicit.server_request_response(
            lambda request: '{"ok":true}' if REQUEST.fullmatch(request) else None, message
        )
        == '{"jsonrpc":"2.0","id":1,"result":{"action":"accept","content":{}}}'
    )


class Lying(bytes):
    """Says that it is shorter than it is; the library would read beyond one that says longer."""

    def __len__(self) -> int:
        return 2

    def __bytes__(self) -> bytes:
        return self


class LyingText(str):
    def encode(self, encoding: str = "utf-8", errors: str = "strict") -> bytes:
        return Lying(super().encode(encoding, errors))


class LyingBuffer(bytearray):
    def __bytes__(self) -> bytes:
        return Lying(memoryview(self))


@pytest.mark.parametrize("text", [LyingText(PARAMS), Lying(DATA), LyingBuffer(DATA)])
def test_a_subclass_is_not_asked_for_its_length(text: tn_elicit.Text) -> None:
    assert REQUEST.fullmatch(tn_elicit.elicitation_to_request(text))


@pytest.mark.parametrize("text", [None, 5, {}, ["{}"], object()])
def test_what_is_no_text(text: object) -> None:
    for function in (tn_elicit.elicitation_to_request, tn_elicit.answer_to_elicit_result):
        with pytest.raises(TypeError, match="JSON text is str, bytes, bytearray or memoryview"):
            function(text)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=type(text).__name__):
        tn_elicit.server_request_response(None, text)  # type: ignore[arg-type]


def test_large_text() -> None:
    name = "n" * 50_000_000
    answer = '{"ok":true,"data":{"name":"' + name + '"}}'
    expected = '{"action":"accept","content":{"name":"' + name + '"}}'
    assert tn_elicit.answer_to_elicit_result(answer) == expected
    assert tn_elicit.answer_to_elicit_result(memoryview(answer.encode())) == expected


def test_text_beyond_an_int(monkeypatch: pytest.MonkeyPatch) -> None:
    # 2 GiB and more take another way, which must give the same.
    monkeypatch.setattr(_library, "_STRING_AT_MOST", 10)
    assert REQUEST.fullmatch(tn_elicit.elicitation_to_request(PARAMS))


def test_empty_text() -> None:
    for empty in ("", b"", bytearray(), memoryview(b"")):
        with pytest.raises(tn_elicit.InvalidTextError, match="line 1 column 1"):
            tn_elicit.elicitation_to_request(empty)


def test_text_with_a_nul() -> None:
    with pytest.raises(tn_elicit.InvalidTextError, match="line 1 column 3"):
        tn_elicit.elicitation_to_request("{}\0")


def test_invalid_json() -> None:
    with pytest.raises(tn_elicit.InvalidTextError) as caught:
        tn_elicit.answer_to_elicit_result('{"secret":\n  hunter2}')
    error = caught.value
    assert isinstance(error, tn_elicit.Error) and isinstance(error, ValueError)
    assert error.status == Status.ERR_INVALID_JSON
    assert "line 2 column 3" in str(error)
    assert "hunter2" not in repr(error)


def test_lone_surrogate_is_no_utf8() -> None:
    with pytest.raises(tn_elicit.InvalidTextError, match="line 1 column 2") as caught:
        tn_elicit.elicitation_to_request('"\ud83d"')
    assert caught.value.status == Status.ERR_INVALID_UTF8


def test_lone_surrogate_as_an_escape() -> None:
    result = tn_elicit.answer_to_elicit_result(r'{"ok":true,"data":"\ud83d"}')
    assert result == r'{"action":"accept","content":"\ufffd"}'


def test_errors_can_be_pickled() -> None:
    error = tn_elicit.InvalidTextError(-3, "line 1 column 1")
    copy = pickle.loads(pickle.dumps(error))
    assert (type(copy), copy.status, str(copy)) == (type(error), -3, "line 1 column 1")


def test_error_of_each_status() -> None:
    kinds = {status: type(_errors.error_of(status, "why")) for status in Status if status < 0}
    assert kinds.pop(Status.ERR_OUT_OF_MEMORY) is MemoryError
    assert kinds.pop(Status.ERR_INVALID_JSON) is tn_elicit.InvalidTextError
    assert kinds.pop(Status.ERR_INVALID_UTF8) is tn_elicit.InvalidTextError
    assert kinds.pop(Status.ERR_UNSUPPORTED_INPUT) is tn_elicit.UnsupportedInputError
    assert kinds.pop(Status.ERR_UNKNOWN_RESULT_TYPE) is tn_elicit.UnknownResultTypeError
    assert set(kinds.values()) == {tn_elicit.LibraryError}


def test_no_output_leaks() -> None:
    answer = '{"ok":true,"data":"' + "x" * 100_000 + '"}'

    def call_often() -> int:
        for _ in range(1_000):
            tn_elicit.answer_to_elicit_result(answer)
            with pytest.raises(tn_elicit.InvalidTextError):
                tn_elicit.answer_to_elicit_result(answer[:-1])
        return resident_memory()

    before = call_often()
    # 100 MB would stay if the library's text were not given back.
    assert call_often() - before < 20_000_000


@pytest.mark.parametrize(
    ("modes", "expected"),
    [
        (Modes(0), "{}"),
        (Modes.FORM, '{"elicitation":{}}'),
        (Modes.URL, '{"elicitation":{"url":{}}}'),
        (Modes.FORM | Modes.URL, '{"elicitation":{"form":{},"url":{}}}'),
    ],
)
def test_client_capabilities(modes: Modes, expected: str) -> None:
    assert tn_elicit.client_capabilities(modes) == expected


def test_version() -> None:
    assert re.fullmatch(r"0\.2\.\d+", tn_elicit.version())


def test_every_public_name_is_documented() -> None:
    for module in (sys.modules["tn_elicit"], __import__("tn_elicit.objects").objects):
        assert module.__doc__
        for name in module.__all__:
            value = getattr(module, name)
            if callable(value) and getattr(value, "__module__", "").startswith("tn_elicit"):
                assert value.__doc__, name
