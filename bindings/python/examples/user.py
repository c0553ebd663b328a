"""Who is at the terminal."""

import asyncio
import json
import sys
import threading

from tn_elicit.objects import Answer, Request, accept, cancel, decline


class User:
    """Is at the terminal, and is asked one thing after the other."""

    def __init__(self) -> None:
        self.turn = asyncio.Lock()
        self.lines: asyncio.Queue[bytes] = asyncio.Queue()
        self.loop = asyncio.get_running_loop()
        threading.Thread(target=self.read, daemon=True).start()

    def read(self) -> None:
        # Unbuffered: the end of the program does not wait for a buffer that is in use.
        with open(0, "rb", buffering=0, closefd=False) as typed:
            for line in iter(typed.readline, None):
                self.loop.call_soon_threadsafe(self.lines.put_nowait, line)
                if not line:
                    return

    async def line(self, prompt: str) -> str:
        print(prompt, end=": ", file=sys.stderr, flush=True)
        line = await self.lines.get()
        if not line:
            self.lines.put_nowait(line)
            raise EOFError("there is nobody to ask")
        return line.decode().strip()

    async def answer(self, request: Request) -> Answer:
        """JSON is data, "no" declines, an empty line cancels. A user who is gone is a failure."""
        async with self.turn:
            # As Python writes them: the server's words must not drive the terminal.
            print(repr(request["prompt"]), file=sys.stderr)
            if "url" in request:
                line = await self.line(f"Open {request['url']!r}? yes, or no")
                return accept() if line == "yes" else decline() if line == "no" else cancel()
            line = await self.line("JSON, or no")
            return cancel() if not line else decline() if line == "no" else accept(json.loads(line))

    async def visit(self, request: Request) -> Answer:
        """The answer, and the user's word that the address was visited."""
        answer = await self.answer(request)
        if answer["ok"]:
            async with self.turn:
                await self.line("Open it now. Enter, when it is done")
        return answer
