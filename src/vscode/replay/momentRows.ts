import {
  DECISION_CATEGORIES,
  ISSUE_TYPES,
  OUTCOME_STATUSES,
  TASK_STATUSES,
} from '../../core/workflow/model/words';
import type { Task } from '../../core/workflow/model/state';
import { isRecord } from '../../core/support/json';
import type { Row, Tone } from '../../shared/explorer/picture';
import type { Icon } from '../../shared/webview/icons';
import { oneOf } from '../../shared/webview/shape';
import { taskLook } from '../explorer/taskRows';
import { numeral, percent, plural } from '../words/amounts';
import { formatsOf } from '../words/formats';
import { categoryWords, issueWords, type ShownStatus } from '../words/stateWords';
import { joined, shown, type Wording } from '../words/wording';
import type { Moment, Recorded, Told } from './moment';

/** How a moment looks, and what it says. */
interface Look {
  readonly icon: Icon;
  readonly tone?: Tone;
  readonly label: string;
}

const isTaskStatus = oneOf(TASK_STATUSES);
const isCategory = oneOf(DECISION_CATEGORIES);
const isIssue = oneOf(ISSUE_TYPES);
const isOutcome = oneOf([...OUTCOME_STATUSES, 'cancelled']);

/** A moment as a row of the timeline. */
export function momentRow(moment: Moment, recorded: Recorded, wording: Wording): Row {
  const task = taskOf(moment, recorded);
  const { icon, tone, label } = lookOf(moment, recorded, wording);
  const target = { workflow: recorded.workflow.id, ...(task === undefined ? {} : { task: task.id }) };
  const changes = changesAt(moment, task);
  const open = {
    command: 'openTaskChanges',
    title: wording.t('Open All Changes'),
    icon: 'diff-multiple' as const,
  };
  return {
    id: moment.id,
    level: 1,
    icon,
    ...(tone === undefined ? {} : { tone }),
    label,
    detail: shown(task?.name ?? '', 80),
    figures: timeOf(moment, wording),
    tooltip: joined(label, task === undefined ? undefined : shown(task.name), wording.moment(moment.at)),
    enter: changes === 0 ? 'goTo' : open.command,
    ...(changes === 0 ? {} : { actions: [open] }),
    kind: 'moment',
    target,
  };
}

/** When it was, to the second. */
export function timeOf({ at }: Moment, { language }: Wording): string {
  return formatsOf(language).exactTime.format(at);
}

/** How many changes the snapshots of a moment show: those of the end of its task, unless the task went on after it. */
function changesAt({ kind, at }: Moment, task: Task | undefined): number {
  if (kind !== 'taskCompleted' || task?.completion?.at !== at) return 0;
  return task.completion.account.own.length + task.completion.account.shared.length;
}

function taskOf({ facts: [fact = {}] }: Moment, { byId }: Recorded): Task | undefined {
  return byId.get(fact['task']);
}

function lookOf(moment: Moment, recorded: Recorded, wording: Wording): Look {
  const { kind, facts } = moment;
  const [fact = {}] = facts;
  if (kind === 'stigmergy_change') return trailLook(facts, wording);
  if (kind.startsWith('plan_')) return planLook(kind, fact, recorded, wording);
  if (kind.startsWith('workflow')) return workflowLook(fact, wording);
  return taskMomentLook(fact, recorded, wording);
}

function workflowLook({ type }: Told, { t }: Wording): Look {
  if (type === 'workflowEnded') return { icon: 'layers', label: t('Workflow ended') };
  if (type === 'workflowReopened') return { icon: 'layers', tone: 'run', label: t('Workflow went on') };
  return { icon: 'layers', tone: 'run', label: t('Workflow started') };
}

