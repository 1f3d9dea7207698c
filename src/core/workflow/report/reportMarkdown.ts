import type { FileChange } from '../../snapshots/snapshot';
import type { TaskReport, WorkflowReport } from './report';
import type { TaskStatus } from '../model/words';

/** Files listed for one task: a pull request is read by people (chosen here). */
const MAX_FILES = 200;

const MARKS: Record<TaskStatus, string> = {
  planned: '☐',
  in_progress: '⏳',
  blocked: '⏸',
  awaiting_review: '👁',
  success: '✅',
  partial_success: '🟡',
  failed: '❌',
  cancelled: '🚫',
  abandoned: '🔌',
  reverted: '↩️',
  stale: '💤',
};

/** Lines of every other list of one task (chosen here). */
const MAX_LINES = 50;

/** Characters of one text: as long as agents may write (chosen here); a name of a file can't be as long. */
const MAX_INLINE = 8_000;

/** The report as Markdown for a pull request. What agents wrote stays text: it can't become markup, links or HTML. */
export function reportMarkdown(report: WorkflowReport): string {
  const { totals } = report;
  const parts = [
    `# ${inline(report.name)}`,
    report.description === null ? '' : block(report.description),
    `**${report.status.replaceAll('_', ' ')}** · ${totals.ended} of ${totals.tasks} tasks · ${totals.files} files · ${minutes(totals.seconds)}` +
      (totals.shared === 0 ? '' : ` · ${totals.shared} shared`) +
      (totals.unknown === 0 ? '' : ` · ${totals.unknown} unknown`) +
      (totals.toReview === 0 ? '' : ` · ${totals.toReview} to review`),
    report.summary === null ? '' : block(report.summary),
    ...report.tasks.map(task => taskMarkdown(task, 2)),
  ];
  return `${parts.filter(part => part !== '').join('\n\n')}\n`;
}

/** One task of it, its heading at the given depth. */
export function taskMarkdown(task: TaskReport, depth: number): string {
  const heading = '#'.repeat(Math.min(depth, 6));
  const duration = task.durationSeconds === null ? '' : ` (${minutes(task.durationSeconds)})`;
  return [
    `${heading} ${markOf(task)} ${inline(task.name)}${duration}`,
    task.unknown === null
      ? ''
      : `**This task's changes are unknown:** ${inline(task.unknown)} A person must check.`,
    task.partial === null ? '' : `**The account is incomplete:** ${inline(task.partial)}`,
    `*${statusOf(task)}.* ${block(task.goal)}`,
    aboutLine(task),
    task.outcome === null ? '' : block(task.outcome.summary),
    list('Done', task.outcome?.achievements.map(inline)),
    list('Limits', task.outcome?.limitations.map(inline)),
    list('Next', task.outcome?.nextSteps.map(inline)),
    list('To review', task.toReview.map(inline)),
    list('Files', task.unknown === null ? fileLines(task.files, MAX_FILES) : notKnown(task), MAX_FILES + 2),
    list(`Shared with ${sharedWith(task)}`, fileLines(task.shared, MAX_LINES), MAX_LINES + 1),
    list('Outside the areas', task.outsideAreas.map(code)),
    list('From checkout, merge or pull', fileLines(task.imported, MAX_LINES), MAX_LINES + 1),
    list('No longer ignored', fileLines(task.revealed, MAX_LINES), MAX_LINES + 1),
    list('Commits', commitLines(task.commits)),
    list('Commits no longer on any branch', droppedLines(task.dropped)),
    list('Decisions', task.decisions.map(decisionLine)),
    list(
      'Issues',
      task.issues.map(({ description, resolution }) => `${inline(description)} → ${inline(resolution)}`),
    ),
    list(
      'Milestones',
      task.milestones.map(({ message, progress }) =>
        progress === null ? inline(message) : `${inline(message)} (${Math.round(progress)} %)`,
      ),
    ),
    list('Commands, as reported by the agent', task.commands.map(code)),
    list('Warnings', task.warnings.map(inline)),
    list(
      'Claims',
      task.claims.map(({ claim, fact }) => `${inline(claim)}: ${inline(fact)}`),
    ),
    list(
      'Reviews',
      task.reviews.map(
        ({ verdict, comments }) =>
          `${verdict.replaceAll('_', ' ')}${comments.map(text => ` · ${inline(text)}`).join('')}`,
      ),
    ),
    ...task.subtasks.map(subtask => taskMarkdown(subtask, depth + 1)),
  ]
    .filter(part => part !== '')
    .join('\n\n');
}

