// A server that writes down each of its calls: `start N` and `end N` in the file of its first argument. Each takes a few milliseconds.
import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';

const [, , file] = process.argv;
const schema = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] };
const keyed = { ...schema, properties: { ...schema.properties, idempotency_key: { type: 'string' } } };
const TOOLS = [
  { name: 'write', inputSchema: schema },
  { name: 'read', inputSchema: schema, annotations: { readOnlyHint: true } },
  { name: 'keyed', inputSchema: keyed },
];
const done = new Set();

async function call({ name, arguments: { n, idempotency_key: key } }) {
  if (key !== undefined && done.has(key)) return { content: [{ type: 'text', text: 'again' }] };
  appendFileSync(file, `start ${name} ${n}\n`);
  await delay(Math.random() * 12);
  appendFileSync(file, `end ${name} ${n}\n`);
  if (key !== undefined) done.add(key);
  return { content: [{ type: 'text', text: JSON.stringify({ n }) }] };
}

const ANSWERS = {
  initialize: () => ({
    protocolVersion: '2025-06-18',
    capabilities: { tools: {} },
    serverInfo: { name: 'tally', version: '1' },
  }),
  'tools/list': () => ({ tools: TOOLS }),
  'tools/call': call,
  ping: () => ({}),
};

createInterface({ input: process.stdin }).on('line', line => void answered(JSON.parse(line)));

async function answered({ id, method, params }) {
  const answer = ANSWERS[method];
  if (id === undefined || answer === undefined) return;
  const result = await answer(params);
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`);
}