/** A word for each thing that can happen to a task; what carries a text says it. */
function taskMomentLook(fact: Told, recorded: Recorded, wording: Wording): Look {
  const { t } = wording;
  const { type, status, verdict } = fact;
  switch (type) {
    case 'taskStarted':
      return fact['isBlocked'] === true
        ? { ...signOf('blocked', wording), label: t('Waiting for another task') }
        : { icon: 'debug-start', tone: 'run', label: t('Task started') };
    case 'taskTakenUp':
    case 'taskWoken':
      return { icon: 'debug-start', tone: 'run', label: t('Task resumed') };
    case 'taskPlanned':
      return { icon: 'add', label: t('Task added') };
    case 'taskReworded':
      return { icon: 'comment', label: t('Task edited') };
    case 'taskMoved':
      return { icon: 'list-tree', label: t('Task moved') };
    case 'taskPlaced':
      return { icon: 'layers', label: t('Became a subtask') };
    case 'taskAbandoned':
      return { ...signOf('abandoned', wording), label: t('Its program ended') };
    case 'taskWentStale':
      return { ...signOf('stale', wording), label: t('Task stalled') };
    case 'taskCancelled':
      return { ...signOf('cancelled', wording), label: t('Task cancelled') };
    case 'taskCompleted': {
      const { icon, tone, state } = taskLook(isTaskStatus(status) ? status : 'success', t);
      const isSaid = isOutcome(fact['outcomeStatus']) || isTaskStatus(status);
      return { icon, tone, label: isSaid ? t('Task ended: {0}', state) : t('Task ended') };
    }
    case 'taskReviewed':
      return verdict === 'approved'
        ? { icon: 'pass', tone: 'ok', label: t('Review: approved') }
        : { ...signOf('changes_requested', wording), label: t('Review: changes requested') };
    case 'reviewDelivered':
      return { icon: 'comment', label: t('Review sent to the agent') };
    case 'milestoneLogged':
      return milestoneLook(fact, wording);
    case 'decisionLogged':
      return decisionLook(fact, recorded, wording);
    case 'issueLogged':
      return issueLook(fact, recorded, wording);
    case 'restoreBegun':
      return { icon: 'discard', label: t('Restore started') };
    case 'restoreAbandoned':
      return { icon: 'discard', label: t('Restore stopped') };
    case 'restoreUndone':
      return { icon: 'history', label: t('Restore undone') };
    default:
      return { icon: 'discard', label: t('Files restored') };
  }
}

function signOf(status: ShownStatus, { t }: Wording): Pick<Look, 'icon'> & { readonly tone: Tone } {
  const { icon, tone } = taskLook(status, t);
  return { icon, tone };
}

function milestoneLook({ message, progress }: Told, wording: Wording): Look {
  const said = typeof message === 'string' ? message : '';
  const done = typeof progress === 'number' ? percent(progress, wording) : undefined;
  return { icon: 'milestone', label: joined(shown(said, 100), done) };
}

/** What was decided is in the record of the task, also where the event has no more than its id. */
function decisionLook({ task, decision }: Told, { byId }: Recorded, { t }: Wording): Look {
  const told = isRecord(decision) ? decision : {};
  const full = byId.get(task)?.decisions.find(({ id }) => id === told['id']);
  const category = full?.category ?? told['category'];
  const word = isCategory(category) ? categoryWords(category, t) : t('other');
  return { icon: 'lightbulb', label: joined(t('Decision: {0}', word), shown(full?.chosen ?? '', 80)) };
}

function issueLook({ task, issue }: Told, { byId }: Recorded, { t }: Wording): Look {
  const told = isRecord(issue) ? issue : {};
  const full = byId.get(task)?.issues.find(({ id }) => id === told['id']);
  const type = full?.issueType ?? told['issueType'];
  const word = isIssue(type) ? issueWords(type, t) : t('other');
  const tone = told['needsReview'] === true ? { tone: 'warn' as const } : {};
  return {
    icon: 'issues',
    ...tone,
    label: joined(t('Issue: {0}', word), shown(full?.description ?? '', 80)),
  };
}

function trailLook(facts: readonly Told[], wording: Wording): Look {
  const { t } = wording;
  const [fact = {}] = facts;
  if (fact['change'] !== 'mark') return { icon: 'location', label: t('Trails faded') };
  const { point } = fact;
  const node = isRecord(point) && typeof point['node_id'] === 'string' ? point['node_id'] : '';
  const n = numeral(facts.length, wording);
  return {
    icon: 'location',
    label:
      facts.length === 1
        ? t('Trail left at {0}', shown(node, 80))
        : plural(facts.length, wording, t('{0} trail left', n), t('{0} trails left', n)),
  };
}

function planLook(kind: string, { run }: Told, { runs }: Recorded, { t }: Wording): Look {
  const name = shown(runs.find(({ id }) => id === run)?.tree.id ?? '', 60);
  switch (kind) {
    case 'plan_started':
      return { icon: 'list-tree', tone: 'run', label: t('Plan started: {0}', name) };
    case 'plan_stepped':
      return { icon: 'list-tree', label: t('Plan step: {0}', name) };
    case 'plan_paused':
      return { icon: 'debug-pause', label: t('Plan paused: {0}', name) };
    case 'plan_resumed':
      return { icon: 'play', tone: 'run', label: t('Plan resumed: {0}', name) };
    case 'plan_cancelled':
      return { icon: 'circle-slash', tone: 'off', label: t('Plan cancelled: {0}', name) };
    default:
      return { icon: 'list-tree', label: t('Plan ended: {0}', name) };
  }
}
