import type { CatalogEntry } from '../../catalog/entry/entry';
import { UNVERIFIED } from '../../catalog/launch/launch';
import { letsThrough, namesTool } from '../../catalog/entry/letThrough';
import { oneLine } from '../../catalog/entry/plainText';
import { protocolTool } from '../../registry/protocolTool';
import type { LeftOutTool, UpstreamTool } from '../../registry/tool';
import { findingWords } from '../../trust/findingWords';
import { changeText } from '../../trust/toolChange';
import type { Standing, ToolTrust } from '../../trust/toolTrust';

/** Names that a warning lists at most. */
const NAMED = 5;

/** What a user should know of a server and its tools, a sentence or two each. Of the server's own words, only names are quoted. */
export function serverWarnings(
  entry: CatalogEntry,
  tools: {
    /** All that the server lists. */
    readonly listed: readonly UpstreamTool[];
    /** What `allowed_tools` lets through of it. */
    readonly letThrough: readonly UpstreamTool[];
    /** What it lists besides and can't be called. */
    readonly leftOut: readonly LeftOutTool[];
  },
  trust: Pick<ToolTrust, 'standing' | 'findings' | 'advice' | 'change'>,
): readonly string[] {
  const byStanding = Map.groupBy(tools.letThrough, tool => trust.standing(tool));
  const trustWarnings = (['suspect', 'changed', 'flagged', 'new'] as const).flatMap(standing => {
    const found = byStanding.get(standing);
    return found ? [trustWarning(standing, found, trust)] : [];
  });
  const unverified = entry.isVerified || tools.listed.length === 0 ? [] : [UNVERIFIED];
  return [
    ...unverified,
    ...unmatchedWarning(entry, tools),
    ...oddWarnings(tools.letThrough),
    ...leftOutWarning(entry, tools.leftOut),
    ...trustWarnings,
  ];
}

function unmatchedWarning(
  entry: CatalogEntry,
  { listed, leftOut }: { readonly listed: readonly UpstreamTool[]; readonly leftOut: readonly LeftOutTool[] },
): readonly string[] {
  const known = new Set([...listed.map(tool => tool.definition.name), ...leftOut.map(({ name }) => name)]);
  const unmatched =
    listed.length === 0
      ? []
      : entry.allowedTools.filter(name => ![...known].some(tool => namesTool(name, tool)));
  if (unmatched.length === 0) return [];
  return [
    `allowed_tools lists tools the server doesn't have: ${namesOf(unmatched)}. Fix it in ${oneLine(entry.origin, 100)}.`,
  ];
}

/** Definitions that are not as the protocol wants them: mended where they are listed, or left out of the list. */
function oddWarnings(tools: readonly UpstreamTool[]): readonly string[] {
  const odd = tools.map(({ definition }) => ({ name: definition.name, tool: protocolTool(definition) }));
  const mended = odd.filter(({ tool }) => tool.type === 'listed' && tool.mended.length > 0);
  const warnings =
    mended.length === 0
      ? []
      : [
          `Listed with a repaired definition because the server's own is invalid: ${namesOf(mended.map(({ name }) => name))}. Calls are checked against the original.`,
        ];
  const withheld = odd.flatMap(({ name, tool }) =>
    tool.type === 'withheld' ? [`${oneLine(name, 64)} (${tool.reason})`] : [],
  );
  if (withheld.length === 0) return warnings;
  return [
    ...warnings,
    `Not listed because it would make clients reject every tool: ${firstOf(withheld)}. Call it with mcp_call_tool.`,
  ];
}

/** What agents would look for in vain. */
function leftOutWarning(entry: CatalogEntry, leftOut: readonly LeftOutTool[]): readonly string[] {
  const wanted = leftOut.filter(({ name }) => letsThrough(entry, name));
  if (wanted.length === 0) return [];
  const named = wanted.map(({ name, reason }) => `${oneLine(name, 64)} (${reason})`);
  return [`Left out of its tools, so they can't be called: ${firstOf(named)}.`];
}

function trustWarning(
  standing: Exclude<Standing, 'approved'>,
  [first, ...others]: readonly UpstreamTool[],
  trust: Pick<ToolTrust, 'findings' | 'advice' | 'change'>,
): string {
  if (first === undefined) return '';
  const tools = [first, ...others];
  const names = namesOf(tools.map(tool => tool.definition.name));
  const what = findingWords(tools.flatMap(tool => trust.findings(tool)));
  switch (standing) {
    case 'suspect':
      return `Withheld because the text looks designed to mislead an agent (${what}): ${names}. ${trust.advice(first)}`;
    case 'changed':
      return `Withheld because their definitions changed after the user approved them${changeText(trust.change([first, ...others]))}: ${names}. ${trust.advice(first)}`;
    case 'flagged':
      return `Suspicious text (${what}), for the user to review: ${names}.`;
    case 'new':
      return `New since the user approved the server: ${names}.`;
  }
}

function namesOf(names: readonly string[]): string {
  return firstOf(names.map(name => oneLine(name, 64)));
}

function firstOf(texts: readonly string[]): string {
  const more = texts.length - NAMED;
  return texts.slice(0, NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
