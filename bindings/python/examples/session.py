"""A host's side of a session, whatever the transport: what it asks of the server, and the server of
its user."""

import asyncio
import itertools
import json
import sys
from collections.abc import Coroutine
from typing import Any

import tn_elicit
from tn_elicit import Modes
from tn_elicit.objects import (
    Answer,
    Request,
    accept,
    client_capabilities,
    input_required_begin,
)
from user import User

Message = dict[str, Any]
Response = tuple[Message, list[asyncio.Task[Answer]]]
MODES = Modes.FORM | Modes.URL
CALLS = 10  # instead of one, if the server has addresses visited before, again and again


class Session:
    """A transport is a subclass: it has `send`, hands over what comes, and says what is gone."""

    def __init__(self) -> None:
        self.user = User()
        self.ids = itertools.count(1)
        self.responses: dict[str, asyncio.Future[Response]] = {}  # to the host's own requests
        self.questions: dict[str, asyncio.Task[None]] = {}  # the server's, by their ids
        self.visited: dict[str | None, asyncio.Event] = {}  # addresses, by elicitationId
        self.sending: set[asyncio.Task[None]] = set()  # nobody else holds these tasks
        self.protocol = ""

    async def send(self, frame: str) -> None:
        raise NotImplementedError

    def take(self, text: bytes) -> None:
        """Takes a message of the server's. It never waits, so that a ping is answered at once."""
        try:
            ended = json.loads(tn_elicit.elicitation_ended(text) or "{}")
            message = json.loads(text)
            id = json.dumps(message.get("id"))
        except (tn_elicit.InvalidTextError, RecursionError, AttributeError) as error:
            print("the server sent a bad message:", error, file=sys.stderr)
            return
        if "requestId" in ended:
            if question := self.questions.get(json.dumps(ended["requestId"])):
                print("\nThe server no longer asks.", file=sys.stderr)
                question.cancel()
        elif "elicitationId" in ended:
            if visited := self.visited.get(ended["elicitationId"]):
                visited.set()
        elif "method" in message:
            self.begin(id, text)
        elif response := self.responses.pop(id, None):
            try:
                requests = json.loads(tn_elicit.url_elicitations(text) or "[]")
            except tn_elicit.UnsupportedInputError as error:
                response.set_exception(error)
            else:
                visits = [self.asked(request, self.user.visit(request)) for request in requests]
                response.set_result((message, visits))

    def asked(self, request: Request, answer: Coroutine[Any, Any, Answer]) -> asyncio.Task[Answer]:
        """The answer, or consent once the server says that the address was visited."""
        visited = self.visited[request.get("elicitationId")] = asyncio.Event()

        async def consent() -> Answer:
            await visited.wait()
            print("\nThe server says that it is done.", file=sys.stderr)
            return accept()

        return asyncio.create_task(first(answer, consent()))

    def begin(self, id: str, text: bytes) -> None:
        request, reply = tn_elicit.server_request_begin(MODES, text)
        if request is not None:
            asked = json.loads(request)
            answer = self.asked(asked, self.user.answer(asked))
            question = self.questions[id] = asyncio.create_task(self.finish(text, answer))
            question.add_done_callback(lambda _: self.questions.pop(id, None))
        elif reply is not None:
            sending = asyncio.create_task(self.send(reply))
            self.sending.add(sending)
            sending.add_done_callback(self.sending.discard)

    async def finish(self, text: bytes, answer: asyncio.Task[Answer]) -> None:
        try:
            reply = tn_elicit.server_request_finish(text, json.dumps(await answer))
        except (EOFError, ValueError) as error:
            print("the question is cancelled:", error, file=sys.stderr)
            reply = tn_elicit.server_request_finish(text, None)
        if reply is not None:
            await self.send(reply)

    async def call(self, method: str, params: dict[str, Any]) -> Message:
        """The response to a request, which is sent again when the user has been where it says."""
        for id in itertools.islice(self.ids, CALLS):
            response: asyncio.Future[Response] = asyncio.get_running_loop().create_future()
            self.responses[json.dumps(id)] = response
            frame = {"jsonrpc": "2.0", "id": id, "method": method, "params": params}
            await self.send(json.dumps(frame))
            message, visits = await response
            if not visits:
                return message
            for visit in visits:
                if not (await visit)["ok"]:
                    raise PermissionError("the user does not open the address")
        raise TimeoutError(f"the server wants addresses visited after {CALLS} calls")

    def gone(self, *ids: str) -> None:
        """No response comes any more, to these or to any."""
        for id in ids or list(self.responses):
            if response := self.responses.pop(id, None):
                response.set_exception(EOFError("the server ended without a response"))

    async def initialize(self) -> None:
        params = {
            "protocolVersion": "2025-11-25",
            "capabilities": client_capabilities(MODES),
            "clientInfo": {"name": "python-host", "version": tn_elicit.version()},
        }
        response = await self.call("initialize", params)
        self.protocol = response["result"]["protocolVersion"]
        await self.send('{"jsonrpc":"2.0","method":"notifications/initialized"}')

    async def call_tool(self, name: str) -> int:
        response = await self.call("tools/call", {"name": name, "arguments": {}})
        # A result that asks, or that is of a type that nobody knows, is not final.
        if input_required_begin(Modes(0), response.get("result", {})) is not None:
            raise ValueError("the server asks in a result, before MCP 2026-07-28")
        print(json.dumps(response.get("result", response.get("error"))))
        return 0 if "result" in response else 1


async def first(*waits: Coroutine[Any, Any, Answer]) -> Answer:
    """What is there first; the others are cancelled."""
    tasks = [asyncio.create_task(wait) for wait in waits]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        return done.pop().result()
    finally:
        for task in tasks:
            task.cancel()
