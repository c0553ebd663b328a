"""Its result lists the file descriptors that it was started with."""

import os


def is_open(fd: int) -> bool:
    try:
        os.fstat(fd)
    except OSError:
        return False
    return True


open_fds = [fd for fd in range(256) if is_open(fd)]

import wire  # noqa: E402 - not before they are counted

wire.write(wire.result(wire.take_call(), f"open: {open_fds}"))
wire.serve_until_closed()
