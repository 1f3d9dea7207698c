import type { FileChange } from '../snapshots/snapshot';
import type { TaskReport, WorkflowReport } from './report';
import type { TaskStatus } from './words';

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
  reverted: '↩️',
  stale: '💤',
};

/** The report as Markdown for a pull request. What agents wrote stays text: it can't become markup, links or HTML. */
export function reportMarkdown(report: WorkflowReport): string {
  const { totals } = report;
  const parts = [
    `# ${inline(report.name)}`,
    report.description === null ? '' : block(report.description),
    `**${report.status.replaceAll('_', ' ')}** · ${totals.ended} of ${totals.tasks} tasks · ${totals.files} files · ${minutes(totals.seconds)}` +
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
    `${heading} ${MARKS[task.status]} ${inline(task.name)}${duration}`,
    `*${task.status.replaceAll('_', ' ')}.* ${block(task.goal)}`,
    task.outcome === null ? '' : block(task.outcome.summary),
    list('Done', task.outcome?.achievements.map(inline)),
    list('Limits', task.outcome?.limitations.map(inline)),
    list('Next', task.outcome?.nextSteps.map(inline)),
    list('To review', task.toReview.map(inline)),
    list('Files', fileLines(task.files)),
    list(
      'Commits',
      task.commits.map(({ id, subject }) => `${code(id.slice(0, 10))} ${inline(subject)}`),
    ),
    list(
      'Decisions',
      task.decisions.map(
        ({ question, chosen, reasoning }) =>
          `${inline(question)} → **${inline(chosen)}**: ${inline(reasoning)}`,
      ),
    ),
    list(
      'Issues',
      task.issues.map(({ description, resolution }) => `${inline(description)} → ${inline(resolution)}`),
    ),
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

function list(title: string, lines: readonly string[] = []): string {
  return lines.length === 0 ? '' : `**${title}**\n${lines.map(line => `- ${line}`).join('\n')}`;
}

function fileLines(files: readonly FileChange[]): readonly string[] {
  const lines = files.slice(0, MAX_FILES).map(({ path, from, status, insertions, deletions }) => {
    const numbers = insertions === undefined ? '' : ` +${insertions} −${deletions ?? 0}`;
    return `${status}: ${from === undefined ? '' : `${code(from)} → `}${code(path)}${numbers}`;
  });
  return files.length <= MAX_FILES ? lines : [...lines, `and ${files.length - MAX_FILES} more`];
}

/** Text of others on one line, with everything escaped that Markdown or HTML would read. */
function inline(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .replaceAll(/[\\`*_{}[\]<>#|~@&$]|:(?=\/)|(?<=\bwww)\.|^[-+]|(?<=^\d+)[.)]/gi, char => `\\${char}`);
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
  const plain = text.replaceAll(/[\p{Cc}\p{Cf}]/gu, '�');
  const longest = Math.max(0, ...[...plain.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return longest === 0 ? `${fence}${plain}${fence}` : `${fence} ${plain} ${fence}`;
}

function minutes(seconds: number): string {
  return seconds < 60 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}