/** No tick where nobody knows what was done. */
function markOf({ status, unknown }: TaskReport): string {
  return unknown !== null && (status === 'success' || status === 'partial_success') ? '❔' : MARKS[status];
}

/** What was found all the same is some of it at most. */
function notKnown({ unknown, files }: TaskReport): readonly string[] {
  return [`unknown: ${inline(unknown ?? '')}`, ...fileLines(files, MAX_FILES)];
}

function list(title: string, lines: readonly string[] = [], most = MAX_LINES): string {
  if (lines.length === 0) return '';
  const left = lines.length - most;
  const shown = left > 0 ? [...lines.slice(0, most), `and ${left} more`] : lines;
  return `**${title}**\n${shown.map(line => `- ${line}`).join('\n')}`;
}

/** What the agent said stands beside what the task is in, where these differ. */
function statusOf({ status, outcome }: TaskReport): string {
  const word = status.replaceAll('_', ' ');
  return outcome === null || outcome.status === status
    ? word
    : `${word}; agent reports ${outcome.status.replaceAll('_', ' ')}`;
}

function aboutLine({ areas, caller, recordedBy }: TaskReport): string {
  const by = caller === null ? '' : `${caller.kind}${caller.name === null ? '' : ` ${inline(caller.name)}`}`;
  return [
    areas.length === 0 ? '' : `Areas: ${areas.slice(0, MAX_LINES).map(code).join(', ')}`,
    by === '' ? '' : `By: ${by}`,
    recordedBy === null ? '' : `Recorded by: ${inline(recordedBy)}`,
  ]
    .filter(part => part !== '')
    .join(' · ');
}

function sharedWith({ sharedWith: others }: TaskReport): string {
  const names = others.slice(0, 10).map(({ name }) => inline(name));
  return others.length > names.length ? `${names.join(', ')} and others` : names.join(', ');
}

/** A commit that was amended or rebased lives on in another one. */
function droppedLines(commits: TaskReport['dropped']): readonly string[] {
  return commits.map(commit => {
    const { rewrittenAs } = commit;
    const [line = ''] = commitLines([commit]);
    return rewrittenAs === undefined ? line : `${line} (now ${code(rewrittenAs.slice(0, 10))})`;
  });
}

function commitLines(commits: TaskReport['commits']): readonly string[] {
  return commits.map(({ id, subject }) => `${code(id.slice(0, 10))} ${inline(subject)}`);
}

function decisionLine({ question, chosen, reasoning, options, tradeOffs }: TaskReport['decisions'][number]) {
  return (
    `${inline(question)} → **${inline(chosen)}**: ${inline(reasoning)}` +
    (options.length === 0 ? '' : ` · Options: ${options.slice(0, MAX_LINES).map(inline).join(', ')}`) +
    (tradeOffs === null ? '' : ` · Trade-offs: ${inline(tradeOffs)}`)
  );
}

function fileLines(files: readonly FileChange[], most: number): readonly string[] {
  const lines = files.slice(0, most).map(({ path, from, status, insertions, deletions }) => {
    const numbers = insertions === undefined ? '' : ` +${insertions} −${deletions ?? 0}`;
    return `${status}: ${from === undefined ? '' : `${code(from)} → `}${code(path)}${numbers}`;
  });
  return files.length <= most ? lines : [...lines, `and ${files.length - most} more`];
}

/** Text of others on one line, with everything escaped that Markdown or HTML would read. */
function inline(text: string): string {
  return shortened(text)
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .replaceAll(/[\\`*_{}[\]<>#|~@&$]|:(?=\/)|(?<=\bwww)\.|^[-+]|(?<=^\d+)[.)]/gi, char => `\\${char}`);
}

function shortened(text: string): string {
  return text.length <= MAX_INLINE ? text : `${text.slice(0, MAX_INLINE).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** The same with its paragraphs kept. */
function block(text: string): string {
  return text
    .split(/\n\s*\n/)
    .map(inline)
    .filter(paragraph => paragraph !== '')
    .join('\n\n');
}

/** A name as code, whatever backticks it holds. */
function code(text: string): string {
  const plain = shortened(text).replaceAll(/[\p{Cc}\p{Cf}]/gu, '�');
  const longest = Math.max(0, ...[...plain.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return longest === 0 ? `${fence}${plain}${fence}` : `${fence} ${plain} ${fence}`;
}

function minutes(seconds: number): string {
  return seconds < 60 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}
