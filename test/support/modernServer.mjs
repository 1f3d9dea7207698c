// A server of the protocol's newer era alone, made with the SDK: over stdio, or with --http over HTTP, whose address it prints.
import { createServer } from 'node:http';
import { once } from 'node:events';
import {
  createMcpHandler,
  inputRequired,
  acceptedContent,
  McpServer,
  ResourceTemplate,
} from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import * as z from 'zod';

const isRemote = process.argv.includes('--http');
/** What the tool `grow` added, in all instances: each request may have one of its own. */
let hasGrown = false;
const waits = { begun: 0, cancelled: 0 };
let goOn;
/** Who is told of changes. */
let notify;

const text = value => ({
  content: [{ type: 'text', text: typeof value === 'string' ? value : JSON.stringify(value) }],
});
const FORM = z.object({ name: z.string() });

function fixture() {
  const server = new McpServer(
    { name: 'modern-fixture', version: '3.2.1' },
    {
      capabilities: {
        tools: { listChanged: true },
        resources: { listChanged: true, subscribe: true },
        prompts: {},
        logging: {},
        completions: {},
      },
      instructions: 'Be kind.',
    },
  );
  server.registerTool(
    'echo',
    { description: 'Says it again', inputSchema: z.object({ text: z.string() }) },
    input => text(input.text),
  );
  server.registerTool('meta', { description: 'Tells its metadata' }, ctx =>
    text(Object.keys(ctx.mcpReq._meta ?? {})),
  );
  server.registerTool('ask', { description: 'Asks for a name' }, ctx => {
    const given = acceptedContent(ctx.mcpReq.inputResponses, 'who', FORM);
    if (given) return text(`Hello ${given.name}`);
    const response = ctx.mcpReq.inputResponses?.who;
    if (response !== undefined) return text(`No name: ${response.action}`);
    const who = inputRequired.elicit({ message: 'Who are you?', requestedSchema: FORM });
    return inputRequired({ inputRequests: { who }, requestState: 'asked once' });
  });
  server.registerTool('steps', { description: 'Tells how far it is, and goes on when told' }, async ctx => {
    const progressToken = ctx.mcpReq._meta?.progressToken;
    for (const progress of [1, 2, 3]) {
      const params = { progressToken, progress, total: 3 };
      await ctx.mcpReq.notify({ method: 'notifications/progress', params });
    }
    await new Promise(resolve => (goOn = resolve));
    return text('done');
  });
  server.registerTool('go', { description: 'Lets it go on' }, () => {
    goOn();
    return text('gone');
  });
  server.registerTool('wait', { description: 'Waits until it is cancelled' }, async ctx => {
    waits.begun += 1;
    await new Promise(resolve => ctx.mcpReq.signal.addEventListener('abort', resolve, { once: true }));
    waits.cancelled += 1;
    return text('too late');
  });
  server.registerTool('waits', { description: 'Tells of those' }, () =>
    text(`${waits.begun} begun, ${waits.cancelled} cancelled`),
  );
  const schema = z.object({
    region: z.string().meta({ 'x-mcp-header': 'Region' }),
    query: z.string().optional(),
  });
  server.registerTool(
    'place',
    { description: 'Repeats its region in a header', inputSchema: schema },
    ({ region }) => text(region),
  );
  server.registerTool('grow', { description: 'Adds a tool' }, async () => {
    hasGrown = true;
    if (notify) await notify.toolsChanged();
    else server.registerTool('grown', { description: 'Was added' }, () => text('new'));
    return text('grown');
  });
  if (hasGrown && isRemote) server.registerTool('grown', { description: 'Was added' }, () => text('new'));
  server.registerResource('note', 'memo://note', { mimeType: 'text/plain' }, uri => ({
    contents: [{ uri: uri.href, mimeType: 'text/plain', text: 'A note' }],
  }));
  server.registerResource(
    'page',
    new ResourceTemplate('memo://page/{n}', { list: undefined }),
    {},
    (uri, { n }) => ({
      contents: [{ uri: uri.href, text: `Page ${String(n)}` }],
    }),
  );
  server.registerPrompt(
    'greet',
    { description: 'Greets', argsSchema: z.object({ name: z.string() }) },
    ({ name }) => ({
      messages: [{ role: 'user', content: { type: 'text', text: `Greet ${name}` } }],
    }),
  );
  return server;
}

if (isRemote) {
  const handler = createMcpHandler(fixture, { legacy: 'reject' });
  notify = handler.notify;
  const answer = async (incoming, outgoing) => {
    const abort = new AbortController();
    outgoing.on('close', () => abort.abort());
    const chunks = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const url = `http://127.0.0.1:${http.address().port}${incoming.url}`;
    const { method, headers } = incoming;
    const body = chunks.length === 0 ? undefined : Buffer.concat(chunks);
    const given = await handler.fetch(new Request(url, { method, headers, body, signal: abort.signal }));
    outgoing.writeHead(given.status, Object.fromEntries(given.headers));
    try {
      for await (const chunk of given.body ?? []) outgoing.write(chunk);
    } catch {
      // Whoever asked has gone.
    }
    outgoing.end();
  };
  const http = createServer((incoming, outgoing) => void answer(incoming, outgoing));
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  process.stdout.write(`http://127.0.0.1:${http.address().port}/mcp\n`);
} else serveStdio(fixture, { legacy: 'reject' });
