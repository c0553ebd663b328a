"""The same over streamable HTTP: a reply is POSTed to the session, while the response to the
tools/call is still a stream of events. Usage: http_host.py TOOL ADDRESS"""

import asyncio
import json
import sys
import threading
import urllib.request
from collections.abc import Iterator
from http.client import HTTPResponse

from host import end
from session import Session


def messages(response: HTTPResponse) -> Iterator[bytes]:
    """The JSON texts in a response: one, none, or those of a stream of events."""
    if response.headers.get_content_type() != "text/event-stream":
        if text := response.read():
            yield text
        return
    data: list[bytes] = []
    for line in response:
        name, _, value = line.rstrip(b"\r\n").partition(b":")
        if name == b"data":
            data.append(value.removeprefix(b" "))
        elif not name and any(data):
            yield b"\n".join(data)
        if not name:
            data = []


class HttpSession(Session):
    def __init__(self, address: str) -> None:
        super().__init__()
        self.address = address
        self.listening = threading.Event()
        self.loop = asyncio.get_running_loop()
        self.headers = {
            "Content-Type": "application/json",
            "Accept": "application/json, text/event-stream",
        }

    def open(self, frame: str | None) -> HTTPResponse:
        """POSTs a frame, or opens the stream for what belongs to no request of the host's."""
        data = None if frame is None else frame.encode()
        headers = self.headers | ({"MCP-Protocol-Version": self.protocol} if self.protocol else {})
        request = urllib.request.Request(self.address, data, headers)
        response: HTTPResponse = urllib.request.urlopen(request)
        if session := response.headers["Mcp-Session-Id"]:
            self.headers["Mcp-Session-Id"] = session
        return response

    async def send(self, frame: str) -> None:
        response = await asyncio.to_thread(self.open, frame)
        message = json.loads(frame)
        id = json.dumps(message.get("id")) if "method" in message else ""
        threading.Thread(target=self.read, args=[response, id], daemon=True).start()

    def read(self, response: HTTPResponse, id: str) -> None:
        with response:
            for text in messages(response):
                self.loop.call_soon_threadsafe(self.take, text)
        self.loop.call_soon_threadsafe(self.gone, id)

    def listen(self) -> None:
        """To what belongs to no request of the host's: pings, addresses that were visited."""
        try:
            stream = self.open(None)
        except OSError:
            return  # a server need not have it
        finally:
            self.listening.set()
        self.read(stream, "")

    async def run(self, tool: str) -> int:
        await self.initialize()
        threading.Thread(target=self.listen, daemon=True).start()
        # Some servers send nothing at all before there is something to say.
        await asyncio.to_thread(self.listening.wait, 1)
        return await self.call_tool(tool)


async def main(tool: str, address: str) -> int:
    return await HttpSession(address).run(tool)


if __name__ == "__main__":
    end(main(*sys.argv[1:]))
