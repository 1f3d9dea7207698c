/**
 * An MCP server whose answers are as long as a call wants them, spoken by hand. `node longAnswers.mjs [list] [count] [size]`: it lists
 * `count` more tools, resources or prompts of `size` characters each, in pages of 1 MiB.
 */
import { createInterface } from 'node:readline';

const [list = 'none', count = '0', size = '0'] = process.argv.slice(2);
const long = characters => 'x'.repeat(characters);
const text = words => ({ type: 'text', text: words });
const outputSchema = { type: 'object', properties: { long: { type: 'string' } }, required: ['long'] };

const TOOLS = {
  echo: ({ words = '' }) => ({ content: [text(`${words.length} characters`)] }),
  image: input => ({
    content: [text('A picture'), { type: 'image', data: long(input.size), mimeType: 'image/png' }],
  }),
  resource: input => ({
    content: [{ type: 'resource', resource: { uri: 'file:///long', blob: long(input.size) } }],
  }),
  meta: input => ({ content: [text('short')], _meta: { long: long(input.size) } }),
  structured: input => ({ content: [text('short')], structuredContent: { long: long(input.size) } }),
  blocks: input => ({
    content: Array.from({ length: input.count }, (_, i) => text(`${i} ${long(input.size)}`)),
  }),
};

/** One after the other, so that none is made before it is asked for. */
const more = {
  tools: tool,
  resources: i => ({ uri: `file:///${i}`, name: `r${i}`, description: long(Number(size)) }),
  prompts: i => ({ name: `p${i}`, description: long(Number(size)) }),
};

function tool(i) {
  return { name: `tool${i}`, inputSchema: { type: 'object', description: long(Number(size)) } };
}

function page(field, { cursor = '0' } = {}) {
  if (list !== field) return { [field]: field === 'tools' ? own() : [] };
  const perPage = Math.max(1, Math.floor(1_048_576 / (Number(size) + 100)));
  const start = Number(cursor);
  const end = Math.min(start + perPage, Number(count));
  const items = Array.from({ length: end - start }, (_, i) => more[field](start + i));
  const first = start === 0 && field === 'tools' ? own() : [];
  return { [field]: [...first, ...items], ...(end < Number(count) ? { nextCursor: String(end) } : {}) };
}

function own() {
  return Object.keys(TOOLS).map(name => ({
    name,
    inputSchema: { type: 'object' },
    ...(name === 'structured' ? { outputSchema } : {}),
  }));
}

const ANSWERS = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {}, resources: {}, prompts: {} },
    serverInfo: { name: 'long', version: '1' },
  }),
  'tools/list': params => page('tools', params),
  'resources/list': params => page('resources', params),
  'resources/templates/list': () => ({ resourceTemplates: [] }),
  'resources/read': ({ uri }) => ({ contents: [{ uri, text: long(Number(uri.split('/').at(-1))) }] }),
  'prompts/list': params => page('prompts', params),
  'tools/call': ({ name, arguments: input }) => TOOLS[name](input ?? {}),
};

createInterface({ input: process.stdin }).on('line', line => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const result = ANSWERS[method]?.(params) ?? {};
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`);
});
