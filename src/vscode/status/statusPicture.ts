import { oneLine } from '../../core/catalog/entry/plainText';
import { plainMarkdown } from '../words/plainMarkdown';
import type { Wording } from '../words/wording';
import { about, numeral, percent, tokenCount, toolCount } from '../words/amounts';
import { withoutIcons } from '../words/withoutIcons';

/** What the status bar item is drawn from. */
export interface StatusFacts {
  /** Chats that have used Switchyard in this window. */
  readonly sessions: number;
  /** The servers that are on for them. */
  readonly servers: readonly { readonly id: string; readonly tools: number; readonly tokens: number }[];
  /** What is on in every chat: our own tools, and core servers. */
  readonly always: { readonly tools: number; readonly tokens: number };
  /** Above these, a chat is warned; 0 = never. */
  readonly limits: { readonly tools: number; readonly tokens: number };
  /** The task begun last that still runs, in its agent's words. */
  readonly running?: { readonly name: string; readonly progress?: number };
  readonly toReview: number;
  /** What a person may want to know of, quietly. */
  readonly notes: readonly StatusNote[];
}

/** A line of the tooltip with a link to what can be done about it. */
export interface StatusNote {
  readonly text: string;
  readonly action?: { readonly label: string; readonly command: string };
}

/** The language that the item speaks. */
type StatusWording = Pick<Wording, 't' | 'language'>;

/** Servers that the tooltip names. */
const TOP = 3;
/** Longest name of a task in the status bar. */
const MAX_NAME = 40;

/** One icon and a few words: what runs, else what waits for a review, else how much is on. */
export function statusText(facts: StatusFacts, wording: StatusWording): string {
  const { running, toReview, servers, always } = facts;
  if (running !== undefined) {
    const progress = running.progress === undefined ? '' : ` ${percent(running.progress, wording)}`;
    return `$(loading~spin) ${withoutIcons(oneLine(running.name, MAX_NAME))}${progress}`;
  }
  if (toReview > 0) return `$(eye) ${reviewCount(toReview, wording)}`;
  if (servers.length === 0) return '$(plug)';
  return `$(plug) ${numeral(servers.length, wording)} · ${toolCount(always.tools + sum(servers, 'tools'), wording)}`;
}

/** The same for a screen reader, which would be read the tooltip's Markdown otherwise. */
export function statusLabel(facts: StatusFacts, wording: StatusWording): string {
  const text = statusText(facts, wording)
    .replace(/^\$\([\w~-]+\) ?/, '')
    .replaceAll(String.raw`\$(`, '$(');
  return text === '' ? 'Switchyard' : `Switchyard: ${text}`;
}

/** The tooltip as Markdown. Links are ours only: whatever somebody else wrote is shown as it stands. */
export function statusTooltip(
  facts: StatusFacts,
  links: readonly NonNullable<StatusNote['action']>[],
  wording: StatusWording,
): string {
  const { t } = wording;
  const { running, toReview, servers, notes } = facts;
  const top = servers.toSorted((a, b) => b.tokens - a.tokens).slice(0, TOP);
  return [
    '**Switchyard**',
    ...(running === undefined ? [] : [t('Running: {0}', plainMarkdown(running.name))]),
    ...(toReview === 0 ? [] : [reviewCount(toReview, wording)]),
    amounts(facts, wording),
    top.map(({ id, tools, tokens }) => `- ${plainMarkdown(id)}: ${cost(tools, tokens, wording)}`).join('\n'),
    ...notes.map(
      ({ text, action }) => `${plainMarkdown(text)}${action === undefined ? '' : ` ${link(action)}`}`,
    ),
    links.map(link).join(' · '),
  ]
    .filter(paragraph => paragraph !== '')
    .join('\n\n');
}

function amounts({ sessions, servers, always, limits }: StatusFacts, wording: StatusWording): string {
  const { t } = wording;
  const shown = (count: number): string => numeral(count, wording);
  const tools = always.tools + sum(servers, 'tools');
  const tokens = about(always.tokens + sum(servers, 'tokens'), wording);
  return [
    t('Chat sessions: {0}', shown(sessions)),
    limits.tools === 0
      ? t('Tools: {0}', shown(tools))
      : t('Tools: {0} of {1}', shown(tools), shown(limits.tools)),
    limits.tokens === 0
      ? t('Tokens: {0}', plainMarkdown(tokens))
      : t('Tokens: {0} of {1}', plainMarkdown(tokens), plainMarkdown(about(limits.tokens, wording))),
  ].join(' · ');
}

function cost(tools: number, tokens: number, wording: StatusWording): string {
  return `${toolCount(tools, wording)} · ${plainMarkdown(tokenCount(tokens, wording, about(tokens, wording)))}`;
}

function reviewCount(count: number, wording: StatusWording): string {
  return wording.t('{0} to review', numeral(count, wording));
}

function link({ label, command }: NonNullable<StatusNote['action']>): string {
  return `[${label}](command:${command})`;
}

function sum(servers: StatusFacts['servers'], what: 'tools' | 'tokens'): number {
  return servers.reduce((total, server) => total + server[what], 0);
}
