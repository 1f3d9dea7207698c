// A bare server of the SDK with tools that never change: `node staticServer.mjs COUNT [PREFIX]`, or `… FILE.json` with their list.
import { readFileSync } from 'node:fs';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';

const [count = '20', prefix = 'tool'] = process.argv.slice(2);
const made = () =>
  Array.from({ length: Number(count) }, (_, i) => ({
    name: `${prefix}_${i}`,
    description: `Does thing number ${i} with what it is given, and says how it went`,
    inputSchema: {
      type: 'object',
      properties: {
        path: { type: 'string', description: 'Where to look' },
        depth: { type: 'number', description: 'How deep to look' },
        kind: { type: 'string', enum: ['file', 'folder', 'link'] },
      },
      required: ['path'],
    },
  }));
const tools = count.endsWith('.json') ? JSON.parse(readFileSync(count, 'utf8')) : made();
const server = new Server({ name: 'static', version: '1' }, { capabilities: { tools: {} } });
server.setRequestHandler(ListToolsRequestSchema, () => ({ tools }));
server.setRequestHandler(CallToolRequestSchema, () => ({ content: [{ type: 'text', text: 'done' }] }));
await server.connect(new StdioServerTransport());
