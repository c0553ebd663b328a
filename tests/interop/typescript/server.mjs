// A server on the TypeScript SDK that asks its user: the tools `greet`, `connect`,
// `twice`, `both` and `impatient`.

import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { ErrorCode } from "@modelcontextprotocol/sdk/types.js";

const mcp = new McpServer({ name: "interop", version: "1.0.0" });

const ask = (message, field, options) =>
  mcp.server.elicitInput(
    {
      message,
      requestedSchema: { type: "object", properties: { [field]: { type: "string" } }, required: [field] },
    },
    options,
  );

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

// `options` are of the request for the second question.
const askBoth = async (options) => {
  const name = ask("What is your name?", "name").then(describe);
  const town = ask("Where do you live?", "town", options).then(describe, (error) => {
    if (error.code !== ErrorCode.RequestTimeout) throw error;
    return "timed out";
  });
  return (await Promise.all([name, town])).join("; ");
};

tool("both", "Asks two questions at once", () => askBoth());

tool("impatient", "Asks two questions at once, and does not wait for the second", () =>
  askBoth({ timeout: 200 }),
);

await mcp.connect(new StdioServerTransport());
