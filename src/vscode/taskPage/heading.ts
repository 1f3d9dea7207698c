import { type Snapshot, snapshotTypeOf } from '../../core/snapshots/snapshot';
import type { Task, Workflow } from '../../core/workflow/model/state';
import { recordedBy } from '../../core/workflow/model/recordedBy';
import { quoted } from '../../core/workflow/model/quoted';
import type { Milestone } from '../../core/workflow/report/taskActivity';
import type { Action } from '../../shared/explorer/picture';
import type { Fact, Heading, Link } from '../../shared/taskPage/picture';
import { lookOf, progressOf, taskLook } from '../explorer/taskRows';
import { canBeEnded } from '../workflow/canBeEnded';
import { canBeWorkedOn } from '../workflow/canBeWorkedOn';
import { duration, percent } from '../words/amounts';
import { checkWords } from '../words/checkWords';
import { shownStatus } from '../words/stateWords';
import { shown, shownWhole, type Wording } from '../words/wording';

/** Longest text that an agent's sentences get. */
const MAX_PROSE = 1_000;

/** What the heading is drawn from. */
export interface HeadingFacts {
  readonly task: Task;
  readonly workflow: Workflow;
  /** All tasks of the workflow. */
  readonly siblings: readonly Task[];
  readonly milestones: readonly Milestone[];
}

/** What the task is, how it stands, and what can be done with it. */
export function headingOf(facts: HeadingFacts, wording: Wording): Heading {
  const { task, milestones } = facts;
  const { t } = wording;
  const done = progressOf(task, milestones);
  return {
    crumbs: crumbsOf(facts),
    place: placeOf(facts, t),
    ...lookOf(task, t),
    title: shown(task.name),
    goal: shown(task.goal, MAX_PROSE),
    facts: factsOf(task, wording),
    ...(done === undefined
      ? {}
      : { progress: { percent: done, text: progressText(done, milestones, wording) } }),
    actions: actionsOf(task, facts.workflow, t),
    target: { workflow: task.workflow, task: task.id },
  };
}

function progressText(done: number, milestones: readonly Milestone[], wording: Wording): string {
  return `${percent(done, wording)} ${shown(milestones.at(-1)?.message ?? '')}`;
}

function crumbsOf({ task, workflow, siblings }: HeadingFacts): readonly Link[] {
  const above = siblings.find(({ id }) => id === task.parent);
  const top: Link = {
    id: 'crumb:workflow',
    label: shown(workflow.name, 80),
    enter: 'showWorkflows',
    target: { workflow: workflow.id },
  };
  if (!above) return [top];
  const target = { workflow: workflow.id, task: above.id };
  return [top, { id: 'crumb:parent', label: shown(above.name, 80), enter: 'openTask', target }];
}

function placeOf({ task, siblings }: HeadingFacts, t: Wording['t']): string {
  const beside = siblings.filter(({ parent }) => parent === task.parent);
  const at = beside.findIndex(({ id }) => id === task.id) + 1;
  return task.parent === null
    ? t('Task {0} of {1}', at, beside.length)
    : t('Subtask {0} of {1}', at, beside.length);
}

function actionsOf(task: Task, workflow: Workflow, t: Wording['t']): readonly Action[] {
  const { completion, status, restores } = task;
  const own = completion?.account.own.length ?? 0;
  const shared = completion?.account.shared.length ?? 0;
  const isReverted = status === 'reverted';
  const canRestore =
    status === 'abandoned' || (!isReverted && own + shared > 0 && completion?.account.isRestorable === true);
  return [
    ...(own + shared > 0
      ? [
          { command: 'openTaskChanges', title: t('Open All Changes') },
          { command: 'compareWithNow', title: t('Compare with Now') },
        ]
      : []),
    ...(canBeWorkedOn(task, workflow) ? [{ command: 'startInChat', title: t('Start in Chat') }] : []),
    ...(status === 'planned' ? [{ command: 'editTask', title: t('Edit Task…') }] : []),
    ...(canBeEnded(status) ? [{ command: 'endTask', title: t('End Task…') }] : []),
    ...(canRestore ? [{ command: 'restoreTask', title: t('Restore Files…') }] : []),
    ...(canRestore && completion !== null
      ? [{ command: 'restorePoint', title: t('Restore to This Point…') }]
      : []),
    ...(restores.some(({ after }) => after !== null)
      ? [{ command: 'undoRestore', title: t('Undo Restore') }]
      : []),
    { command: 'copySummary', title: t('Copy Summary') },
  ];
}

