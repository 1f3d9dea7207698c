// A server with everything that the public conformance suite asks servers for, by the names it asks for.
// `node fixtureServer.mjs` speaks stdio; `--http` listens on loopback and prints its address.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import * as mcp from '@modelcontextprotocol/sdk/types.js';
import { fixturePrompts, fixtureResources, fixtureTemplates, PIXEL } from './fixtureContents.mjs';

const text = words => ({ content: [{ type: 'text', text: words }] });
const choices = (...pairs) => pairs.map(([value, title]) => ({ const: value, title }));

const DEFAULTS = {
  type: 'object',
  properties: {
    name: { type: 'string', default: 'John Doe' },
    age: { type: 'integer', default: 30 },
    score: { type: 'number', default: 95.5 },
    status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
    verified: { type: 'boolean', default: true },
  },
};

const ENUMS = {
  type: 'object',
  properties: {
    untitledSingle: { type: 'string', enum: ['option1', 'option2', 'option3'] },
    titledSingle: {
      type: 'string',
      oneOf: choices(['value1', 'First'], ['value2', 'Second'], ['value3', 'Third']),
    },
    legacyEnum: { type: 'string', enum: ['opt1', 'opt2', 'opt3'], enumNames: ['One', 'Two', 'Three'] },
    untitledMulti: { type: 'array', items: { type: 'string', enum: ['option1', 'option2', 'option3'] } },
    titledMulti: {
      type: 'array',
      items: { anyOf: choices(['value1', 'First'], ['value2', 'Second'], ['value3', 'Third']) },
    },
  },
};

const USER = {
  type: 'object',
  properties: {
    username: { type: 'string', description: 'A name' },
    email: { type: 'string', description: 'An address' },
  },
  required: ['username', 'email'],
};

async function elicit(extra, message, requestedSchema, words) {
  const request = { method: 'elicitation/create', params: { message, requestedSchema } };
  const { action, content } = await extra.sendRequest(request, mcp.ElicitResultSchema);
  return text(`${words}: action=${action}, content=${JSON.stringify(content ?? {})}`);
}

/** What each tool does: its input's required texts, and the call. */
const TOOLS = {
  test_simple_text: [[], () => text('This is a simple text response for testing.')],
  test_image_content: [[], () => ({ content: [{ type: 'image', data: PIXEL, mimeType: 'image/png' }] })],
  test_audio_content: [[], () => ({ content: [{ type: 'audio', data: 'UklGRg==', mimeType: 'audio/wav' }] })],
  test_embedded_resource: [
    [],
    () => ({
      content: [
        {
          type: 'resource',
          resource: {
            uri: 'test://embedded-resource',
            mimeType: 'text/plain',
            text: 'An embedded resource.',
          },
        },
      ],
    }),
  ],
  test_multiple_content_types: [
    [],
    () => ({
      content: [
        { type: 'text', text: 'Multiple content types test:' },
        { type: 'image', data: PIXEL, mimeType: 'image/png' },
        {
          type: 'resource',
          resource: {
            uri: 'test://mixed-content-resource',
            mimeType: 'application/json',
            text: '{"test":"data","value":123}',
          },
        },
      ],
    }),
  ],
  test_tool_with_logging: [
    [],
    async (_, extra) => {
      for (const data of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
        await extra.sendNotification({ method: 'notifications/message', params: { level: 'info', data } });
        await wait(50);
      }
      return text('Logged three times.');
    },
  ],
  test_error_handling: [
    [],
    () => ({ ...text('This tool intentionally returns an error for testing'), isError: true }),
  ],
  test_tool_with_progress: [
    [],
    async (_, extra) => {
      const progressToken = extra._meta?.progressToken;
      for (const progress of [0, 50, 100]) {
        if (progressToken !== undefined) {
          const params = { progressToken, progress, total: 100 };
          await extra.sendNotification({ method: 'notifications/progress', params });
        }
        await wait(50);
      }
      return text(`Progress went to ${typeof progressToken}.`);
    },
  ],
  test_sampling: [
    ['prompt'],
    async ({ prompt }, extra) => {
      const messages = [{ role: 'user', content: { type: 'text', text: prompt } }];
      const request = { method: 'sampling/createMessage', params: { messages, maxTokens: 100 } };
      const { content } = await extra.sendRequest(request, mcp.CreateMessageResultSchema);
      return text(`LLM response: ${content.text}`);
    },
  ],
  test_elicitation: [['message'], ({ message }, extra) => elicit(extra, message, USER, 'User response')],
  test_elicitation_sep1034_defaults: [
    [],
    (_, extra) => elicit(extra, 'Look these over', DEFAULTS, 'Elicitation completed'),
  ],
  test_elicitation_sep1330_enums: [[], (_, extra) => elicit(extra, 'Choose', ENUMS, 'Elicitation completed')],
};

/** What the suite's next line asks of a server of the newer era; through us, questions of the older one are the same. */
const asks = [[], (_, extra) => elicit(extra, 'What is your name?', USER, 'Hello')];
for (const what of ['elicitation', 'request_state', 'tampered_state'])
  TOOLS[`test_input_required_result_${what}`] = asks;
TOOLS.test_input_required_result_sampling = [
  [],
  async (_, extra) => await TOOLS.test_sampling[1]({ prompt: 'What is the capital of France?' }, extra),
];
TOOLS.test_input_required_result_multi_round = [
  [],
  async (_, extra) => {
    await elicit(extra, 'What is your name?', USER, 'Hello');
    return await elicit(extra, 'Which color do you like?', USER, 'Done');
  },
];

