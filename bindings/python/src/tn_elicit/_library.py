"""Finds the shared library, and declares its functions as include/tn_elicit.h does."""

import ctypes
import os
import sys
from pathlib import Path

ABI = "0.1"
"""What a version must start with: while the major one is 0, each minor one is an ABI of its own."""

ENVIRONMENT = "TN_ELICIT_LIBRARY"

if sys.platform == "win32":
    FILE = SYSTEM_NAME = "tn_elicit.dll"
elif sys.platform == "darwin":
    FILE = SYSTEM_NAME = "libtn_elicit.dylib"
else:
    FILE, SYSTEM_NAME = "libtn_elicit.so", f"libtn_elicit.so.{ABI}"


class String(ctypes.Structure):
    """``tn_string``"""

    data: int | None
    len: int
    _fields_ = (("data", ctypes.c_void_p), ("len", ctypes.c_size_t))


class Error(ctypes.Structure):
    """``tn_error``"""

    status: int
    message: bytes
    _fields_ = (("status", ctypes.c_int32), ("message", ctypes.c_char * 252))


# The host's object travels as what `user_data` points to, so one callback serves all calls: none is
# made, or has to be kept alive, for a single call.
ResolverCallback = ctypes.CFUNCTYPE(
    ctypes.c_int32, ctypes.py_object, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_void_p
)

# ctypes gives the pointer into a bytes object for c_char_p, so a text is not copied.
_TEXT = (ctypes.c_char_p, ctypes.c_size_t)
_STRING = ctypes.POINTER(String)
_ERROR = ctypes.POINTER(Error)
_FUNCTIONS: dict[str, tuple[type | None, tuple[type, ...]]] = {
    "tn_elicitation_to_request": (ctypes.c_int32, (*_TEXT, _STRING, _ERROR)),
    "tn_answer_to_elicit_result": (ctypes.c_int32, (*_TEXT, _STRING, _ERROR)),
    "tn_server_request_response": (
        ctypes.c_int32,
        (ResolverCallback, ctypes.py_object, *_TEXT, _STRING, _ERROR),
    ),
    "tn_server_request_begin": (
        ctypes.c_int32,
        (ctypes.c_uint32, *_TEXT, _STRING, _STRING, _ERROR),
    ),
    "tn_server_request_finish": (ctypes.c_int32, (*_TEXT, *_TEXT, _STRING, _ERROR)),
    "tn_input_required_retry": (
        ctypes.c_int32,
        (ResolverCallback, ctypes.py_object, *_TEXT, *_TEXT, _STRING, _ERROR),
    ),
    "tn_answer_set": (ctypes.c_int32, (ctypes.c_void_p, *_TEXT, _ERROR)),
    "tn_string_free": (None, (_STRING,)),
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
        for name, (result, arguments) in _FUNCTIONS.items():
            function = getattr(library, name)
            function.restype, function.argtypes = result, arguments
    except (OSError, AttributeError) as error:
        raise ImportError(
            f"tn_elicit: cannot use the library: {error}. "
            f"Set {ENVIRONMENT} to the path of the right one, or install a wheel, which has it.",
            name="tn_elicit",
            path=path,
        ) from error
    version = library.tn_version().decode()
    if not version.startswith(ABI + "."):
        raise ImportError(
            f"tn_elicit: the library {path} has version {version}, and this package needs {ABI}",
            name="tn_elicit",
            path=path,
        )
    return library


library = load(location())
