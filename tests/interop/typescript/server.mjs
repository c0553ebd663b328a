// A server on the TypeScript SDK that asks its user: the tools `greet`, `connect` and `twice`.

import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";

const mcp = new McpServer({ name: "interop", version: "1.0.0" });

const ask = (message, field) =>
  mcp.server.elicitInput({
    message,
    requestedSchema: { type: "object", properties: { [field]: { type: "string" } }, required: [field] },
  });

const describe = ({ action, content }) =>
  content === undefined ? action : `${action} ${JSON.stringify(content)}`;

const tool = (name, description, run) =>
  mcp.registerTool(name, { description }, async () => ({
    content: [{ type: "text", text: await run() }],
  }));

tool("greet", "Asks for a name by form", async () => describe(await ask("What is your name?", "name")));

tool("connect", "Asks to open an address", async () =>
  describe(
    await mcp.server.elicitInput({
      mode: "url",
      message: "Please authorize us",
      url: "https://example.test/oauth?state=1",
      elicitationId: "connect-1",
    }),
  ),
);

tool("twice", "Asks two questions, one after the other", async () => {
  const name = await ask("What is your name?", "name");
  const town = await ask("Where do you live?", "town");
  return `${describe(name)}; ${describe(town)}`;
});

await mcp.connect(new StdioServerTransport());