/** Beyond the suite: works on until it is cancelled, and tells how often it was. */
let cancelled = 0;
/** A tenth of a second each: longer than the slowest machine takes to cancel it. */
const SLOW_STEPS = 6_000;
TOOLS.slow = [
  [],
  async (_, extra) => {
    for (let progress = 1; progress <= SLOW_STEPS && !extra.signal.aborted; progress += 1) {
      const progressToken = extra._meta?.progressToken;
      const params = {
        progressToken,
        progress,
        total: SLOW_STEPS,
        message: `Step ${progress} of ${SLOW_STEPS}`,
      };
      if (progressToken !== undefined)
        await extra.sendNotification({ method: 'notifications/progress', params });
      await wait(100);
    }
    if (extra.signal.aborted) cancelled += 1;
    return text('Worked to the end.');
  },
];
TOOLS.cancelled = [[], () => text(`Cancelled ${cancelled} times.`)];

const SCHEMA_2020_12 = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    address: { type: 'object', properties: { street: { type: 'string' }, city: { type: 'string' } } },
  },
  properties: { name: { type: 'string' }, address: { $ref: '#/$defs/address' } },
  additionalProperties: false,
};

function toolList() {
  const tools = Object.entries(TOOLS).map(([name, [texts]]) => ({
    name,
    description: `Does ${name}`,
    inputSchema: {
      type: 'object',
      properties: Object.fromEntries(texts.map(field => [field, { type: 'string' }])),
      required: texts,
    },
  }));
  const dialect = {
    name: 'json_schema_2020_12_tool',
    description: 'Tool with JSON Schema 2020-12 features',
    inputSchema: SCHEMA_2020_12,
  };
  return { tools: [...tools, dialect] };
}

function fixtureServer() {
  const server = new Server(
    { name: 'fixture', version: '1.0.0' },
    {
      capabilities: {
        tools: { listChanged: true },
        resources: { subscribe: true, listChanged: true },
        prompts: { listChanged: true },
        completions: {},
        logging: {},
      },
    },
  );
  const on = (schema, handler) => server.setRequestHandler(schema, handler);
  on(mcp.ListToolsRequestSchema, toolList);
  on(mcp.CallToolRequestSchema, ({ params }, extra) => {
    const [, run] = TOOLS[params.name] ?? [];
    if (!run) throw new mcp.McpError(-32_602, `Unknown tool ${params.name}`);
    return run(params.arguments ?? {}, extra);
  });
  on(mcp.ListResourcesRequestSchema, () => ({
    resources: fixtureResources.map(({ uri, name, mimeType }) => ({ uri, name, mimeType })),
  }));
  on(mcp.ListResourceTemplatesRequestSchema, () => ({ resourceTemplates: fixtureTemplates }));
  on(mcp.ReadResourceRequestSchema, ({ params: { uri } }) => {
    const known = fixtureResources.find(resource => resource.uri === uri);
    if (known) {
      const { name: _name, ...contents } = known;
      return { contents: [contents] };
    }
    const [, id] = /^test:\/\/template\/([^/]+)\/data$/.exec(uri) ?? [];
    if (id === undefined) throw new mcp.McpError(-32_002, `Resource not found: ${uri}`, { uri });
    const data = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` });
    return { contents: [{ uri, mimeType: 'application/json', text: data }] };
  });
  on(mcp.SubscribeRequestSchema, async ({ params: { uri } }) => {
    // At once, so that a test sees an update without a clock.
    setImmediate(() => void server.sendResourceUpdated({ uri }).catch(() => {}));
    return {};
  });
  on(mcp.UnsubscribeRequestSchema, () => ({}));
  on(mcp.ListPromptsRequestSchema, () => ({
    prompts: Object.entries(fixturePrompts).map(([name, { arguments: given }]) => ({
      name,
      description: `Prompt ${name}`,
      arguments: given.map(argument => ({ name: argument, required: true })),
    })),
  }));
  on(mcp.GetPromptRequestSchema, ({ params }) => {
    const prompt = fixturePrompts[params.name];
    if (!prompt) throw new mcp.McpError(-32_602, `Unknown prompt ${params.name}`);
    return { messages: prompt.messages(params.arguments ?? {}) };
  });
  on(mcp.CompleteRequestSchema, ({ params: { argument } }) => {
    const values = ['paris', 'park', 'party'].filter(value => value.startsWith(argument.value));
    return { completion: { values, total: values.length, hasMore: false } };
  });
  return server;
}

function overHttp() {
  const transports = new Map();
  const http = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });

  async function handle(request, response) {
    let body = '';
    for await (const chunk of request) body += chunk;
    const transport = transports.get(request.headers['mcp-session-id']) ?? (await opened());
    await transport.handleRequest(request, response, body === '' ? undefined : JSON.parse(body));
  }

  async function opened() {
    const { port } = http.address();
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      enableDnsRebindingProtection: true,
      allowedHosts: [`127.0.0.1:${port}`, `localhost:${port}`],
      allowedOrigins: [`http://127.0.0.1:${port}`, `http://localhost:${port}`],
      onsessioninitialized: id => transports.set(id, transport),
    });
    await fixtureServer().connect(transport);
    return transport;
  }

  http.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${http.address().port}/mcp`));
}

if (process.argv.includes('--http')) overHttp();
else await fixtureServer().connect(new StdioServerTransport());
