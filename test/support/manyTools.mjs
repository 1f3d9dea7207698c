/** An MCP server as people have them beside ours: `node manyTools.mjs COUNT`, with as many tools, each of which says that it was called. */
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';

const [count = '60'] = process.argv.slice(2);
const VERBS = ['add', 'archive', 'copy', 'delete', 'export', 'find', 'list', 'move', 'read', 'update'];
const tools = Array.from({ length: Number(count) }, (_, i) => {
  const verb = VERBS[i % VERBS.length];
  const thing = `ledger_${Math.floor(i / VERBS.length) + 1}`;
  return {
    name: `${verb}_${thing}`,
    description: `${verb} entries of ${thing}`,
    inputSchema: { type: 'object', properties: { id: { type: 'string', description: 'Which entry' } } },
  };
});

const server = new Server({ name: 'many-tools', version: '1' }, { capabilities: { tools: {} } });
server.setRequestHandler(ListToolsRequestSchema, () => ({ tools }));
server.setRequestHandler(CallToolRequestSchema, ({ params }) => ({
  content: [{ type: 'text', text: `${params.name} was called` }],
}));
await server.connect(new StdioServerTransport());
