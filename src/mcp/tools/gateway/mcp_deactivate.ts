import * as z from 'zod';
import { defineTool } from '../../toolkit/defineTool';

export const mcpDeactivate = defineTool({
  name: 'mcp_deactivate',
  title: 'Deactivate an MCP server',
  description:
    'Switches a server off that this session activated, when you are done with it: its tools leave the list and cost ' +
    'no more tokens. Core servers stay on.',
  effect: 'changes',
  input: z.strictObject({
    name: z.string().min(1).max(200).describe('Catalog name of the server, e.g. "github".'),
  }),
  output: z.strictObject({
    server: z.string().describe('The server that is now off.'),
    tools_removed: z.int().describe('Tools that left the list.'),
    calls_cancelled: z.int().optional().describe('Calls of it that were under way.'),
    still_active: z.array(z.string()).describe('Servers this session still has on.'),
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
    ? `1 call of "${server}" that was under way was cancelled. `
    : `${calls} calls of "${server}" that were under way were cancelled. `;
}
