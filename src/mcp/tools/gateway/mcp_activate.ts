import * as z from 'zod';
import { oneLine } from '../../../core/catalog/entry/plainText';
import type { ActivationReport } from '../../../core/gateway/activationReport';
import { isPackageRunner } from '../../../core/gateway/upstream/startDeadline';
import { tokensOfAll } from '../../../core/registry/tokens';
import { defineTool } from '../../toolkit/defineTool';
import { whileTelling } from '../../toolkit/whileTelling';
import { ownNames, sheetLine, toolNames, toolSheet, toolSheets } from './toolSheet';

export const mcpActivate = defineTool({
  name: 'mcp_activate',
  title: 'Activate an MCP server',
  description:
    'Turns on a catalog server for this chat session. Its tools can then be called as {server}__{tool} in the same ' +
    'turn. Call mcp_discover first if you do not know the name, and mcp_deactivate when you are done.',
  effect: 'changes',
  isOpenWorld: true,
  input: () =>
    z.strictObject({
      name: z.string().min(1).max(200).describe('Catalog name of the server, e.g. "github".'),
      tools: z
        .array(z.string())
        .min(1)
        .max(100)
        .optional()
        .describe('List only these tools. Call again to add more.'),
      for: z.string().trim().min(1).optional().describe('What you want to do: lists only the tools for it.'),
    }),
  output: () =>
    z.strictObject({
      server: z.string().describe('Its catalog name.'),
      already_active: z.boolean().describe('True if it was active before.'),
      state: z
        .enum(['started', 'cached', 'native'])
        .describe('cached: its tools are known, and the server starts in the background.'),
      since: z.string().describe('When it was turned on (UTC).'),
      tool_count: z.int().describe('How many of its tools are listed.'),
      left_out: z.int().optional().describe('How many more it has.'),
      others: z.array(z.string()).optional().describe('Their names. mcp_call_tool calls them too.'),
      tools_listed: z.boolean().describe('False if your list might not show them: use mcp_call_tool.'),
      warnings: z
        .array(z.string())
        .optional()
        .describe('Problems with the server or its tools. Tell the user.'),
      tools: z
        .array(toolSheet)
        .describe('Names only if your list shows them; the first ones if there are many.'),
      instructions: z.string().optional().describe('Usage instructions from the server.'),
      budget: z.string().optional().describe('What to turn off if active servers cost too much.'),
      tokens_added: z.int().describe('Estimated cost of the new tool definitions.'),
      next: z.string().describe('What to do next.'),
    }),
  async handle(
    { name, tools: names, for: purpose },
    { catalog, callingClient, clock, gateway, caller, signal, onProgress, options },
  ) {
    const entry = catalog.find(name);
    const mayDownload = entry !== undefined && isPackageRunner(entry);
    const words = (seconds: number): string =>
      `Starting "${oneLine(name, 60)}": ${seconds} s.${mayDownload ? ' Its package may be downloaded first.' : ''}`;
    const activating = gateway.activate(caller, name, 'agent', signal, {
      client: options.client,
      isImpatient: callingClient.isImpatient,
      tools: names === undefined && purpose === undefined ? undefined : { names, purpose },
    });
    const report = await whileTelling(clock, onProgress, words, activating);
    const isListed = (await callingClient.isListTaken()) && !callingClient.hidesTools;
    const tokens = tokensOfAll(report.tools.map(({ definition }) => definition));
    const budget = gateway.budget(caller.session).warning;
    const tools = isListed ? toolNames(report.tools) : toolSheets(report.tools);
    return {
      server: report.entry.id,
      already_active: report.alreadyActive,
      state: report.start,
      since: new Date(report.since).toISOString(),
      tool_count: report.tools.length,
      ...(report.leftOut.length === 0
        ? {}
        : { left_out: report.leftOut.length, others: [...ownNames(report.leftOut)] }),
      tools_listed: isListed,
      // Before what they warn of: whoever reads on knows how to take it.
      ...(report.warnings.length === 0 ? {} : { warnings: [...report.warnings] }),
      tools: [...tools],
      ...(report.instructions === undefined ? {} : { instructions: report.instructions }),
      ...(budget === undefined ? {} : { budget }),
      tokens_added: report.alreadyActive ? 0 : tokens,
      next: nextStep(report, isListed),
    };
  },
  text({
    server,
    already_active: wasActive,
    state,
    tool_count: count,
    left_out: leftOut = 0,
    others = [],
    tools,
    tools_listed: isListed,
    warnings = [],
    instructions,
    budget,
    tokens_added: tokens,
    next,
  }) {
    const noun = leftOut === 0 && count === 1 ? 'tool' : 'tools';
    const all = `${leftOut === 0 ? count : `${count} of its ${count + leftOut}`} ${noun}`;
    const head = wasActive
      ? `"${server}" was active already. ${leftOut === 0 ? 'It has' : 'Listed are'} ${all}.`
      : `"${server}" is active (${state}). ${all}, about ${tokens} tokens.`;
    const more = count - tools.length;
    const rest = more === 0 ? [] : [`And ${more} more: call mcp_list_tools {"server":"${server}"}.`];
    const lines = isListed ? [tools.map(({ name }) => name).join(', ')] : tools.map(sheetLine);
    const unlisted =
      leftOut === 0
        ? []
        : [
            `mcp_call_tool calls the ${leftOut} others too. To list more: mcp_activate {"name":"${server}","tools":[…]}; to list all, without "tools".`,
            `Not listed: ${others.join(', ')}${leftOut > others.length ? `, and ${leftOut - others.length} more (mcp_list_tools)` : ''}.`,
          ];
    const said = instructions === undefined ? [] : [`The server says of its use: ${instructions}`];
    const warned = warnings.map(warning => `Warning: ${warning}`);
    const costs = budget === undefined ? [] : [`Warning: ${budget}`];
    return [...warned, head, next, ...lines, ...rest, ...unlisted, ...said, ...costs]
      .filter(line => line !== '')
      .join('\n');
  },
});

/** A list that the client took shows the tools; else there is one way that is always open. */
function nextStep({ entry, tools }: ActivationReport, isListed: boolean): string {
  const [first] = tools;
  if (first === undefined) return 'It has no tools.';
  if (isListed) return `They are in your list now: call them by name, e.g. ${first.exposedName}.`;
  return (
    'Call them by name if your list shows them. Else call mcp_call_tool ' +
    `{"server":"${entry.id}","tool":"${first.definition.name}","arguments":{…}}; mcp_list_tools has all schemas.`
  );
}
