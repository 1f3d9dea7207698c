import * as z from 'zod';
import { oneLine } from '../../../core/catalog/plainText';
import { isPackageRunner } from '../../../core/gateway/startDeadline';
import { tokensOfAll } from '../../../core/registry/tokens';
import { defineTool } from '../../defineTool';
import { whileTelling } from '../../whileTelling';
import { toolSheet, toolSheets } from './toolSheet';

export const mcpActivate = defineTool({
  name: 'mcp_activate',
  title: 'Activate an MCP server',
  description:
    'Switches a catalog server on for this chat session: its tools can then be called as {server}__{tool}, in this ' +
    'very turn. Use mcp_discover first if you do not know the name, and mcp_deactivate when you are done.',
  effect: 'changes',
  isOpenWorld: true,
  input: z.strictObject({
    name: z.string().min(1).max(200).describe('Catalog name of the server, e.g. "github".'),
  }),
  output: z.strictObject({
    server: z.string().describe('Its catalog name.'),
    already_active: z.boolean().describe('True when nothing had to be done.'),
    state: z
      .enum(['started', 'cached', 'native'])
      .describe('cached: its tools are known from before, the server starts in the background.'),
    since: z.string().describe('When it was switched on (UTC).'),
    tools: z.array(toolSheet).describe('Without input_schema where they are too long: call mcp_list_tools.'),
    warnings: z
      .array(z.string())
      .optional()
      .describe('Tell the user: something about its tools is not right.'),
    instructions: z.string().optional().describe('How the server wants to be used: its own words.'),
    budget: z.string().optional().describe('What is active costs much: what to switch off.'),
    tokens_added: z.int().describe('Estimated cost of the new tool definitions.'),
    next: z.string().describe('What to do now.'),
  }),
  async handle({ name }, { catalog, clock, gateway, caller, signal, onProgress }) {
    const entry = catalog.find(name);
    const mayDownload = entry !== undefined && isPackageRunner(entry);
    const words = (seconds: number): string =>
      `Starting "${oneLine(name, 60)}": ${seconds} s.${mayDownload ? ' Its package may be downloaded first.' : ''}`;
    const activating = gateway.activate(caller, name, 'agent', signal);
    const report = await whileTelling(clock, onProgress, words, activating);
    const tokens = tokensOfAll(report.tools.map(({ definition }) => definition));
    const budget = gateway.budget(caller.session).warning;
    const example = report.tools[0]?.exposedName;
    return {
      server: report.entry.id,
      already_active: report.alreadyActive,
      state: report.start,
      since: new Date(report.since).toISOString(),
      tools: toolSheets(report.tools),
      ...(report.warnings.length === 0 ? {} : { warnings: [...report.warnings] }),
      ...(report.instructions === undefined ? {} : { instructions: report.instructions }),
      ...(budget === undefined ? {} : { budget }),
      tokens_added: report.alreadyActive ? 0 : tokens,
      next:
        example === undefined
          ? 'It has no tools.'
          : `Call its tools by name, e.g. ${example}. If your list does not show them, use mcp_call_tool.`,
    };
  },
  text({
    server,
    already_active: wasActive,
    state,
    tools,
    warnings = [],
    instructions,
    budget,
    tokens_added: tokens,
    next,
  }) {
    const head = wasActive
      ? `"${server}" was active already. It has ${tools.length} tools:`
      : `"${server}" is active (${state}). ${tools.length} tools, about ${tokens} tokens:`;
    const lines = tools.map(tool => `- ${tool.name}: ${tool.description}`);
    const said = instructions === undefined ? [] : [`The server says of its use: ${instructions}`];
    const told = budget === undefined ? warnings : [...warnings, budget];
    return [head, ...lines, ...said, ...told.map(warning => `Warning: ${warning}`), next].join('\n');
  },
});
