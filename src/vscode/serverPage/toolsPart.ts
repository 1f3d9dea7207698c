import type { ToolFigures } from '../../core/gateway/upstream/toolUse';
import type { CallableTool, ToolDefinition } from '../../core/registry/tool';
import { tokensOfAll } from '../../core/registry/tokens';
import { shownTools } from '../../core/gateway/tools/toolChoice';
import type { PendingTool } from '../../core/gateway/tools/toolReviews';
import { MAX_TOOLS } from '../../shared/serverPage/messages';
import type { ServerTool, ToolDetail, ToolsPart } from '../../shared/serverPage/picture';
import { about, listedCount, numeral, tokenCount, toolCount } from '../words/amounts';
import { findingWords } from '../words/stateWords';
import { joined, shown, shownWhole, type Wording } from '../words/wording';
import { type PagedServer, visibleLines, withProblems } from './serverFacts';
import { fieldsOf } from './toolForm';

/** A tool, and why somebody should look at it. */
interface SeenTool {
  readonly tool: CallableTool;
  readonly pending: PendingTool | undefined;
  readonly isWithheld: boolean;
}

/** The tools of a server, those that are withheld among them, with the choice of one chat. */
export function toolsPart(server: PagedServer): ToolsPart {
  const { chat, users, look, wording, entry } = server;
  const { t } = wording;
  const seen = toolsOf(server);
  const usable = seen.filter(({ isWithheld }) => !isWithheld).map(({ tool }) => tool);
  const listed = new Set(shownTools(usable, chat?.activations.get(entry.id)?.shown));
  const note = noteOf(server, seen.length);
  return {
    count: countOf(usable, [...listed], wording),
    chats: users.map(user => ({ id: user.id, name: shown(wording.sessionName(user), 80) })),
    chat: chat?.id ?? '',
    tools: seen.slice(0, MAX_TOOLS).map(each => {
      const name = each.tool.definition.name;
      const canChoose = chat !== undefined && !each.isWithheld;
      return {
        ...rowOf(server, each, t),
        ...(canChoose ? { isListed: listed.has(each.tool) } : {}),
        ...(look.tool === name ? { detail: detailOf(server, each) } : {}),
      };
    }),
    ...(note === '' ? {} : { note }),
  };
}

/** How many tools there are, for the tab. */
export function toolFigure({ row, wording }: PagedServer): string {
  const { tools, listed } = row;
  if (tools === undefined) return '';
  const all = numeral(tools, wording);
  return listed === undefined ? all : wording.t('{0} of {1}', numeral(listed, wording), all);
}

/** The tool of this name, as the server or module has it now. */
export function toolNamed(server: PagedServer, name: string): ToolDefinition | undefined {
  return toolsOf(server).find(({ tool }) => tool.definition.name === name)?.tool.definition;
}

function toolsOf({ core: { gateway, registry }, entry }: PagedServer): readonly SeenTool[] {
  const pending = new Map(gateway.reviews.pendingOf(entry.id).map(each => [each.tool.exposedName, each]));
  const allowed = gateway.tools(entry.id);
  const names = new Set(allowed.map(({ exposedName }) => exposedName));
  const withheld = [...pending.values()].filter(
    ({ standing, tool }) =>
      (standing === 'changed' || standing === 'suspect') && !names.has(tool.exposedName),
  );
  return [
    ...[...allowed, ...registry.moduleTools(entry.id)].map(tool => ({
      tool,
      pending: pending.get(tool.exposedName),
      isWithheld: false,
    })),
    ...withheld.map(each => ({ tool: each.tool, pending: each, isWithheld: true })),
  ];
}

function countOf(usable: readonly CallableTool[], listed: readonly CallableTool[], wording: Wording): string {
  if (usable.length === 0) return '';
  const [all, some] = [usable, listed].map(tools => tokensOfAll(tools.map(({ definition }) => definition)));
  const cost = tokenCount(all ?? 0, wording, about(all ?? 0, wording));
  const tokens = some === all ? cost : wording.t('{0} of {1}', about(some ?? 0, wording), cost);
  return joined(listedCount({ tools: usable.length, listed: listed.length }, wording), tokens);
}

