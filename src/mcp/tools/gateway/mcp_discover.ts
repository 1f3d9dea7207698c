import * as z from 'zod';
import { oneLine } from '../../../core/catalog/plainText';
import type { Match as Found } from '../../../core/catalog/discover';
import type { Readiness } from '../../../core/catalog/readiness';
import { readinessFor } from '../../../core/gateway/sessionSwitches';
import { defineTool } from '../../defineTool';

/** Seed 0's number of suggestions; the most that are given. */
const DEFAULT_LIMIT = 5;
const MAX_LIMIT = 20;

const match = z.strictObject({
  name: z.string().describe('Give this to mcp_activate.'),
  description: z.string().describe('What it is for.'),
  status: z.enum(['active', 'available', 'missing-credentials', 'disabled']).describe('In this session.'),
  why: z.array(z.string()).describe('The words that led here.'),
  missing: z.array(z.string()).optional().describe('Credentials it lacks.'),
  blocked: z.string().optional().describe('Why it cannot be used now, and what to do.'),
  tools: z.array(z.string()).optional().describe('Tools of it that fit.'),
});

type Match = z.output<typeof match>;

export const mcpDiscover = defineTool({
  name: 'mcp_discover',
  title: 'Find an MCP server',
  description:
    'Finds the MCP servers for a job, best first, by words in English or French ("deploy a web app", "payments", ' +
    '"base de données"). Then call mcp_activate with a name.',
  effect: 'reads',
  input: z.strictObject({
    intent: z.string().trim().min(1).describe('What you want to do, in a few words.'),
    limit: z.int().min(1).max(MAX_LIMIT).default(DEFAULT_LIMIT).describe('How many at most.'),
  }),
  output: z.strictObject({
    matches: z.array(match).describe('Best first.'),
    did_you_mean: z.array(z.string()).optional().describe('Names that may have been meant.'),
    message: z.string().describe('What to do now.'),
  }),
  handle({ intent, limit }, { catalog, gateway, caller }) {
    const found = catalog.discover(intent, limit);
    const session = gateway.session(caller.session);
    const matches = found.matches.map(({ entry, why, tools, ...everywhere }) => {
      const { readiness, blocked } = session?.switches.has(entry.id)
        ? inSession(readinessFor(session, entry, catalog))
        : everywhere;
      const isActive = session?.activations.has(entry.id) === true || gateway.core.isCore(entry.id);
      const isReady = readiness.status === 'available';
      return {
        name: entry.id,
        description: oneLine(entry.description, 160),
        status: isReady && isActive ? ('active' as const) : readiness.status,
        why: [...why],
        ...(readiness.status === 'missing-credentials' ? { missing: [...readiness.keys] } : {}),
        ...(blocked === undefined ? {} : { blocked }),
        ...(tools.length > 0 ? { tools: tools.map(tool => tool.name) } : {}),
      };
    });
    return {
      matches,
      ...(found.didYouMean.length > 0 ? { did_you_mean: [...found.didYouMean] } : {}),
      message: found.message ?? nextStep(matches),
    };
  },
  text({ matches, message }) {
    const lines = matches.map(({ name, status, description, why, blocked, tools }) => {
      const fitting =
        tools === undefined ? '' : ` Tools: ${tools.map(tool => oneLine(tool, 64)).join(', ')}.`;
      const block = blocked === undefined ? '' : ` Blocked: ${blocked}`;
      return `- ${name} (${status}): ${description} [matched: ${why.join(', ')}]${fitting}${block}`;
    });
    return [...lines, message].join('\n');
  },
});

/** What a person switched for this chat alone. */
function inSession(readiness: Readiness): Pick<Found, 'readiness' | 'blocked'> {
  return { readiness, blocked: readiness.status === 'available' ? undefined : readiness.message };
}

/** What to do now. A blocked server that fits best is no reason to take one that fits less. */
function nextStep(matches: readonly Match[]): string {
  const [best] = matches;
  const usable = matches.find(({ blocked }) => blocked === undefined);
  if (best === undefined || usable === undefined) {
    return 'None of them can be used now: tell the user what blocks the one that fits, and how to mend it.';
  }
  const step =
    usable.status === 'active'
      ? `"${usable.name}" is active: call its tools (mcp_list_tools shows them).`
      : `Call mcp_activate {"name":"${usable.name}"}.`;
  if (usable === best) return `${step} Another name will do if it fits better.`;
  return (
    `"${best.name}" fits best, but is blocked: tell the user why, and how to mend it. ` +
    `If "${usable.name}" does the job as well: ${step}`
  );
}
