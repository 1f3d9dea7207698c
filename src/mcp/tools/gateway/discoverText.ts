import type { Toolset } from '../../../core/toolsets/toolset';
import { oneLine } from '../../../core/catalog/entry/plainText';

/** A match as the text tells it. */
export interface ToldMatch {
  readonly name: string;
  readonly status: 'active' | 'available' | 'missing-credentials' | 'disabled';
  readonly description: string;
  readonly why: readonly string[];
  readonly blocked?: string | undefined;
  readonly tools?: readonly string[] | undefined;
  /** How many it has, where that is known. */
  readonly toolCount?: number;
}

/** Characters of a description, where its server can't be used now anyway. */
const BLOCKED_DESCRIPTION = 80;
/** In place of a server's name in what is said of several. */
const NAME = '<name>';

/** The matches, a line each; what stands in the way of several is said once, with their names. */
export function matchLines(matches: readonly ToldMatch[]): readonly string[] {
  const causes = new Map<string, string[]>();
  const told = matches.map(match => ({ ...match, sentences: sentencesOf(match) }));
  for (const { name, sentences } of told)
    for (const sentence of sentences) {
      const cause = anyNamed(sentence, name);
      causes.set(cause, [...(causes.get(cause) ?? []), name]);
    }
  const isShared = (sentence: string, name: string): boolean =>
    (causes.get(anyNamed(sentence, name)) ?? []).length > 1;
  const [best = []] = matches.map(({ why }) => why);
  const lines = told.map(({ name, status, description, why, tools = [], blocked, sentences }, at) => {
    // Mostly, the same words led to all of them.
    const isSaid = why.length === 0 || (at > 0 && why.join() === best.join());
    const matched = isSaid ? '' : ` [matched: ${why.join(', ')}]`;
    if (blocked !== undefined) {
      const own = sentences.filter(sentence => !isShared(sentence, name));
      const words = oneLine(description, BLOCKED_DESCRIPTION).replace(/\.$/, '');
      return [`- ${name} (blocked): ${`${words}${matched}`.trim()}.`, ...own].join(' ');
    }
    const fitting = tools.map(tool => oneLine(tool, 64)).join(', ');
    const said = `${description.replace(/\.$/, '')}${matched}`.trim();
    const line = `- ${name} (${status})${said === '' ? '' : `: ${said}`}`;
    return fitting === '' ? line : `${line}. Tools: ${fitting}.`;
  });
  const shared = Map.groupBy(
    [...causes].filter(([, names]) => names.length > 1),
    ([, names]) => names.join(', '),
  );
  return [
    ...lines,
    ...[...shared].map(([names, said]) => `${names}: ${said.map(([sentence]) => sentence).join(' ')}`),
  ];
}

/** A whole command line is long, and good for one server only. */
const IN_A_TERMINAL = /^The user can sign in, in a terminal: `/;

/** What stands in the way, sentence by sentence. How to mend it at length is told by mcp_activate, for the one that is chosen. */
function sentencesOf({ blocked }: ToldMatch): readonly string[] {
  if (blocked === undefined) return [];
  return blocked
    .replace(/ \(searched .*?\)(?=\. [A-Z])/, '')
    .split(/(?<=[.…])\s+(?=["A-Z])/)
    .filter(sentence => !sentence.startsWith('Where to get it:'))
    .map(sentence => (IN_A_TERMINAL.test(sentence) ? 'mcp_activate says with which command.' : sentence));
}

/** The sentence for any server: its name stands in quotes, or last in a command in quotes. */
function anyNamed(sentence: string, name: string): string {
  return sentence.replaceAll(`"${name}"`, `"${NAME}"`).replaceAll(` ${name}"`, ` ${NAME}"`);
}

/**
 * What to do now. A blocked server that fits best is no reason to take one that fits less: `fitsToo` says of a name whether it was
 * found by the same words, and nearly as well.
 */
export function nextStep(matches: readonly ToldMatch[], fitsToo: (name: string) => boolean): string {
  const [best] = matches;
  const usable = matches.filter(({ blocked }) => blocked === undefined);
  const [first] = usable;
  if (best === undefined || first === undefined)
    return 'None of them can be used now: tell the user what blocks the one that fits and how to fix it.';
  if (first === best) return `${stepOf(first)} Use another name if it fits better.`;
  const blocked = `"${best.name}" fits best, but is blocked: tell the user why and how to fix it.`;
  const other = usable.find(({ name }) => fitsToo(name));
  return other === undefined
    ? `${blocked} No other server is known to do the same.`
    : `${blocked} "${other.name}" matched the same words: ${stepOf(other)}`;
}

/** A server with more tools than these costs more than most jobs need of it (chosen here). */
const MANY_TOOLS = 20;

function stepOf({ name, status, toolCount = 0 }: ToldMatch): string {
  if (status === 'active') return `"${name}" is active: call its tools (mcp_list_tools shows them).`;
  const step = `Call mcp_activate {"name":"${name}"}.`;
  return toolCount <= MANY_TOOLS
    ? step
    : `${step} It has ${toolCount} tools: add "for":"what you want to do", to list only those that fit.`;
}

/** A toolset of the workspace, as the calls that switch it on. */
export function toolsetLine({ name, description, servers }: Toolset): string {
  const calls = servers.map(
    ({ server, tools }) => `mcp_activate ${JSON.stringify({ name: server, ...(tools && { tools }) })}`,
  );
  const about = description === '' ? '' : ` (${oneLine(description, 120)})`;
  // The names are those of a file that a repository may bring along.
  return `The user keeps a toolset "${oneLine(name, 64)}"${about} for such work: call ${oneLine(calls.join(', then '), 2_000)}.`;
}
