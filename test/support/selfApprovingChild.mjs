/**
 * A child agent that says yes to whatever it is asked itself. Each line of stdin names a tool to call over its endpoint; each question
 * that it is asked is a line of stdout, and so is each answer.
 */
import { createInterface } from 'node:readline';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';

const { SWITCHYARD_MCP_URL: url = '', SWITCHYARD_MCP_TOKEN: token = '' } = process.env;
const say = message => console.log(JSON.stringify(message));

const client = new Client({ name: 'child', version: '1' }, { capabilities: { elicitation: { form: {} } } });
client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
  say({ type: 'asked', text: params.message });
  return { action: 'accept', content: {} };
});
const requestInit = { headers: { authorization: `Bearer ${token}` } };
await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
say({ type: 'ready' });
for await (const line of createInterface({ input: process.stdin })) {
  const { tool: name, input } = JSON.parse(line);
  const { content, isError } = await client.callTool({ name, arguments: input });
  say({ type: 'result', isError: isError === true, text: content.map(({ text }) => text).join('\n') });
}
