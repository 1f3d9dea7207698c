import * as z from 'zod';
import type { ModelTool } from '../../core/rounds/modelPort';
import type { ApprovalRule, ServerWish, ToolFilter } from '../../core/rounds/serverWish';
import { Refusal } from '../../core/support/refusal';
import { headerNameIn, headerTextIn, literal, serverUrlIn } from '../rounds/serverFields';

const toolNames = z.array(z.string().max(200)).max(500);
const toolFilter = z.strictObject({ tool_names: toolNames.optional(), read_only: z.boolean().optional() });

/** A server. */
export const mcpTool = z.strictObject({
  type: z.literal('mcp'),
  server_label: z.string().min(1).max(64),
  server_url: serverUrlIn.optional(),
  server_description: z.string().optional(),
  authorization: headerTextIn.optional(),
  headers: z.record(headerNameIn, headerTextIn).nullish(),
  allowed_tools: z.union([toolNames, toolFilter]).nullish(),
  require_approval: z
    .union([
      z.enum(['always', 'never']),
      z.strictObject({ always: toolFilter.optional(), never: toolFilter.optional() }),
    ])
    .nullish(),
});

/** A tool that the client runs itself. */
export const functionTool = z.strictObject({
  type: z.literal('function'),
  name: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
  description: z.string().nullish(),
  parameters: z.record(z.string(), z.unknown()).nullish(),
  strict: z.boolean().nullish(),
});

function ruleOf({ require_approval: rule }: z.output<typeof mcpTool>): ApprovalRule {
  if (typeof rule !== 'object' || rule === null) return rule ?? 'always';
  return { always: filterOf(rule.always), never: filterOf(rule.never) };
}

function filterOf(given: z.output<typeof toolFilter> = {}): ToolFilter {
  return { names: given.tool_names, onlyReads: given.read_only };
}

/** A server as a round takes it; none where no tool is allowed: `[]` means none here, and all in a round. */
export function serverOf(tool: z.output<typeof mcpTool>): readonly ServerWish[] {
  const { server_label: label, server_url: url, allowed_tools: given } = tool;
  const allowed = Array.isArray(given) ? { tool_names: given } : (given ?? {});
  if (allowed.tool_names?.length === 0) return [];
  const wish = {
    label,
    allowedTools: allowed.tool_names ?? [],
    allowedOnlyReads: allowed.read_only,
    requireApproval: ruleOf(tool),
  };
  const bearer =
    tool.authorization === undefined ? {} : { Authorization: literal(`Bearer ${tool.authorization}`) };
  const headers = Object.entries(tool.headers ?? {}).map(([name, value]) => [name, literal(value)] as const);
  const all = { ...Object.fromEntries(headers), ...bearer };
  if (url !== undefined) return [{ ...wish, remote: { url: literal(url), headers: all } }];
  if (Object.keys(all).length > 0)
    throw new Refusal('invalid-round', `tools: authorization and headers of "${label}" need server_url.`);
  return [wish];
}

/** A tool of the client, as a model is told of it. */
export function functionOf({
  name,
  description,
  parameters,
  strict,
}: z.output<typeof functionTool>): ModelTool {
  return {
    name,
    description: description ?? '',
    parameters: parameters ?? { type: 'object', properties: {} },
    isStrict: strict ?? undefined,
  };
}

/** A tool as a response repeats it: never an address, a header, or a key. */
export function shownTool(tool: z.output<typeof mcpTool> | z.output<typeof functionTool>): object {
  if (tool.type === 'function') return { ...tool, strict: tool.strict ?? false };
  const { type, server_label, allowed_tools = null, require_approval } = tool;
  return { type, server_label, allowed_tools, require_approval: require_approval ?? 'always' };
}
