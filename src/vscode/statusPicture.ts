import { oneLine } from '../core/catalog/plainText';
import { about, type Wording } from './explorer/wording';

/** What the status bar item is drawn from. */
export interface StatusFacts {
  /** Chats that have used Switchyard in this window. */
  readonly sessions: number;
  /** The servers that are on for them. */
  readonly servers: readonly { readonly id: string; readonly tools: number; readonly tokens: number }[];
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

/** Servers that the tooltip names. */
const TOP = 3;
/** Longest name of a task in the status bar. */
const MAX_NAME = 40;

/** One icon and a few words: what runs, else what waits for a review, else how much is on. */
export function statusText({ running, toReview, servers }: StatusFacts, t: Wording['t']): string {
  if (running !== undefined) {
    const progress = running.progress === undefined ? '' : ` ${running.progress}%`;
    return `$(loading~spin) ${withoutIcons(oneLine(running.name, MAX_NAME))}${progress}`;
  }
  if (toReview > 0) return `$(eye) ${t('{0} to review', toReview)}`;
  if (servers.length === 0) return '$(plug)';
  return `$(plug) ${servers.length} · ${t('{0} tools', sum(servers, 'tools'))}`;
}

/** The same for a screen reader, which would be read the tooltip's Markdown otherwise. */
export function statusLabel(facts: StatusFacts, t: Wording['t']): string {
  const text = statusText(facts, t)
    .replace(/^\$\([\w~-]+\) ?/, '')
    .replaceAll(String.raw`\$(`, '$(');
  return text === '' ? 'Switchyard' : `Switchyard: ${text}`;
}

/** The tooltip as Markdown. Links are ours only: whatever somebody else wrote is shown as it stands. */
export function statusTooltip(
  facts: StatusFacts,
  links: readonly NonNullable<StatusNote['action']>[],
  t: Wording['t'],
): string {
  const { running, toReview, servers, notes } = facts;
  const top = servers.toSorted((a, b) => b.tokens - a.tokens).slice(0, TOP);
  return [
    '**Switchyard**',
    ...(running === undefined ? [] : [t('Running: {0}', plain(running.name))]),
    ...(toReview === 0 ? [] : [t('{0} to review', toReview)]),
    amounts(facts, t),
    top.map(({ id, tools, tokens }) => `- ${plain(id)}: ${cost(tools, tokens, t)}`).join('\n'),
    ...notes.map(({ text, action }) => `${plain(text)}${action === undefined ? '' : ` ${link(action)}`}`),
    links.map(link).join(' · '),
  ]
    .filter(paragraph => paragraph !== '')
    .join('\n\n');
}

function amounts({ sessions, servers, limits }: StatusFacts, t: Wording['t']): string {
  const tools = sum(servers, 'tools');
  const tokens = about(sum(servers, 'tokens'));
  return [
    t('Chat sessions: {0}', sessions),
    limits.tools === 0 ? t('Tools: {0}', tools) : t('Tools: {0} of {1}', tools, limits.tools),
    limits.tokens === 0
      ? t('Tokens: {0}', plain(tokens))
      : t('Tokens: {0} of {1}', plain(tokens), plain(about(limits.tokens))),
  ].join(' · ');
}

function cost(tools: number, tokens: number, t: Wording['t']): string {
  return t('{0} tools · {1} tokens', tools, plain(about(tokens)));
}

function link({ label, command }: NonNullable<StatusNote['action']>): string {
  return `[${label}](command:${command})`;
}

function sum(servers: StatusFacts['servers'], what: 'tools' | 'tokens'): number {
  return servers.reduce((total, server) => total + server[what], 0);
}

/** VS Code draws `$(name)` in the text of an item as an icon, unless it is escaped. */
function withoutIcons(text: string): string {
  return text.replaceAll('$(', String.raw`\$(`);
}

/** Text of others in Markdown: on one line, and every sign that could mean something there is escaped. */
function plain(text: string): string {
  return oneLine(text, 400).replaceAll(/[!-/:-@[-`{-~]/g, sign => `\\${sign}`);
}
