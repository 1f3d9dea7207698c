import type { LogLine } from '../../modules/children/model/childTypes';
import { oneLine } from '../../core/catalog/entry/plainText';
import { isRecord } from '../../core/support/json';
import { numeral } from './amounts';
import { type Child, childStateText } from './childState';
import { joined, type Wording } from './wording';

/** Longest line of a child's page, in characters: the whole of it is in the log that agents read. */
const MAX_LINE = 2_000;

/** A child agent as text: what it is, what it used, and all that it wrote. */
export function childText(child: Child, lines: readonly LogLine[], wording: Wording): string {
  const { t, time } = wording;
  const { spec, reason, dropped } = child;
  const head = [
    joined(spec.id, childStateText(child, wording), spec.role === null ? '' : oneLine(spec.role, 500)),
    ...(reason === null ? [] : [oneLine(reason, 500)]),
    oneLine([spec.launch.command, ...spec.launch.args].join(' '), 1_000),
    ...budgetLines(child, wording),
    '',
    ...(dropped === 0 ? [] : [t('Earlier lines no longer stored: {0}.', numeral(dropped, wording)), '']),
  ];
  const titles: Titles = new Map();
  const written = lines.map(line => `${time(line.ts)}  ${SIGNS[line.stream]} ${shownLine(line, titles)}`);
  return `${[...head, ...written].join('\n')}\n`;
}

const SIGNS = { stdout: ' ', stderr: '!', meta: '*' } as const;

/** The titles of tool calls by their ID: what comes later of a call names only that. */
type Titles = Map<unknown, string>;

/** One line each, with nothing hidden in it: text of agents is data. */
function shownLine({ text, type }: LogLine, titles: Titles): string {
  const message = type === null ? undefined : fieldsIn(text);
  return oneLine((message && spoken(message, titles)) ?? text, MAX_LINE);
}

type Fields = Readonly<Record<string, unknown>>;

/** A message that all ACP agents send, as people say it; undefined for one of a program's own. */
function spoken(message: Fields, titles: Titles): string | undefined {
  const { type, text, title, answer, entries, stop_reason: stopped, message: words } = message;
  switch (type) {
    case 'ready':
      return typeof message['agent'] === 'string'
        ? `ready: ${message['agent']} ${said(message['version'] ?? '')}`
        : undefined;
    case 'message':
    case 'thought':
      return typeof text === 'string' ? `${type}: ${text}` : undefined;
    case 'tool_call':
    case 'tool_call_update':
      return toolText(message, titles);
    case 'permission':
      return `asked: ${said(title)} → ${said(answer)}`;
    case 'plan':
      return Array.isArray(entries) ? `plan: ${entries.map(stepText).join(', ')}` : undefined;
    case 'result':
      return typeof stopped === 'string' ? `answer (${stopped}): ${said(text ?? '')}` : undefined;
    case 'usage':
      return typeof message['used'] === 'number'
        ? `context: ${message['used']} / ${said(message['size'])} tokens`
        : undefined;
    case 'mode':
      return typeof message['mode'] === 'string' ? `mode: ${message['mode']}` : undefined;
    case 'error':
      return typeof words === 'string' ? `error: ${words}` : undefined;
    default:
      return undefined;
  }
}

/** A call of a tool and how it stands; undefined where nothing says which one. */
function toolText({ id, title, status }: Fields, titles: Titles): string | undefined {
  if (typeof title === 'string') titles.set(id, title);
  const name = titles.get(id);
  if (name === undefined) return undefined;
  return `tool: ${name}${status === undefined ? '' : ` (${said(status)})`}`;
}

/** A word of an agent, whatever it is. */
function said(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}

function stepText(entry: unknown): string {
  const { content, status } = isRecord(entry) ? entry : {};
  return `${said(content)} (${said(status)})`;
}

function fieldsIn(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined; // It was cut.
  }
}

function budgetLines({ usage, spec }: Child, wording: Wording): readonly string[] {
  const { t } = wording;
  const parts = Object.entries(spec.budget).flatMap(([name, most]) => {
    const used = usage[name as keyof typeof usage] ?? 0;
    return most === undefined ? [] : [`${name} ${numeral(used, wording)} / ${numeral(most, wording)}`];
  });
  return parts.length === 0 ? [] : [t('Budget: {0}', parts.join(' · '))];
}
