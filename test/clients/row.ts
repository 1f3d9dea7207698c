import type { Agent, Column } from './agent';
import type { Arrival } from './conversation';
import { LIT_BY_STRUCTURE, LIT_BY_TEXT, RECORDED } from './expected';
import type { Outcome, Trial } from './trial';

/** One client in the table. */
export interface Row {
  readonly title: string;
  readonly version: string;
  readonly cells: Readonly<Record<Column, string>>;
  /** What somebody has to look at: a no without a reason of the client's, or a reason that is not needed any more. */
  readonly problems: readonly string[];
}

/** A cell before its reason: whether it is as wished, and what it says. */
type Finding = readonly [isGood: boolean, says: string];

const ALL: readonly Column[] = [
  'connects',
  'instructions',
  'arrival',
  'generic',
  'shown',
  'workflow',
  'exit',
];

/** What a trial says in the table, with the client's reasons where it is no yes. */
export function rowOf({ title, reasons = {} }: Agent, version: string, outcome: Outcome): Row {
  const problems: string[] = [];
  const cellOf = (column: Column): string => {
    if (outcome.type === 'failed') return column === 'connects' ? `no: ${outcome.why}` : '–';
    const [isGood, says] = findings[column](outcome.trial);
    const reason = reasons[column];
    if (isGood && reason !== undefined)
      problems.push(`${title}: the reason for "${column}" is not needed any more.`);
    if (isGood) return says;
    if (reason === undefined) problems.push(`${title}: "${column}" is: ${says}.`);
    return reason === undefined ? `**${says}**` : `${says}: ${reason}`;
  };
  if (outcome.type === 'failed') problems.push(`${title}: ${outcome.why}`);
  const cells = Object.fromEntries(ALL.map(column => [column, cellOf(column)])) as Row['cells'];
  return { title, version, cells, problems };
}

const findings: Readonly<Record<Column, (trial: Trial) => Finding>> = {
  connects: ({ isConnected, introduction }) => [
    isConnected,
    isConnected && introduction !== undefined
      ? `yes, as \`${introduction.name}\` (${introduction.protocol})`
      : yesOrNo(isConnected),
  ],
  instructions: ({ hasInstructions }) => [hasInstructions, yesOrNo(hasInstructions)],
  arrival: ({ arrival, direct }) => arrivalFinding(arrival, isLit(direct)),
  generic: ({ generic }) => [isLit(generic), yesOrNo(isLit(generic))],
  shown: ({ generic }) => [isLit(generic), shownIn(generic ?? '')],
  workflow: ({ recorded, isComplete }) => {
    const isRight = isComplete && recorded.length === 1 && recorded[0] === RECORDED;
    return [isRight, isRight ? 'yes' : `no (${recorded.join('; ') || 'nothing recorded'})`];
  },
  exit: ({ left }) => [left.length === 0, left.length === 0 ? 'yes' : `no (${left.length} left)`],
};

function arrivalFinding({ when, isDeferred }: Arrival, isCalled: boolean): Finding {
  const search = isDeferred ? ', by its tool search' : '';
  if (when === 'never') return [false, 'never'];
  if (!isCalled) return [false, `${when}${search}, but the call failed`];
  return when === 'next request' ? [true, `yes${search}`] : [false, `${when}${search}`];
}

function shownIn(result: string): string {
  const hasText = result.includes(LIT_BY_TEXT);
  const hasStructure = result.includes(LIT_BY_STRUCTURE);
  if (hasText && hasStructure) return 'both';
  return hasText ? 'text' : hasStructure ? 'structured' : 'neither';
}

function isLit(result: string | undefined): boolean {
  return result !== undefined && shownIn(result) !== 'neither';
}

function yesOrNo(isSo: boolean): string {
  return isSo ? 'yes' : 'no';
}
