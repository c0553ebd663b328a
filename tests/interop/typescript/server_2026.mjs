// A server on the TypeScript SDK in MCP 2026-07-28, where a tool asks its user by what it returns: the
// same tools as python/server_2026.py has. To a client of an earlier revision the SDK sends the same
// questions as requests.

import { inputRequired, McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";

const form = (message) =>
  inputRequired.elicit({
    message,
    requestedSchema: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
  });

// `ACTION CONTENT` of a user's, `ROLE TEXT` of a model's, or the roots' addresses.
const shown = ({ action, content, role, roots }) => {
  if (role) return `${role} ${JSON.stringify(content.text)}`;
  if (roots) return JSON.stringify(roots.map(({ uri }) => uri));
  return `${action} ${JSON.stringify(content ?? null)}`;
};

// `KEY=ANSWER` for each answer, by key, and the state.
const described = (responses = {}, state = null) => {
  const parts = Object.keys(responses)
    .sort()
    .map((key) => `${key}=${shown(responses[key])}`);
  return [...parts, `state=${JSON.stringify(state)}`].join("; ");
};

const server = () => {
  const mcp = new McpServer({ name: "interop-2026", version: "1.0.0" });

  // What a tool asks next, if anything, follows from the responses and the state that came in.
  const tool = (name, description, next) =>
    mcp.registerTool(name, { description }, async ({ mcpReq }) => {
      const responses = mcpReq.inputResponses;
      const state = mcpReq.requestState();
      const asked = next(responses, state);
      return asked
        ? inputRequired(asked)
        : { content: [{ type: "text", text: described(responses, state) }] };
    });

  tool("ask", "One form, with a state", (responses) => {
    if (!responses) return { inputRequests: { who: form("What is your name?") }, requestState: "s/1.0" };
  });

  tool("stateless", "One form, without a state", (responses) => {
    if (!responses) return { inputRequests: { who: form("What is your name?") } };
  });

  tool("connect", "An address to open", (responses) => {
    const address = { message: "Please authorize us", url: "https://example.test/oauth?state=1" };
    if (!responses) return { inputRequests: { open: inputRequired.elicitUrl(address) } };
  });

  tool("both", "Two inputs in one result", (responses) => {
    const inputRequests = { z: form("What is your name?"), a: form("Which town?") };
    if (!responses) return { inputRequests, requestState: "both" };
  });

  tool("twice", "A question after a question", (responses) => {
    if (!responses) return { inputRequests: { first: form("What is your name?") }, requestState: "first" };
    if (responses.first) return { inputRequests: { second: form("Which town?") }, requestState: "second" };
  });

  tool("wait", "A state, and nothing to ask", (_, state) => {
    if (state === undefined) return { requestState: "waited" };
  });

  tool("forever", "It is never content", () => ({ requestState: "again" }));

  tool("more", "A form, and what not every client has: a model, and roots", (responses) => {
    const messages = [{ role: "user", content: { type: "text", text: "Hi" } }];
    const inputRequests = {
      model: inputRequired.createMessage({ messages, maxTokens: 10 }),
      who: form("What is your name?"),
      roots: inputRequired.listRoots(),
    };
    if (!responses) return { inputRequests, requestState: "more" };
  });

  return mcp;
};

serveStdio(server);
