// A server on the TypeScript SDK that asks its user: the tools `greet`, `connect`, `twice`, `both` and
// `impatient`, as in the other SDKs; `connect-elsewhere`, whose address is opened by somebody else;
// `authorized`, `authorized-twice`, `authorized-silently` and `authorized-elsewhere`, which have addresses
// opened before they can be called; and `task`.

import { createServer } from "node:http";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";

import {
  InMemoryTaskMessageQueue,
  InMemoryTaskStore,
} from "@modelcontextprotocol/sdk/experimental/tasks/stores/in-memory.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import {
  ErrorCode,
  RELATED_TASK_META_KEY,
  UrlElicitationRequiredError,
} from "@modelcontextprotocol/sdk/types.js";

const mcp = new McpServer(
  { name: "interop", version: "1.0.0" },
  {
    capabilities: { tasks: { requests: { tools: { call: {} } } } },
    taskStore: new InMemoryTaskStore(),
    taskMessageQueue: new InMemoryTaskMessageQueue(),
  },
);

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

// The pages that a person opens: how often each path was, and what happens then.
const visits = new Map();
const pages = createServer(({ url }, response) => {
  const page = visits.get(url.slice(1));
  if (page) page.opened += 1;
  response.writeHead(page ? 200 : 404).end();
  page?.complete();
});

// Tells the client that these are complete; an id that nobody knows, and one twice, it must bear.
const tellComplete = async (id) => {
  for (const one of ["unknown", id, id]) await mcp.server.createElicitationCompletionNotifier(one)();
};

// A tool that can be called when all its addresses were opened; before, it ends with the error -32042.
// Its text is how often it was called, and how often each address was opened.
const authorized = (name, description, ids, complete = tellComplete) => {
  let calls = 0;
  for (const id of ids) visits.set(id, { opened: 0, complete: () => complete(id) });

  tool(name, description, async () => {
    calls += 1;
    const missing = ids.filter((id) => visits.get(id).opened === 0);
    if (missing.length === 0)
      return [`calls=${calls}`, ...ids.map((id) => `${id}=${visits.get(id).opened}`)].join("; ");
    if (!pages.listening) await once(pages.listen(0, "127.0.0.1").unref(), "listening");
    const elicitations = missing.map((elicitationId) => ({
      mode: "url",
      elicitationId,
      url: `http://127.0.0.1:${pages.address().port}/${elicitationId}`,
      message: `Please authorize ${elicitationId}`,
    }));
    throw new UrlElicitationRequiredError(elicitations);
  });
};

authorized("authorized", "Has an address opened first", ["drive"]);
authorized("authorized-twice", "Has two addresses opened first", ["mail", "calendar"]);
authorized("authorized-silently", "Does not say when its address was opened", ["silent"], () => {});

const openElsewhere = (id) => wait(300).then(() => tellComplete(id));

tool("connect-elsewhere", "Asks to open an address, which is opened on another device", async () => {
  openElsewhere("connect-2");
  return describe(
    await mcp.server.elicitInput({
      mode: "url",
      message: "Please authorize us",
      url: "https://example.test/oauth?state=2",
      elicitationId: "connect-2",
    }),
  );
});

tool("authorized-elsewhere", "Its user has opened the address on another device", async () => {
  const elicitationId = "elsewhere";
  if (visits.has(elicitationId)) return "authorized";
  visits.set(elicitationId, { opened: 0, complete: () => {} });
  openElsewhere(elicitationId);
  throw new UrlElicitationRequiredError([
    { mode: "url", elicitationId, url: "https://example.test/elsewhere", message: "Please authorize us" },
  ]);
});

// A tool that runs as a task, and asks its user for it. To a client that calls it as a task, the question
// comes with `tasks/result`. For any other the SDK waits for the task's end, and the question comes at
// once. The answer has to name the task.
const askForTask = async (related, isCalledAsTask) => {
  const params = {
    message: "What is your name?",
    requestedSchema: { type: "object", properties: { name: { type: "string" } } },
  };
  const answer = isCalledAsTask
    ? await mcp.server.elicitInput(params, { relatedTask: related })
    : await mcp.server.elicitInput({ ...params, _meta: { [RELATED_TASK_META_KEY]: related } });
  const named = answer._meta?.[RELATED_TASK_META_KEY];
  if (named?.taskId !== related.taskId) throw new Error(`not this task: ${JSON.stringify(answer)}`);
  return `${describe(answer)}; it names the task`;
};

mcp.experimental.tasks.registerToolTask(
  "task",
  { description: "Runs as a task, and asks", execution: { taskSupport: "optional" } },
  {
    createTask: async ({ taskStore, taskRequestedTtl }) => {
      const isCalledAsTask = taskRequestedTtl !== undefined;
      const task = await taskStore.createTask({ ttl: null, pollInterval: 20 });
      const { taskId } = task;
      if (isCalledAsTask) await taskStore.updateTaskStatus(taskId, "input_required");
      askForTask({ taskId }, isCalledAsTask)
        .then((text) => ["completed", { content: [{ type: "text", text }] }])
        .catch(({ message }) => ["failed", { content: [{ type: "text", text: message }], isError: true }])
        .then(([status, result]) => taskStore.storeTaskResult(taskId, status, result));
      return { task };
    },
    getTask: ({ taskId, taskStore }) => taskStore.getTask(taskId),
    getTaskResult: ({ taskId, taskStore }) => taskStore.getTaskResult(taskId),
  },
);

await mcp.connect(new StdioServerTransport());
