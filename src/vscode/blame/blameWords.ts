import type { Task } from '../../core/workflow/model/state';
import { canBeRestored } from '../workflow/canBeRestored';
import { linesOf } from '../words/amounts';
import { changeWords, shownStatus, taskState } from '../words/stateWords';
import { plainMarkdown } from '../words/plainMarkdown';
import { joined, shown, shownWhole, type Wording } from '../words/wording';
import type { Writer } from './fileBlame';

/** The commands that links of a hover may run, and no others. */
export const LINKED = ['switchyard.openTask', 'switchyard.openFileChanges', 'switchyard.restoreTask'];

/** What is known of a task beside itself. */
export interface WriterFacts {
  /** The workflow that it belongs to. */
  readonly workflow: string;
  /** What its chat is called; undefined where that is not known any more. */
  readonly chat: string | undefined;
}

/** Who wrote a line, as Markdown. Links are ours only: whatever somebody else wrote is shown as it stands. */
export function hoverText({ task, change }: Writer, facts: WriterFacts, wording: Wording): string {
  const { t } = wording;
  const target = { task: task.id, path: change.path };
  const name = `**${plainMarkdown(shown(task.name, 120))}** · ${plainMarkdown(stateOf(task, wording))}`;
  const goal = task.goal === task.name ? '' : plainMarkdown(shownWhole(task.goal));
  const links = [
    link(t('Open Task'), 'openTask', target),
    link(t('Open Changes'), 'openFileChanges', target),
    ...(canBeRestored(task) ? [link(t('Restore File…'), 'restoreTask', target)] : []),
  ];
  return [name, goal, plainMarkdown(whoAndWhen(task, facts, wording)), links.join(' · ')]
    .filter(paragraph => paragraph !== '')
    .join('\n\n');
}

/** A task in the list of those that changed a file: its name, what it did, and whose it was. */
export function historyItem(
  { task, change, isShared }: Writer,
  facts: WriterFacts,
  wording: Wording,
): { readonly label: string; readonly description: string; readonly detail: string } {
  const { t } = wording;
  const from = change.from === undefined ? undefined : t('from {0}', shown(change.from, 120));
  return {
    label: shown(task.name, 80),
    description: joined(
      joined(changeWords(change.status, t), from),
      linesOf(change.insertions ?? 0, change.deletions ?? 0),
      stateOf(task, wording),
      isShared ? t('shared with another task') : undefined,
    ),
    detail: whoAndWhen(task, facts, wording),
  };
}

function stateOf(task: Task, { t }: Wording): string {
  return taskState(shownStatus(task), t);
}

function whoAndWhen({ caller, completion }: Task, { workflow, chat }: WriterFacts, wording: Wording): string {
  return joined(
    caller?.name === null || caller === null ? undefined : shown(caller.name, 80),
    chat === undefined ? undefined : shown(chat, 80),
    shown(workflow, 80),
    completion === null ? undefined : wording.moment(completion.at),
  );
}

function link(
  label: string,
  command: string,
  target: { readonly task: string; readonly path: string },
): string {
  return `[${label}](command:switchyard.${command}?${encodeURIComponent(JSON.stringify([target]))})`;
}
