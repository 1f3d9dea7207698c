// A tiny MCP server whose tools are what stands in tools.json at each listing.
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'yard', version: '1' },
  }),
  'tools/list': () => ({ tools: JSON.parse(readFileSync(new URL('tools.json', import.meta.url), 'utf8')) }),
  'tools/call': ({ name, arguments: input }) => ({
    content: [{ type: 'text', text: `${name} ${JSON.stringify(input)}` }],
  }),
};

createInterface({ input: process.stdin }).on('line', line => {
  const { id, method, params = {} } = JSON.parse(line);
  if (id === undefined) return;
  process.stdout.write(
    `${JSON.stringify({ jsonrpc: '2.0', id, result: answers[method]?.(params) ?? {} })}\n`,
  );
});
