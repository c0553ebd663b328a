"""Finds the shared library, and declares its functions as include/tn_elicit.h does."""

import ctypes
import functools
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tn_elicit._errors import error_of

ABI = "0.2"
"""What a version must start with: while the major one is 0, each minor one is an ABI of its own."""

ENVIRONMENT = "TN_ELICIT_LIBRARY"

if sys.platform == "win32":
    FILE = SYSTEM_NAME = "tn_elicit.dll"
elif sys.platform == "darwin":
    FILE = SYSTEM_NAME = "libtn_elicit.dylib"
else:
    FILE, SYSTEM_NAME = "libtn_elicit.so", f"libtn_elicit.so.{ABI}"


_STRING_AT_MOST = 2**31 - 1
"""string_at takes its length as a C int before Python 3.14."""


class String(ctypes.Structure):
    """``tn_string``. Its text is given back when nothing refers to it any more.

    So none is lost, whatever is raised: a KeyboardInterrupt can come between any two steps of a
    program. It could come as a destructor is entered, too, if that were written in Python; so
    ``__del__`` is a member that holds a function of the library.
    """

    data: int | None
    len: int
    __slots__ = ("__del__",)
    _fields_ = (("data", ctypes.c_void_p), ("len", ctypes.c_size_t))

    def __init__(self) -> None:
        # The address is no reference: the destructor does not keep what it is to destroy.
        self.__del__ = functools.partial(_string_free, ctypes.addressof(self))

    def taken(self) -> str | None:
        """A copy of the text, which is given back."""
        data = self.data
        if data is None:
            return None
        if self.len <= _STRING_AT_MOST:
            text = ctypes.string_at(data, self.len)
        else:
            text = (ctypes.c_char * self.len).from_address(data).raw
        self.__del__()
        return text.decode()


class Error(ctypes.Structure):
    """``tn_error``"""

    status: int
    message: bytes
    _fields_ = (("status", ctypes.c_int32), ("message", ctypes.c_char * 252))


# ctypes gives the pointer into a bytes object for c_char_p, so a text is not copied.
_TEXT = (ctypes.c_char_p, ctypes.c_size_t)
_STRING = ctypes.POINTER(String)
_ERROR = ctypes.POINTER(Error)
_FUNCTIONS: dict[str, tuple[type | None, tuple[type, ...]]] = {
    "tn_elicitation_to_request": (ctypes.c_int32, (*_TEXT, _STRING, _ERROR)),
    "tn_answer_to_elicit_result": (ctypes.c_int32, (*_TEXT, _STRING, _ERROR)),
    "tn_server_request_begin": (
        ctypes.c_int32,
        (ctypes.c_uint32, *_TEXT, _STRING, _STRING, _ERROR),
    ),
    "tn_server_request_finish": (ctypes.c_int32, (*_TEXT, *_TEXT, _STRING, _ERROR)),
    "tn_input_required_begin": (ctypes.c_int32, (ctypes.c_uint32, *_TEXT, _STRING, _ERROR)),
    "tn_input_required_finish": (ctypes.c_int32, (*_TEXT, *_TEXT, *_TEXT, _STRING, _ERROR)),
    "tn_url_elicitations": (ctypes.c_int32, (*_TEXT, _STRING, _ERROR)),
    "tn_elicitation_ended": (ctypes.c_int32, (*_TEXT, _STRING, _ERROR)),
    "tn_string_free": (None, (ctypes.c_void_p,)),
    "tn_client_capabilities": (ctypes.c_char_p, (ctypes.c_uint32,)),
    "tn_version": (ctypes.c_char_p, ()),
}


def location() -> str:
    """What to load: a path, or a name that the system's loader looks for."""
    chosen = os.environ.get(ENVIRONMENT)
    if chosen:
        return chosen
    inside = Path(__file__).parent / FILE
    return str(inside) if inside.exists() else SYSTEM_NAME


def load(path: str) -> ctypes.CDLL:
    """Loads a library with this ABI, or raises an ImportError."""
    try:
        library = ctypes.CDLL(path)
        # First, since one of another version need not have all the functions.
        version = _declared(library, "tn_version")().decode()
        if not version.startswith(ABI + "."):
            raise ImportError(
                f"tn_elicit: the library {path} has version {version}, "
                f"and this package needs {ABI}",
                name="tn_elicit",
                path=path,
            )
        for name in _FUNCTIONS:
            _declared(library, name)
    except (OSError, AttributeError) as error:
        raise ImportError(
            f"tn_elicit: cannot use the library: {error}. "
            f"Set {ENVIRONMENT} to the path of the right one, or install a wheel, which has it.",
            name="tn_elicit",
            path=path,
        ) from error
    return library


def _declared(library: ctypes.CDLL, name: str) -> Callable[..., Any]:
    function = getattr(library, name)
    function.restype, function.argtypes = _FUNCTIONS[name]
    return function  # type: ignore[no-any-return]


library = load(location())
_string_free = library.tn_string_free


class Outputs:
    """What a call writes to: a text, maybe a second one, and what went wrong.

    :func:`outputs` lends one to a call. What is not given back (as an exception came) goes, and its
    texts with it.
    """

    __slots__ = ("_error", "_second", "_text", "error", "second", "text")

    def __init__(self) -> None:
        self._text, self._second, self._error = String(), String(), Error()
        # As arguments.
        self.text, self.second = ctypes.byref(self._text), ctypes.byref(self._second)
        self.error = ctypes.byref(self._error)

    def must_be(self, status: int) -> None:
        """Raises what a negative status stands for."""
        if status < 0:
            raise error_of(status, self._error.message.decode())

    def take(self) -> str | None:
        """The text, and gives the outputs back."""
        text = self._text.taken()
        _unused.append(self)
        return text

    def take_both(self) -> tuple[str | None, str | None]:
        """Both texts, and gives the outputs back."""
        texts = self._text.taken(), self._second.taken()
        _unused.append(self)
        return texts


# Making these takes longer than a call does.
_unused: list[Outputs] = []


def outputs() -> Outputs:
    """Outputs for one call."""
    try:
        return _unused.pop()
    except IndexError:
        return Outputs()
