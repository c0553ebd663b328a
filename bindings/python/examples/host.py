"""An MCP host: starts a server, calls one of its tools, asks the user what the server asks, and
prints the tool's result. Usage: host.py TOOL SERVER [ARGUMENT…]"""

import asyncio
import sys
from collections.abc import Coroutine

import tn_elicit
from session import Session


class StdioSession(Session):
    def __init__(self, server: asyncio.subprocess.Process) -> None:
        super().__init__()
        assert server.stdin and server.stdout
        self.to_server, self.from_server = server.stdin, server.stdout

    async def send(self, frame: str) -> None:
        self.to_server.write(frame.encode() + b"\n")
        await self.to_server.drain()

    async def read(self) -> None:
        async for line in self.from_server:
            self.take(line)
        self.gone()


async def main(tool: str, *command: str) -> int:
    pipe = asyncio.subprocess.PIPE
    # A line may be long: 64 KiB is what asyncio allows if it is not told.
    server = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe, limit=2**30)
    session = StdioSession(server)
    reader = asyncio.create_task(session.read())
    await session.initialize()
    status = await session.call_tool(tool)
    session.to_server.close()  # which ends the server
    await reader
    await server.wait()
    return status


def end(run: Coroutine[None, None, int]) -> None:
    """Ends the program with the status that this returns."""
    try:
        sys.exit(asyncio.run(run))
    except (OSError, EOFError, ValueError, tn_elicit.Error) as error:
        sys.exit(f"{type(error).__name__}: {error}")


if __name__ == "__main__":
    end(main(*sys.argv[1:]))
