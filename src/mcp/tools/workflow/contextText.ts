import { oneLine } from '../../../core/catalog/entry/plainText';
import type { ContextAnswer } from './contextRows';
import { files, firstTen, fitting, MAX_NAMED, quotedText, reportAddress } from './textLines';

/** Characters of the text, reviews and the next step aside (chosen here, about 2,000 tokens). */
const MAX_TEXT = 7_000;

/** How much is told of each task: more for what is open than for what is over. */
interface Detail {
  /** Characters of each sentence that somebody wrote. */
  readonly words: number;
  /** Decisions and issues of one task, each. */
  readonly logged: number;
}

/** For a page about one task: its agent wants the record. */
const ONE: readonly Detail[] = [1_200, 300, 100, 0].map(words => ({ words, logged: Infinity }));
const OPEN: Detail = { words: 300, logged: 5 };
const NAMES: Detail = { words: 0, logged: 0 };
/** For what is planned or over, most telling first: what fits is taken. */
const OTHERS: readonly Detail[] = [{ words: 200, logged: 2 }, { words: 100, logged: 0 }, NAMES];
/** For open tasks of which somebody wrote so much that not even they fit. */
const SHORT = [
  [{ words: 100, logged: 1 }, NAMES],
  [NAMES, NAMES],
] as const;

const OVER: ReadonlySet<string> = new Set([
  'planned',
  'success',
  'partial_success',
  'failed',
  'cancelled',
  'reverted',
]);

type TaskRow = ContextAnswer['tasks'][number];

/** What there is, by name and whole, open work first. For clients that show a model only the text. */
export function contextText(answer: ContextAnswer, isOneTask: boolean, limit: number): string {
  const details = isOneTask
    ? ONE.map(detail => [detail, detail] as const)
    : [...OTHERS.map(others => [OPEN, others] as const), ...SHORT];
  const [first = [], ...shorter] = details.map(([open, others]) => linesOf(answer, open, others));
  // Of one task, decisions that do not fit are cut; what it is and what came of it is not.
  const needed = (each: readonly string[]) => (isOneTask ? each.filter(line => line.startsWith('- ')) : each);
  const lines = [first, ...shorter].find(each => sizeOf(needed(each)) <= MAX_TEXT) ?? shorter.at(-1) ?? first;
  const isCut = sizeOf(lines) > MAX_TEXT;
  const [one] = answer.workflows;
  const whole =
    isOneTask && one !== undefined
      ? reportAddress(one.workflow_id)
      : `get_context with limit ${Math.max(1, Math.floor(limit / 2))}, or with one task_id`;
  const cursor = answer.next_cursor === undefined || isCut ? '' : `More with cursor "${answer.next_cursor}".`;
  return [...fitting(lines, MAX_TEXT, whole), ...(cursor === '' ? [] : [cursor])].join('\n');
}

function linesOf(answer: ContextAnswer, open: Detail, others: Detail): readonly string[] {
  const { workflows, tasks, ready, last_completed: last } = answer;
  const listed = new Set(tasks.map(({ task_id: id }) => id));
  const detailOf = (task: TaskRow) =>
    !OVER.has(task.status) || last.some(({ task_id: id }) => id === task.task_id) ? open : others;
  return [
    headOf(answer),
    ...workflows.map(workflowLine),
    ...tasks.flatMap(task => taskLines(task, answer, detailOf(task))),
    readyLine(ready),
    ...last
      .filter(({ task_id: id }) => !listed.has(id))
      .slice(0, 3)
      .flatMap(task => ['Completed last:', ...taskLines(task, answer, open)]),
  ];
}

function readyLine(ready: ContextAnswer['ready']): string {
  if (ready.length === 0) return '';
  const named = ready.slice(0, MAX_NAMED).map(({ task_id: id, name }) => `${id} ${quotedText(name, 80)}`);
  const left = ready.length - named.length;
  return `Ready to start: ${named.join(', ')}${left > 0 ? ` and ${left} more` : ''}.`;
}

function headOf({ totals }: ContextAnswer): string {
  const { workflows, tasks, open, planned, ended, to_review: toReview } = totals;
  const parts = [`${open} open`, `${planned} planned`, `${ended} ended`];
  const all = `${counted(workflows, 'workflow')}, ${counted(tasks, 'task')}`;
  return tasks === 0
    ? `${all}.`
    : `${all}: ${parts.join(', ')}${toReview === 0 ? '' : `; ${toReview} for a person to review`}.`;
}

function workflowLine({
  workflow_id: id,
  name,
  status,
  description,
  summary,
}: ContextAnswer['workflows'][number]) {
  const told = [description, summary].filter(text => text !== undefined).map(text => quotedText(text, 300));
  return `- workflow ${id} ${quotedText(name, 120)}: ${status}${told.map(text => `. ${text}`).join('')}`;
}

