import * as z from 'zod';
import { oneLine } from '../../../core/catalog/entry/plainText';
import type { Match as Found } from '../../../core/catalog/search/discover';
import type { Readiness } from '../../../core/catalog/launch/readiness';
import { readinessFor } from '../../../core/gateway/sessions/sessionSwitches';
import { fittingToolsets } from '../../../core/toolsets/fittingToolsets';
import { defineTool } from '../../toolkit/defineTool';
import { matchLines, nextStep, toolsetLine } from './discoverText';

/** The most suggestions that are given. */
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

export const mcpDiscover = defineTool({
  name: 'mcp_discover',
  title: 'Find an MCP server',
  description:
    'Finds MCP servers for a job, best first, from words in English or French ("deploy a web app", "payments", ' +
    '"base de données"). Then call mcp_activate with a name.',
  effect: 'reads',
  input: () =>
    z.strictObject({
      intent: z.string().trim().min(1).describe('What you want to do, in a few words.'),
      limit: z.int().min(1).max(MAX_LIMIT).default(DEFAULT_LIMIT).describe('How many at most.'),
    }),
  output: () =>
    z.strictObject({
      matches: z.array(match).describe('Best first.'),
      did_you_mean: z.array(z.string()).optional().describe('Names that may have been meant.'),
      message: z.string().describe('What to do now.'),
    }),
  async handle({ intent, limit }, { catalog, gateway, caller, toolsets }) {
    const found = await catalog.discoverBest(intent, limit);
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
    const counts = new Map(
      found.matches.map(({ entry }) => [String(entry.id), gateway.tools(entry.id).length]),
    );
    const step =
      found.message ??
      nextStep(
        matches.map(told => ({ ...told, toolCount: counts.get(told.name) ?? 0 })),
        name => replaces(found.matches, name),
      );
    const kept = await toolsets?.read();
    const fitting = fittingToolsets(kept?.toolsets ?? [], intent);
    return {
      matches,
      ...(found.didYouMean.length > 0 ? { did_you_mean: [...found.didYouMean] } : {}),
      message: [step, ...fitting.map(toolsetLine)].join('\n'),
    };
  },
  text: ({ matches, message }) => [...matchLines(matches), message].join('\n'),
});

/** What a person switched for this chat alone. */
function inSession(readiness: Readiness): Pick<Found, 'readiness' | 'blocked'> {
  return { readiness, blocked: readiness.status === 'available' ? undefined : readiness.message };
}

/** How well, beside the best match, one fits that may stand in for it (chosen here). */
const NEARLY = 0.6;

/** Whether a match may stand in for the best: found by all of the words that led to that, and nearly as well. */
function replaces([best, ...others]: readonly Found[], name: string): boolean {
  const other = others.find(({ entry }) => entry.id === name);
  if (best === undefined || other === undefined) return false;
  return other.share >= NEARLY && best.why.every(word => other.why.includes(word));
}
