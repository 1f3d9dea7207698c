import type { LogLine } from '../../modules/children/model/childTypes';
import { oneLine } from '../../core/catalog/entry/plainText';
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
    ...(dropped === 0 ? [] : [t('{0} earlier lines are no longer stored.', numeral(dropped, wording)), '']),
  ];
  const written = lines.map(line => `${time(line.ts)}  ${SIGNS[line.stream]} ${shownLine(line)}`);
  return `${[...head, ...written].join('\n')}\n`;
}

const SIGNS = { stdout: ' ', stderr: '!', meta: '*' } as const;

/** One line each, with nothing hidden in it: text of agents is data. */
function shownLine({ text, type }: LogLine): string {
  if (type !== 'message' && type !== 'thought') return oneLine(text, MAX_LINE);
  const words = wordsIn(text);
  return words === undefined ? oneLine(text, MAX_LINE) : `${type}: ${oneLine(words, MAX_LINE)}`;
}

function wordsIn(text: string): string | undefined {
  try {
    const { text: words } = JSON.parse(text) as { readonly text?: unknown };
    return typeof words === 'string' ? words : undefined;
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
