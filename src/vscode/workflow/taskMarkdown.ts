import { oneLine } from '../../core/catalog/plainText';
import type { FileChange } from '../../core/snapshots/snapshot';
import type { Task } from '../../core/workflow/state';
import type { Workflows } from '../../core/workflow/workflows';

/** A task as a person reads it. What agents wrote is shown as text: nothing in it becomes a link or a command. */
export function taskMarkdown(workflows: Workflows, task: Task): string {
  const workflow = workflows.workflow(task.workflow);
  const { completion } = task;
  return [
    `# ${plain(task.name)}`,
    `Workflow: ${plain(workflow.name)} · ${task.status.replaceAll('_', ' ')}${durationOf(task)}`,
    plain(task.goal, 2_000),
    ...(task.areas.length === 0 ? [] : [`Areas: ${task.areas.map(area => plain(area)).join(', ')}`]),
    ...section(
      'To review',
      task.reasons.map(({ text }) => plain(text, 500)),
    ),
    ...section(
      'Warnings',
      (completion?.verification.warnings ?? []).map(text => plain(text, 500)),
    ),
    ...(completion ? ['## Outcome', plain(completion.outcome.summary, 4_000)] : []),
    ...section(
      'Achieved',
      (completion?.outcome.achievements ?? []).map(text => plain(text, 500)),
    ),
    ...section(
      'Limits',
      (completion?.outcome.limitations ?? []).map(text => plain(text, 500)),
    ),
    ...section('Changed files', (completion?.account.own ?? []).map(fileLine)),
    ...section('Changed together with other tasks', (completion?.account.shared ?? []).map(fileLine)),
    ...section('Came from elsewhere', (completion?.account.imported ?? []).map(fileLine)),
    ...section(
      'Commits',
      (completion?.account.commits ?? []).map(({ id, subject }) => `${id.slice(0, 9)} ${plain(subject)}`),
    ),
    ...section(
      'Claims and facts',
      (completion?.verification.claims ?? []).map(
        ({ claim, fact }) => `${plain(claim, 300)}: ${plain(fact, 300)}`,
      ),
    ),
    ...section(
      'Decisions',
      task.decisions.map(
        ({ question, chosen, reasoning }) =>
          `${plain(question, 300)} **${plain(chosen)}**: ${plain(reasoning, 500)}`,
      ),
    ),
    ...section(
      'Issues',
      task.issues.map(
        ({ description, resolution }) => `${plain(description, 500)} Resolved by: ${plain(resolution, 500)}`,
      ),
    ),
    ...section(
      'Milestones',
      workflows
        .milestones(task.id)
        .map(({ message, progress }) => `${plain(message)}${progress === null ? '' : ` (${progress} %)`}`),
    ),
    ...section(
      'Reviews',
      task.reviews.map(
        ({ verdict, comments }) =>
          `${verdict.replaceAll('_', ' ')}: ${comments.map(text => plain(text, 500)).join(' / ')}`,
      ),
    ),
    '',
  ].join('\n\n');
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [`## ${title}`, lines.map(line => `- ${line}`).join('\n')];
}

function fileLine({ path, from, status, insertions, deletions, isBinary }: FileChange): string {
  const lines = insertions === undefined ? '' : ` +${insertions} −${deletions ?? 0}`;
  return `${status} ${plain(path, 400)}${from === undefined ? '' : ` (was ${plain(from, 400)})`}${isBinary ? ' binary' : lines}`;
}

function durationOf({ completion }: Task): string {
  if (completion === null) return '';
  const { durationSeconds: seconds } = completion;
  return seconds < 90 ? ` · ${seconds} s` : ` · ${Math.round(seconds / 60)} min`;
}

/** Foreign text in Markdown: one line, and every character that Markdown would act on taken literally. */
function plain(text: string, limit = 200): string {
  return oneLine(text, limit).replaceAll(/[\\`*[\]<>|]/g, character => `\\${character}`);
}