function taskLines(task: TaskRow, answer: ContextAnswer, { words, logged }: Detail): readonly string[] {
  const { task_id: id, name, status, goal, areas, parent_task_id: parent, step } = task;
  const say = (label: string, text: string | undefined) =>
    text === undefined || words === 0 || text === name ? '' : `. ${label}: ${quotedText(text, words)}`;
  const each = (label: string, list: readonly string[] = []) =>
    list.length === 0 || words === 0
      ? ''
      : `. ${label}: ${list
          .slice(0, MAX_NAMED)
          .map(text => quotedText(text, words))
          .join(', ')}`;
  const place = [
    parent === undefined ? '' : ` (subtask of ${parent})`,
    step === undefined ? '' : ` (step ${quotedText(step, 40)})`,
    task.is_yours === true ? ' (yours)' : '',
  ];
  const waitsFor = task.status === 'blocked' ? task.depends_on : [];
  return [
    `- task ${id} ${quotedText(name, 120)}${place.join('')}: ${statusOf(task)}` +
      say('Goal', goal) +
      each('Areas', OVER.has(status) && status !== 'planned' ? [] : areas) +
      (waitsFor.length === 0 ? '' : `. Waits for: ${waitsFor.join(', ')}`) +
      say('Milestone', task.milestone) +
      (task.progress === undefined || words === 0 ? '' : ` (${Math.round(task.progress)} %)`) +
      say('Done', task.summary) +
      filesOf(task, words) +
      (task.partial === undefined ? '' : `. Incomplete: ${oneLine(task.partial, 200)}`) +
      each('Limits', task.limitations) +
      each('Next', task.next_steps) +
      each('To review', task.to_review),
    reviewLine(task),
    ...newest(answer.decisions, id, logged).map(
      ({ question, chosen, reasoning, trade_offs: tradeOffs }) =>
        `  - decision: ${quotedText(question, words)} → ${quotedText(chosen, words)}: ${quotedText(reasoning, words)}` +
        (tradeOffs === undefined ? '' : ` (trade-offs: ${quotedText(tradeOffs, words)})`),
    ),
    ...newest(answer.issues, id, logged).map(
      ({ description, resolution }) =>
        `  - issue: ${quotedText(description, words)} → ${quotedText(resolution, words)}`,
    ),
    ...leftOut(answer, id, logged),
  ];
}

function newest<Row extends { readonly task_id: string }>(rows: readonly Row[], task: string, most: number) {
  const own = rows.filter(one => one.task_id === task);
  return own.slice(Math.max(0, own.length - most));
}

function leftOut({ decisions, issues }: ContextAnswer, id: string, logged: number): readonly string[] {
  const left = [decisions, issues].map(list =>
    Math.max(0, list.filter(one => one.task_id === id).length - logged),
  );
  const [more = 0, problems = 0] = left;
  const parts = [
    ...(more === 0 ? [] : [counted(more, 'decision')]),
    ...(problems === 0 ? [] : [counted(problems, 'issue')]),
  ];
  return parts.length === 0 ? [] : [`  - ${parts.join(', ')} more with get_context and task_id "${id}"`];
}

/** What the agent said of it stands beside what it is in, where these differ. */
function statusOf({ status, outcome }: TaskRow): string {
  return outcome === undefined || outcome === status ? status : `${status}, agent reports ${outcome}`;
}

function filesOf({ unknown, workflow_id: id, ...task }: TaskRow, words: number): string {
  if (unknown !== undefined) return `. Its changes are unknown: ${oneLine(unknown, 200)}`;
  const { files_changed: own, files_shared: shared = 0, files: named = [] } = task;
  if (own === undefined) return '';
  const counts = `${files(own)} changed${shared === 0 ? '' : `, ${shared} shared with other tasks`}`;
  return named.length === 0 || words < 200
    ? `. ${counts}`
    : `. ${counts}: ${firstTen(named, own + shared, reportAddress(id, own + shared))}`;
}

/** What a person said is never left out. */
function reviewLine({ review, status }: TaskRow): string {
  if (review === undefined) return '';
  const comments = review.comments.map(text => quotedText(text, 1_000)).join(', ');
  const isOpen = review.verdict === 'changes_requested' && status === 'awaiting_review';
  const verdict = review.verdict === 'approved' ? 'approved it' : 'asked for changes';
  return `  - the user ${verdict}${comments === '' ? '' : `: ${comments}`}${isOpen ? ' (not taken up yet)' : ''}`;
}

function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}

function sizeOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + line.length + 1, 0);
}