function noteOf({ row, chat, entry, wording }: PagedServer, count: number): string {
  const { t } = wording;
  if (count === 0) {
    const { tools, asOf } = row;
    const unknown = t('The tools are known once the server has started.');
    if (tools === undefined || asOf === undefined) return unknown;
    return `${unknown} ${t('Elsewhere it had {0} ({1}).', toolCount(tools, wording), shown(asOf, 80))}`;
  }
  if (chat !== undefined)
    return t('Agents see the tools that are on here, and can call the others all the same.');
  return entry.launch.type === 'native' || row.isCore
    ? ''
    : t('Turn on the server in a chat to choose the tools that agents see.');
}

function rowOf(
  { core, entry, wording }: PagedServer,
  { tool: { definition }, pending }: SeenTool,
  t: Wording['t'],
): Pick<ServerTool, 'name' | 'about' | 'facts' | 'badge'> {
  const badge = badgeOf(pending, entry.requireApproval === 'always', t);
  const tokens = tokensOfAll([definition]);
  return {
    name: definition.name,
    about: shown(definition.description ?? definition.title ?? ''),
    facts: joined(
      effectOf(definition, t),
      tokenCount(tokens, wording, about(tokens, wording)),
      useOf(core.toolUse.of(entry.id, definition.name), wording),
    ),
    ...(badge === undefined ? {} : { badge }),
  };
}

/** How it was used since the window opened, as in `12 calls, 1 failed, half in 18 ms, 95 % in 40 ms, ~900 tokens returned`. */
function useOf(use: ToolFigures | undefined, wording: Wording): string | undefined {
  if (use === undefined) return undefined;
  const { t } = wording;
  const { calls, errors, p50Ms, p95Ms, tokens } = use;
  const ms = (value: number): string => numeral(Math.ceil(value), wording);
  const times = t('p50 {0} ms, p95 {1} ms', ms(p50Ms), ms(p95Ms));
  return joined(
    calls === 1 ? t('1 call') : t('{0} calls', numeral(calls, wording)),
    errors === 0 ? undefined : t('{0} failed', numeral(errors, wording)),
    times,
    t('{0} tokens returned', about(tokens, wording)),
  );
}

function badgeOf(pending: PendingTool | undefined, asks: boolean, t: Wording['t']): ServerTool['badge'] {
  switch (pending?.standing) {
    case 'suspect':
      return { text: t('withheld: suspicious'), tone: 'bad' };
    case 'changed':
      return { text: t('withheld: changed since approval'), tone: 'bad' };
    case 'flagged':
      return { text: t('worth a look'), tone: 'warn' };
    case 'new':
      return { text: t('new'), tone: 'run' };
    case undefined:
      return asks ? { text: t('asks first'), tone: 'warn' } : undefined;
  }
}

/** What the tool says of itself: nobody vouches for it. */
function effectOf({ annotations = {} }: ToolDefinition, t: Wording['t']): string | undefined {
  if (annotations['readOnlyHint'] === true) return t('reads');
  if (annotations['destructiveHint'] === true) return t('can delete');
  return annotations['readOnlyHint'] === false ? t('changes') : undefined;
}

function detailOf(
  { facts: { trial }, wording }: PagedServer,
  { tool, pending, isWithheld }: SeenTool,
): ToolDetail {
  const { t } = wording;
  const { description = '', inputSchema, outputSchema } = tool.definition;
  const findings = (pending?.findings ?? []).slice(0, 50).map(({ kind, place }) => {
    return t('{0} in {1}', findingWords(kind, t), shownWhole(place));
  });
  const fields = withProblems(fieldsOf(inputSchema, t), trial.problems);
  const schemas = [
    { title: t('Input schema'), text: jsonText(inputSchema) },
    ...(outputSchema === undefined ? [] : [{ title: t('Output schema'), text: jsonText(outputSchema) }]),
  ];
  const form = {
    fields,
    ...(fields.length === 0 ? { note: t('This tool takes no arguments.') } : {}),
    isRunning: trial.isRunning,
    ...(trial.result === undefined
      ? {}
      : { result: { ...trial.result, text: visibleLines(trial.result.text) } }),
  };
  return {
    ...(description === shown(description) ? {} : { about: visibleLines(description) }),
    findings,
    schemas,
    ...(isWithheld ? {} : { form }),
  };
}

function jsonText(schema: unknown): string {
  return visibleLines(JSON.stringify(schema, null, 2));
}
