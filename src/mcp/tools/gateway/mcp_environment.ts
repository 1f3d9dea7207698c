import * as z from 'zod';
import {
  type EnvironmentFilter,
  type EnvironmentRow,
  environmentText,
  SERVER_STATUSES,
} from '../../../core/catalog/environment';
import { problemLine } from '../../../core/catalog/entry/problemLine';
import { oneLine } from '../../../core/catalog/entry/plainText';
import type { Journal } from '../../../core/journal/journal';
import { journalText } from '../../../core/journal/journalText';
import { Refusal } from '../../../core/support/refusal';
import { defineTool } from '../../toolkit/defineTool';

/** Characters of a failure that are told: what happened comes first. */
const MAX_FAILURE = 400;

const input = () =>
  z.strictObject({
    status: z.enum(SERVER_STATUSES).optional().describe('Only servers with this status.'),
    category: z.string().max(64).optional().describe('Only servers in this category.'),
    detail: z
      .enum(['brief', 'full'])
      .optional()
      .describe(
        'full adds category, description, tools, tokens, health and why a server is not ready. Default: brief.',
      ),
  });

const server = () =>
  z.strictObject({
    name: z.string().describe('Name to pass to mcp_activate.'),
    status: z.enum(SERVER_STATUSES).describe('Status in this session.'),
    core: z.boolean().optional().describe("Always on, can't be deactivated."),
    missing: z.array(z.string()).optional().describe('Missing credentials.'),
    lacks: z.string().optional().describe('Required program that is not installed.'),
    why: z.string().optional().describe("Why it can't be used now, and what to do."),
    warnings: z.array(z.string()).optional().describe('Warnings for the user about its tools.'),
    category: z.string().optional().describe('Category of the server.'),
    description: z.string().optional().describe('Purpose.'),
    tools: z.int().optional().describe('Number of tools, if known.'),
    tokens: z.int().optional().describe('Estimated cost of its tool definitions.'),
    as_of: z.string().optional().describe('If it never ran here: the version its tool list was taken from.'),
    version: z.string().optional().describe('Version it reports, if it ever ran.'),
    package: z.string().optional().describe('Package it runs, with the version if pinned.'),
    health: z
      .enum(['idle', 'starting', 'running', 'error'])
      .optional()
      .describe('Health of its process or connection.'),
    failure: z
      .string()
      .optional()
      .describe('Why it failed: exit code and last output. The next call restarts it.'),
  });

export const mcpEnvironment = defineTool({
  name: 'mcp_environment',
  title: 'Show the MCP environment',
  description:
    'Lists every MCP server in the catalog with its status: active (in this session), available, ' +
    'missing-credentials (with the keys) or disabled. To find a server for a job, use mcp_discover instead.',
  effect: 'reads',
  input,
  output: () =>
    z.strictObject({
      total: z.int().describe('Total servers before filtering.'),
      servers: z.array(server()).describe('Matching servers.'),
      problems: z
        .array(z.string())
        .optional()
        .describe('Problems in server configuration files, with location.'),
      budget: z.string().optional().describe('Set if active tools cost a lot: what to turn off.'),
      journal: z.string().optional().describe("With full: size and age of this workspace's journal."),
    }),
  async handle(filter, { catalog, gateway, caller, journal }) {
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
      ...(row.lacks === undefined ? {} : { lacks: row.lacks }),
      ...warningsOf(row),
      ...(row.failure !== undefined && (filter.detail === 'full' || row.status === 'active')
        ? { failure: oneLine(row.failure, MAX_FAILURE) }
        : {}),
      ...(filter.detail === 'full'
        ? {
            category: row.category,
            description: row.description,
            ...(row.why === undefined ? {} : { why: row.why }),
            ...(row.tools === undefined ? {} : { tools: row.tools, tokens: row.tokens ?? 0 }),
            ...(row.asOf === undefined ? {} : { as_of: row.asOf }),
            ...(row.version === undefined ? {} : { version: row.version }),
            ...(row.package === undefined ? {} : { package: row.package }),
            health: row.health ?? 'idle',
          }
        : {}),
    }));
    const budget = gateway.budget(caller.session).warning;
    const problems = catalog.problems().map(problemLine);
    return {
      total: rows.length,
      servers,
      ...(problems.length === 0 ? {} : { problems: problems.slice(0, filter.detail === 'full' ? 20 : 3) }),
      ...(budget === undefined ? {} : { budget }),
      ...(filter.detail === 'full' ? { journal: await sizeOf(journal) } : {}),
    };
  },
  text: ({ budget, journal }, filter, { catalog, gateway, caller }) =>
    [
      environmentText(gateway.environment(caller.session), definedFields(filter), budget, catalog.problems()),
      ...(journal === undefined ? [] : [journal]),
    ].join('\n'),
});

/** The environment is asked for also where something is wrong with the journal. */
async function sizeOf(journal: Pick<Journal, 'figures'>): Promise<string> {
  try {
    return journalText(await journal.figures());
  } catch (error) {
    if (!Refusal.is(error)) throw error;
    return `Journal: ${error.message}`;
  }
}

function definedFields({ status, category, detail }: z.output<ReturnType<typeof input>>): EnvironmentFilter {
  return {
    ...(status === undefined ? {} : { status }),
    ...(category === undefined ? {} : { category }),
    ...(detail === undefined ? {} : { detail }),
  };
}

/** What of a row must be seen before its server is used. */
function warningsOf({ hides, tookPlace, warnings = [] }: EnvironmentRow): { readonly warnings?: string[] } {
  const all = [...(hides !== undefined && tookPlace ? [hides] : []), ...warnings];
  return all.length === 0 ? {} : { warnings: all };
}
