import * as z from 'zod';
import { defineTool } from '../../toolkit/defineTool';

export const mcpDeactivate = defineTool({
  name: 'mcp_deactivate',
  title: 'Deactivate an MCP server',
  description:
    'Turns off a server that this session activated. Call it when you are done: its tools leave the list and cost ' +
    'no more tokens. Core servers stay on.',
  effect: 'changes',
  input: () =>
    z.strictObject({
      name: z.string().min(1).max(200).describe('Catalog name of the server, e.g. "github".'),
    }),
  output: () =>
    z.strictObject({
      server: z.string().describe('Server that was turned off.'),
      tools_removed: z.int().describe('Number of tools removed from the list.'),
      calls_cancelled: z.int().optional().describe('Number of running calls that were cancelled.'),
      still_active: z.array(z.string()).describe('Servers still active in this session.'),
    }),
  async handle({ name }, { gateway, caller }) {
    const { entry, toolsRemoved, callsCancelled } = await gateway.deactivate(caller, name);
    const active = gateway.session(caller.session)?.activations.keys() ?? [];
    return {
      server: entry.id,
      tools_removed: toolsRemoved,
      ...(callsCancelled === 0 ? {} : { calls_cancelled: callsCancelled }),
      still_active: [...active],
    };
  },
  text: ({ server, tools_removed: count, calls_cancelled: calls = 0, still_active: active }) =>
    `${cancelledText(server, calls)}"${server}" is off; ${count} tools removed. Still active: ${active.join(', ') || 'none'}.`,
});

function cancelledText(server: string, calls: number): string {
  if (calls === 0) return '';
  return calls === 1
    ? `Cancelled 1 running call of "${server}". `
    : `Cancelled ${calls} running calls of "${server}". `;
}