function factsOf(task: Task, wording: Wording): readonly Fact[] {
  const { t, time, moment } = wording;
  const { completion, startedAt, start } = task;
  const fact = (label: string, text: string | undefined, tooltip?: string): readonly Fact[] =>
    text === undefined || text === '' ? [] : [{ label, text, ...(tooltip === undefined ? {} : { tooltip }) }];
  return [
    ...fact(t('Status'), taskLook(shownStatus(task), t).state),
    ...(startedAt === null ? [] : fact(t('Started'), time(startedAt), moment(startedAt))),
    ...(completion === null || startedAt === null
      ? []
      : fact(t('Duration'), duration(completion.durationSeconds, wording))),
    ...(start === null ? [] : fact(t('Snapshot'), snapshotWord(start, t), snapshotTooltip(start, wording))),
    ...fact(t('Areas'), shown(task.areas.join(', '), 200)),
    ...fact(t('Packages'), packagesOf(task, t)),
    ...fact(t('Commands'), commandsOf(task), t('As reported by the agent.')),
    ...fact(t('Agent'), shown(task.caller?.name ?? '', 80)),
    ...fact(t('Recorded by'), shown(recordedBy(task), 60)),
    ...fact(t('History'), historyWord(task, t)),
  ];
}

function commandsOf({ completion }: Task): string {
  return shown((completion?.claims.commands ?? []).join('; '), 200);
}

/** What a snapshot is, e.g. `git 3f9ac12` or `checksum`. */
export function snapshotWord(snapshot: Snapshot, t: Wording['t']): string {
  const head = snapshot.roots.find(root => root.head !== null)?.head?.slice(0, 7) ?? '';
  const word = snapshotTypeOf(snapshot) === 'git' ? t('git {0}', head).trim() : t('checksum');
  return snapshot.state === 'complete' ? word : t('{0}, incomplete', word);
}

function snapshotTooltip({ roots }: Snapshot, wording: Wording): string {
  return shownWhole(
    roots
      .map(({ label, branch, partial }) =>
        [label, branch, partial && checkWords(partial, wording)].filter(Boolean).join(' · '),
      )
      .join(' '),
  );
}

/** What the agent reported; what no manifest confirms is marked. */
function packagesOf({ completion }: Task, t: Wording['t']): string {
  if (completion === null) return '';
  const { claims, verification } = completion;
  const marked = (sign: string, verb: 'added' | 'removed', name: string): string => {
    const check = verification.claims.find(({ claim }) => claim === `packages_${verb}: ${quoted(name)}`);
    const text = `${sign} ${name}`;
    return check?.fact.startsWith(`${verb} in `) === true ? text : t('{0} (reported)', text);
  };
  const all = [
    ...(claims.packagesAdded ?? []).map(name => marked('+', 'added', name)),
    ...(claims.packagesRemoved ?? []).map(name => marked('−', 'removed', name)),
  ];
  return shown(all.join(', '), 200);
}

function historyWord({ completion }: Task, t: Wording['t']): string | undefined {
  switch (completion?.account.history) {
    case undefined:
    case 'linear':
      return undefined;
    case 'unknown':
      return t('unknown');
    case 'merged':
      return t('merged');
    case 'rebased':
      return t('rebased');
    case 'switched':
      return t('branch switched');
    case 'reset':
      return t('reset');
  }
}
