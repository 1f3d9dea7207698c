// The server that the clients switch on: one tool, whose answer says the same in two ways that can be told apart.
import { createInterface } from 'node:readline';

const TEXT = 'The lamp is lit, says the text.';
const STRUCTURE = { lamp: 'The lamp is lit, says the structure.' };

const lightTool = {
  name: 'light',
  description: 'Lights the lamp.',
  inputSchema: { type: 'object', properties: { colour: { type: 'string' } }, required: ['colour'] },
  outputSchema: { type: 'object', properties: { lamp: { type: 'string' } }, required: ['lamp'] },
};

const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'lamp', version: '1' },
  }),
  'tools/list': () => ({ tools: [lightTool] }),
  'tools/call': () => ({ content: [{ type: 'text', text: TEXT }], structuredContent: STRUCTURE }),
};

createInterface({ input: process.stdin }).on('line', line => {
  const { id, method, params = {} } = JSON.parse(line);
  if (id === undefined) return;
  process.stdout.write(
    `${JSON.stringify({ jsonrpc: '2.0', id, result: answers[method]?.(params) ?? {} })}\n`,
  );
});
