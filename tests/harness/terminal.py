"""A program on a terminal of its own, and a user who waits for what is shown before they type."""

import os
import pty
import select
import time

PATIENCE = 60  # seconds that a user waits, at most


class Terminal:
    def __init__(self, *command: str):
        self.output = b""
        self.seen = 0
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.closerange(3, 1024)  # what this process itself may have been given
            try:
                os.execv(command[0], command)
            finally:
                os._exit(127)  # or there would be two that run the tests

    def read(self, deadline: float) -> bool:
        """Reads some output; False at its end."""
        ready, _, _ = select.select([self.fd], [], [], max(0, deadline - time.monotonic()))
        assert ready, f"nothing came after: {self.output.decode(errors='backslashreplace')}"
        try:
            data = os.read(self.fd, 65536)
        except OSError:  # the other side is closed
            data = b""
        self.output += data
        return bool(data)

    def expect(self, text: str) -> None:
        """Waits until this is shown, behind what was expected before."""
        deadline = time.monotonic() + PATIENCE
        while (at := self.output.find(text.encode(), self.seen)) < 0:
            assert self.read(deadline), f"expected {text!r}, ended after: {self.output!r}"
        self.seen = at + len(text)

    def type(self, keys: str) -> None:
        os.write(self.fd, keys.encode())

    def end(self, status: int) -> str:
        """Waits for the program's end; returns all that was on the screen."""
        deadline = time.monotonic() + PATIENCE
        while self.read(deadline):
            pass
        os.close(self.fd)
        actual = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        screen = self.output.decode().replace("\r\n", "\n")
        assert actual == status, f"expected status {status}, got {actual}: {screen}"
        return screen
