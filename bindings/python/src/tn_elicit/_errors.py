"""What the library's statuses are in Python."""

import enum


class Status(enum.IntEnum):
    """What the library reports, by the names of its header."""

    OK = 0
    NO_REPLY = 1
    RESOLVER_FAILED = 2
    ERR_NULL_ARGUMENT = -1
    ERR_INVALID_UTF8 = -2
    ERR_INVALID_JSON = -3
    ERR_OUT_OF_MEMORY = -4
    ERR_PANIC = -5
    ERR_UNSUPPORTED_INPUT = -6
    ERR_UNKNOWN_RESULT_TYPE = -7


class Error(Exception):
    """Why the library refused a call: one of the classes below.

    Its text is English and never quotes the input, which may hold secrets::

        try:
            tn_elicit.elicitation_to_request("[1,]")
        except tn_elicit.Error as error:
            print(error)  # names line 1 column 4
    """

    status: int
    """What went wrong: a :class:`Status`, by number."""

    def __init__(self, status: int, message: str) -> None:
        # With both among the arguments the exception can be pickled.
        super().__init__(status, message)
        self.status = status

    def __str__(self) -> str:
        return str(self.args[1])


class InvalidTextError(Error, ValueError):
    """A text is not JSON (RFC 8259) in valid UTF-8; the message names line and column.

    They count from 1, columns in bytes. Its status is ``ERR_INVALID_JSON`` or ``ERR_INVALID_UTF8``.
    """


class UnsupportedInputError(Error):
    """A server asks for what the host did not advertise, or for what cannot be asked.

    Its status is ``ERR_UNSUPPORTED_INPUT``.
    """


class UnknownResultTypeError(Error):
    """A result is of a type that MCP does not have, so it must not pass for a final one.

    Its status is ``ERR_UNKNOWN_RESULT_TYPE``.
    """


class LibraryError(Error, RuntimeError):
    """A bug in the library, caught at its boundary (``ERR_PANIC``). The process can go on."""


def error_of(status: int, message: str) -> Exception:
    """The exception for a negative status."""
    if status in (Status.ERR_INVALID_JSON, Status.ERR_INVALID_UTF8):
        return InvalidTextError(status, message)
    if status == Status.ERR_OUT_OF_MEMORY:
        return MemoryError(message)
    if status == Status.ERR_UNSUPPORTED_INPUT:
        return UnsupportedInputError(status, message)
    if status == Status.ERR_UNKNOWN_RESULT_TYPE:
        return UnknownResultTypeError(status, message)
    return LibraryError(status, message)
