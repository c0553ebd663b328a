"""A server on the Python SDK that asks its user: the tools `greet`, `connect`,
`twice`, `both`, `impatient` and `watchful`.

The same file runs on mcp 1 and 2. Usage: server.py [--http PORT]; without it, over stdio.
"""

import asyncio
import math
import sys

import anyio
from pydantic import BaseModel

try:
    from mcp.server.mcpserver import Context, MCPServer

    IS_VERSION_2 = True
except ImportError:
    from mcp.server.fastmcp import Context
    from mcp.server.fastmcp import FastMCP as MCPServer

    IS_VERSION_2 = False

server = MCPServer("interop")


class Name(BaseModel):
    name: str


class Town(BaseModel):
    town: str


def describe(answer) -> str:
    """`ACTION CONTENT`."""
    data = getattr(answer, "data", None)
    return answer.action if data is None else f"{answer.action} {data.model_dump_json()}"


@server.tool()
async def greet(context: Context) -> str:
    """Asks for a name by form."""
    return describe(await context.elicit(message="What is your name?", schema=Name))


@server.tool()
async def connect(context: Context) -> str:
    """Asks to open an address."""
    answer = await context.elicit_url(
        message="Please authorize us",
        url="https://example.test/oauth?state=1",
        elicitation_id="connect-1",
    )
    return describe(answer)


@server.tool()
async def twice(context: Context) -> str:
    """Asks two questions, one after the other."""
    name = await context.elicit(message="What is your name?", schema=Name)
    town = await context.elicit(message="Where do you live?", schema=Town)
    return f"{describe(name)}; {describe(town)}"


async def ask_both(context: Context, patience: float = math.inf) -> str:
    """Two questions at once; the second is waited for no longer than so many seconds."""

    async def town() -> str:
        with anyio.move_on_after(patience):
            return describe(await context.elicit(message="Where do you live?", schema=Town))
        return "timed out"

    name = context.elicit(message="What is your name?", schema=Name)
    answers = await asyncio.gather(name, town())
    return f"{describe(answers[0])}; {answers[1]}"


@server.tool()
async def both(context: Context) -> str:
    """Asks two questions at once."""
    return await ask_both(context)


@server.tool()
async def impatient(context: Context) -> str:
    """Asks two questions at once, and does not wait for the second."""
    return await ask_both(context, 0.2)


@server.tool()
async def watchful(context: Context) -> str:
    """Pings while it asks, and gives up when a ping is not answered well, or not in time."""
    pings = 0
    failed = asyncio.Event()

    async def keep_alive() -> None:
        nonlocal pings
        try:
            while True:
                with anyio.fail_after(2):
                    await context.session.send_ping()
                pings += 1
                await asyncio.sleep(0.05)
        except Exception:
            failed.set()

    tasks = [
        asyncio.ensure_future(task)
        for task in (
            context.elicit(message="What is your name?", schema=Name),
            failed.wait(),
            keep_alive(),
        )
    ]
    await asyncio.wait(tasks[:2], return_when=asyncio.FIRST_COMPLETED)
    for task in tasks:
        task.cancel()
    if failed.is_set():
        return f"gave up, with pings={pings}"
    return f"{describe(tasks[0].result())}; pings={pings}"


def serve_http(port: int) -> None:
    if IS_VERSION_2:
        server.run("streamable-http", host="127.0.0.1", port=port)
    else:
        server.settings.host, server.settings.port = "127.0.0.1", port
        server.run("streamable-http")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--http"]:
        serve_http(int(sys.argv[2]))
    else:
        server.run("stdio")
