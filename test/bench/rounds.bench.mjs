/**
 * What an LLM round costs beside its model and its servers: the time to the first token, next to the same model asked directly, and the
 * time of each call of a tool, next to the same calls of an MCP client without us.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { repositoryNode, repositoryRoot } from '../../scripts/processes.mjs';
import { needNode24 } from '../support/bundle.mjs';

needNode24();
const ROUNDS = 100;
const CALLS = 50;

/** A server with one tool that answers at once. */
const SERVER = `require('node:readline').createInterface({ input: process.stdin }).on('line', line => {
  const { id, method, params } = JSON.parse(line);
  const results = {
    initialize: { protocolVersion: params?.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'tiny', version: '1' } },
    'tools/list': { tools: [{ name: 'ping', description: 'Pings', inputSchema: { type: 'object' } }] },
    'tools/call': { content: [{ type: 'text', text: 'pong' }] },
  };
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, result: results[method] ?? {} }));
});`;

const folder = mkdtempSync(join(tmpdir(), 'switchyard-bench-'));
const workspace = join(folder, 'workspace');
mkdirSync(workspace);
const model = await startModel();
const servers = join(folder, 'servers.json');
const tiny = { command: repositoryNode, args: ['-e', SERVER] };
writeFileSync(servers, JSON.stringify({ servers: { tiny } }));
const program = spawn(
  repositoryNode,
  [
    join(repositoryRoot, 'dist/headless.js'),
    ...['--http', '--approve', 'all', '--servers', servers, '--workspace', workspace],
    ...['--state', join(folder, 'state'), '--model-endpoint', model.url],
  ],
  { stdio: ['ignore', 'pipe', 'inherit'] },
);
try {
  const { url, token } = await firstLine(program.stdout);
  const address = url.replace(/\/mcp$/, '/llm-exec/round/stream');
  const tools = [{ type: 'mcp', server_label: 'tiny', allowed_tools: [], require_approval: 'never' }];
  const body = (say, given = {}) => ({ model: 'm', messages: [{ role: 'user', content: say }], ...given });
  const round = given => ask(address, { 'x-api-key': token }, given);
  const direct = () => ask(`${model.url}/chat/completions`, {}, { ...body('say'), stream: true });

  await round(body('say', { tools })); // From then on its tools are known.
  const first = { direct: [], bare: [], withServer: [] };
  for (let i = 0; i < ROUNDS; i += 1) {
    first.direct.push((await direct()).firstMs);
    first.bare.push((await round(body('say'))).firstMs);
    first.withServer.push((await round(body('say', { tools }))).firstMs);
  }
  const base = median(first.direct);
  console.table(
    Object.entries({
      'the model itself': first.direct,
      'a round': first.bare,
      'a round with a server': first.withServer,
    }).map(([what, times]) => ({
      'first token': what,
      'ms (median)': median(times).toFixed(2),
      'added ms': (median(times) - base).toFixed(2),
    })),
  );

  const client = new Client({ name: 'bench', version: '1' });
  await client.connect(new StdioClientTransport(tiny));
  const alone = [];
  const ours = [];
  for (let i = 0; i < 10; i += 1) {
    const startedAt = performance.now();
    for (let call = 0; call < CALLS; call += 1) await client.callTool({ name: 'ping', arguments: {} });
    alone.push((performance.now() - startedAt) / CALLS);
    ours.push((await round(body('call', { tools }))).perCallMs);
  }
  await client.close();
  console.table([
    { 'a call': 'by a client of the server', 'ms (median)': median(alone).toFixed(3) },
    { 'a call': 'in a round', 'ms (median)': median(ours).toFixed(3) },
    { 'a call': 'of ours', 'ms (median)': (median(ours) - median(alone)).toFixed(3) },
  ]);
} finally {
  program.kill();
  model.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** Says a word at once, or calls the tool so many times and then says it. */
async function startModel() {
  const said = part => `data: ${JSON.stringify({ choices: [{ delta: part, finish_reason: null }] })}\n\n`;
  const end = reason =>
    `data: ${JSON.stringify({ choices: [{ delta: {}, finish_reason: reason }] })}\n\ndata: [DONE]\n\n`;
  const server = createServer((request, response) => {
    const parts = [];
    request.on('data', part => parts.push(part));
    request.on('end', () => {
      const { messages } = JSON.parse(Buffer.concat(parts).toString('utf8'));
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      if (messages.at(-1).content !== 'call') return response.end(said({ content: 'Word' }) + end('stop'));
      for (let index = 0; index < CALLS; index += 1)
        response.write(
          said({ tool_calls: [{ index, id: `c${index}`, function: { name: 'ping', arguments: '{}' } }] }),
        );
      response.end(end('tool_calls'));
    });
  });
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${server.address().port}/v1`, close: () => server.close() };
}

/** The time to the first word, and that of a call but for the first one, which waits for the server to start. */
async function ask(address, headers, given) {
  const startedAt = performance.now();
  const answer = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(given),
  });
  let firstMs;
  let firstCallMs;
  let callsMs;
  let text = '';
  for await (const part of answer.body.pipeThrough(new TextDecoderStream())) {
    text += part;
    const ms = performance.now() - startedAt;
    if (text.includes('Word')) firstMs ??= ms;
    if (text.includes('event: internal_tool.done')) firstCallMs ??= ms;
    if (text.includes('event: tool_block.done')) callsMs ??= ms;
  }
  return { firstMs, perCallMs: (callsMs - firstCallMs) / (CALLS - 1) };
}

async function firstLine(stream) {
  for await (const line of createInterface({ input: stream })) return JSON.parse(line);
}

function median(values) {
  return values.toSorted((a, b) => a - b)[values.length >> 1];
}
