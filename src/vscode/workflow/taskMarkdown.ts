import { oneLine } from '../../core/catalog/plainText';
import type { FileChange } from '../../core/snapshots/snapshot';
import type { Task } from '../../core/workflow/state';
import type { Workflows } from '../../core/workflow/workflows';
import type { Wording } from '../explorer/wording';
import { duration, percent } from '../words/amounts';
import { changeWords, taskState, verdictWords } from '../words/stateWords';

/** A task as a person reads it. What agents wrote is shown as text: nothing in it becomes a link or a command. */
export function taskMarkdown(workflows: Workflows, task: Task, wording: Wording): string {
  const { t } = wording;
  const workflow = workflows.workflow(task.workflow);
  const { completion } = task;
  const files = (changes: readonly FileChange[] = []) => changes.map(change => fileLine(change, t));
  return [
    `# ${plain(task.name)}`,
    [
      t('Workflow: {0}', plain(workflow.name)),
      taskState(task.status, t),
      ...(completion ? [duration(completion.durationSeconds, wording)] : []),
    ].join(' · '),
    plain(task.goal, 2_000),
    ...(task.areas.length === 0 ? [] : [t('Areas: {0}', task.areas.map(area => plain(area)).join(', '))]),
    ...section(
      t('To review'),
      task.reasons.map(({ text }) => plain(text, 500)),
    ),
    ...section(
      t('Warnings'),
      (completion?.verification.warnings ?? []).map(text => plain(text, 500)),
    ),
    ...(completion ? [`## ${t('Outcome')}`, plain(completion.outcome.summary, 4_000)] : []),
    ...section(
      t('Achieved'),
      (completion?.outcome.achievements ?? []).map(text => plain(text, 500)),
    ),
    ...section(
      t('Limits'),
      (completion?.outcome.limitations ?? []).map(text => plain(text, 500)),
    ),
    ...section(t('Changed files'), files(completion?.account.own)),
    ...section(t('Changed together with other tasks'), files(completion?.account.shared)),
    ...section(t('Came from elsewhere'), files(completion?.account.imported)),
    ...section(
      t('Commits'),
      (completion?.account.commits ?? []).map(({ id, subject }) => `${id.slice(0, 9)} ${plain(subject)}`),
    ),
    ...section(
      t('Claims and facts'),
      (completion?.verification.claims ?? []).map(({ claim, fact }) =>
        t('{0}: {1}', plain(claim, 300), plain(fact, 300)),
      ),
    ),
    ...section(
      t('Decisions'),
      task.decisions.map(
        ({ question, chosen, reasoning }) =>
          `${plain(question, 300)} ${t('{0}: {1}', `**${plain(chosen)}**`, plain(reasoning, 500))}`,
      ),
    ),
    ...section(
      t('Issues'),
      task.issues.map(
        ({ description, resolution }) =>
          `${plain(description, 500)} ${t('Resolved by: {0}', plain(resolution, 500))}`,
      ),
    ),
    ...section(
      t('Milestones'),
      workflows
        .milestones(task.id)
        .map(
          ({ message, progress }) =>
            `${plain(message)}${progress === null ? '' : ` (${percent(progress, wording)})`}`,
        ),
    ),
    ...section(
      t('Reviews'),
      task.reviews.map(({ verdict, comments }) =>
        t('{0}: {1}', verdictWords(verdict, t), comments.map(text => plain(text, 500)).join(' / ')),
      ),
    ),
    '',
  ].join('\n\n');
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [`## ${title}`, lines.map(line => `- ${line}`).join('\n')];
}

function fileLine(
  { path, from, status, insertions, deletions, isBinary }: FileChange,
  t: Wording['t'],
): string {
  const lines = insertions === undefined ? '' : ` +${insertions} −${deletions ?? 0}`;
  const was = from === undefined ? '' : ` (${t('was {0}', plain(from, 400))})`;
  return `${changeWords(status, t)} ${plain(path, 400)}${was}${isBinary === true ? ` ${t('binary')}` : lines}`;
}

/** Foreign text in Markdown: one line, and every character that Markdown would act on taken literally. */
function plain(text: string, limit = 200): string {
  return oneLine(text, limit).replaceAll(/[\\`*[\]<>|]/g, character => `\\${character}`);
}
