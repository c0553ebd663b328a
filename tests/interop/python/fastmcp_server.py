"""A server on FastMCP with its keep-alive on: it pings, and the tool `greet` asks for a name.

FastMCP stops its pings without a word at the first that is not answered well; here the server ends.
"""

import os

from fastmcp import Context, FastMCP
from fastmcp.server.middleware import PingMiddleware


class KeepAlive(PingMiddleware):
    async def _ping_loop(self, session, connection_id):
        try:
            await super()._ping_loop(session, connection_id)
        except Exception as error:
            os.write(2, f"gave the connection up: {error}\n".encode())
            os._exit(9)


server = FastMCP("interop-fastmcp")
server.add_middleware(KeepAlive(interval_ms=50))


@server.tool
async def greet(context: Context) -> str:
    """Asks for a name by form."""
    answer = await context.elicit("What is your name?", response_type=str)
    return f"{answer.action} {getattr(answer, 'data', '')}"


if __name__ == "__main__":
    server.run("stdio", show_banner=False)
