import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import * as z from 'zod';
import type { Scene } from './scene';

const context = z.looseObject({
  tasks: z.array(z.looseObject({ status: z.string(), files: z.array(z.string()).default([]) })),
});

/** What Switchyard recorded in this place, task by task: `success: modified haiku.txt`. Asked anew, after the client has gone. */
export async function recordedIn(
  { program, workspace, env }: Scene,
  node: string,
): Promise<readonly string[]> {
  const client = new Client({ name: 'clients-suite', version: '1' });
  await client.connect(
    new StdioClientTransport({ command: node, args: [program], cwd: workspace, env, stderr: 'ignore' }),
  );
  try {
    const { structuredContent } = await client.callTool({ name: 'get_context', arguments: {} });
    const { tasks } = context.parse(structuredContent);
    return tasks.map(({ status, files }) => `${status}: ${files.join(', ')}`);
  } finally {
    await client.close();
  }
}
