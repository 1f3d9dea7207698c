import { z } from 'zod';
import { type EnvironmentFilter, environmentText, SERVER_STATUSES } from '../../../core/catalog/environment';
import { defineTool } from '../../defineTool';

const input = z.strictObject({
  status: z.enum(SERVER_STATUSES).optional().describe('Only servers with this status.'),
  category: z.string().max(64).optional().describe('Only servers of this category.'),
  detail: z
    .enum(['brief', 'full'])
    .optional()
    .describe('full adds category, description, tools, tokens and health. Default brief.'),
});

const server = z.strictObject({
  name: z.string(),
  status: z.enum(SERVER_STATUSES),
  core: z.boolean().optional(),
  missing: z.array(z.string()).optional().describe('Credentials it lacks.'),
  category: z.string().optional(),
  description: z.string().optional(),
  tools: z.int().optional(),
  tokens: z.int().optional().describe('Estimated cost of its tool definitions.'),
  health: z.enum(['idle', 'starting', 'running', 'error']).optional(),
});

export const mcpEnvironment = defineTool({
  name: 'mcp_environment',
  title: 'Show the MCP environment',
  description:
    'Lists every MCP server the user has or could have, with its status: active (in this session), available, ' +
    'missing-credentials (with the keys) or disabled. To find a server for a job, call mcp_discover instead.',
  effect: 'reads',
  input,
  output: z.strictObject({ total: z.int(), servers: z.array(server) }),
  handle(filter, { gateway, caller }) {
    const rows = gateway.environment(caller.session);
    const asked = rows.filter(
      row =>
        (filter.status ?? row.status) === row.status && (filter.category ?? row.category) === row.category,
    );
    // VS Code hands a model this instead of the text, so it stays as short: names and states, more only on request.
    const servers = asked.map(row => ({
      name: row.id,
      status: row.status,
      ...(row.isCore ? { core: true } : {}),
      ...(row.missing.length > 0 ? { missing: [...row.missing] } : {}),
      ...(filter.detail === 'full'
        ? {
            category: row.category,
            description: row.description,
            ...(row.tools === undefined ? {} : { tools: row.tools, tokens: row.tokens ?? 0 }),
            health: gateway.health(row.id).state,
          }
        : {}),
    }));
    return { total: rows.length, servers };
  },
  text: (_output, filter, { gateway, caller }) =>
    environmentText(gateway.environment(caller.session), definedFields(filter)),
});

function definedFields({ status, category, detail }: z.output<typeof input>): EnvironmentFilter {
  return {
    ...(status === undefined ? {} : { status }),
    ...(category === undefined ? {} : { category }),
    ...(detail === undefined ? {} : { detail }),
  };
}
