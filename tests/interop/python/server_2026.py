"""A server on mcp 2 in MCP 2026-07-28, where a tool asks its user by what it returns.

Usage: server_2026.py, over stdio.
"""

import json

from mcp.server.mcpserver import Context, MCPServer
from mcp_types import (
    CreateMessageRequest,
    CreateMessageRequestParams,
    CreateMessageResult,
    ElicitRequest,
    ElicitRequestFormParams,
    ElicitRequestURLParams,
    InputRequiredResult,
    ListRootsRequest,
    ListRootsResult,
    SamplingMessage,
    TextContent,
)
from mcp_types import InputResponse as Answer

server = MCPServer("interop-2026")


def form(message: str, name: str) -> ElicitRequest:
    schema = {"type": "object", "properties": {name: {"type": "string"}}, "required": [name]}
    return ElicitRequest(params=ElicitRequestFormParams(message=message, requested_schema=schema))


def described(context: Context) -> str:
    """`KEY=ANSWER` for each answer, by key, and the state."""
    answers = sorted((context.input_responses or {}).items())
    parts = [f"{key}={shown(answer)}" for key, answer in answers]
    return "; ".join([*parts, f"state={compact(context.request_state)}"])


def shown(answer: Answer) -> str:
    """`ACTION CONTENT` of a user's, `ROLE TEXT` of a model's, or the roots' addresses."""
    if isinstance(answer, CreateMessageResult):
        return f"{answer.role} {compact(answer.content.text)}"
    if isinstance(answer, ListRootsResult):
        return compact([str(root.uri) for root in answer.roots])
    return f"{answer.action} {compact(answer.content)}"


def compact(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))


@server.tool()
async def ask(context: Context) -> str | InputRequiredResult:
    """One form, with a state."""
    if context.input_responses is None:
        return InputRequiredResult(
            input_requests={"who": form("What is your name?", "name")}, request_state="s/1.0"
        )
    return described(context)


@server.tool()
async def stateless(context: Context) -> str | InputRequiredResult:
    """One form, without a state."""
    if context.input_responses is None:
        return InputRequiredResult(input_requests={"who": form("What is your name?", "name")})
    return described(context)


@server.tool()
async def connect(context: Context) -> str | InputRequiredResult:
    """An address to open."""
    if context.input_responses is None:
        address = ElicitRequestURLParams(
            message="Please authorize us",
            url="https://example.test/oauth?state=1",
            elicitation_id="connect-1",
        )
        return InputRequiredResult(input_requests={"open": ElicitRequest(params=address)})
    return described(context)


@server.tool()
async def both(context: Context) -> str | InputRequiredResult:
    """Two inputs in one result."""
    if context.input_responses is None:
        requests = {"z": form("What is your name?", "name"), "a": form("Which town?", "name")}
        return InputRequiredResult(input_requests=requests, request_state="both")
    return described(context)


@server.tool()
async def twice(context: Context) -> str | InputRequiredResult:
    """A question after a question."""
    if context.input_responses is None:
        return InputRequiredResult(
            input_requests={"first": form("What is your name?", "name")}, request_state="first"
        )
    if "first" in context.input_responses:
        return InputRequiredResult(
            input_requests={"second": form("Which town?", "name")}, request_state="second"
        )
    return described(context)


@server.tool()
async def wait(context: Context) -> str | InputRequiredResult:
    """A state, and nothing to ask."""
    if context.request_state is None:
        return InputRequiredResult(request_state="waited")
    return described(context)


@server.tool()
async def forever(context: Context) -> str | InputRequiredResult:
    """It is never content."""
    return InputRequiredResult(request_state="again")


@server.tool()
async def more(context: Context) -> str | InputRequiredResult:
    """A form, and what not every client has: a model, and roots."""
    if context.input_responses is None:
        message = SamplingMessage(role="user", content=TextContent(type="text", text="Hi"))
        sampling = CreateMessageRequest(
            params=CreateMessageRequestParams(messages=[message], max_tokens=10)
        )
        requests = {
            "model": sampling,
            "who": form("What is your name?", "name"),
            "roots": ListRootsRequest(),
        }
        return InputRequiredResult(input_requests=requests, request_state="more")
    return described(context)


if __name__ == "__main__":
    server.run("stdio")
