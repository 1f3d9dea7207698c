import type { Instant } from '../../core/support/clock';
import type { PlanRun } from '../../modules/plans/run/planRun';
import { heatOf } from '../../modules/stigmergy/heat';
import type { Row } from '../../shared/explorer/picture';
import { MAX_ROWS } from '../../shared/taskPage/shapes';
import type { RowList } from '../../shared/taskPage/picture';
import { kindOf, LETTERS, taskLook } from '../explorer/taskRows';
import { nodeRows } from '../planPage/nodeRows';
import { numeral } from '../words/amounts';
import { runLook, stateText } from '../words/planState';
import { changeWords, shownStatus } from '../words/stateWords';
import { joined, shown, shownWhole, type Wording } from '../words/wording';
import type { Recorded } from './moment';
import type { PastState, PastTask } from './replayState';
import type { PastFile } from './taskFiles';

/** Nodes with trails that are shown, the strongest. */
const MAX_TRAILS = 50;
/** Nodes that are shown of one run. */
const MAX_NODES = 200;

/** What the rows of a moment are drawn from. */
export interface Frame {
  readonly state: PastState;
  readonly recorded: Recorded;
  readonly at: number;
}

/** The tasks as they were, each below its parent; of very many, those that were begun last. */
export function pastTasks({ state, recorded }: Frame, wording: Wording): RowList {
  const { t } = wording;
  const all = recorded.workflow.tasks.flatMap(id => state.tasks.get(id) ?? []);
  const shownTasks = all.slice(-MAX_ROWS);
  const known = new Set(shownTasks.map(({ id }) => id));
  const children = Map.groupBy(shownTasks, ({ parent }) =>
    parent !== null && known.has(parent) ? parent : null,
  );
  const draw = (task: PastTask, level: number): readonly Row[] => {
    const below = (children.get(task.id) ?? []).flatMap(each => draw(each, level + 1));
    const row = taskRow(task, level, recorded, wording);
    return [below.length === 0 ? row : { ...row, isOpen: true }, ...below];
  };
  const rows = (children.get(null) ?? []).flatMap(task => draw(task, 1));
  return listOf(t('Tasks'), rows, all.length, t('No task had started.'), wording);
}

function taskRow(task: PastTask, level: number, { workflow }: Recorded, { t }: Wording): Row {
  const { id, name, status, verdict, message, progress } = task;
  const look = taskLook(shownStatus({ status, reviews: verdict === undefined ? [] : [{ verdict }] }), t);
  const isWorkedOn = status === 'in_progress' || status === 'blocked';
  return {
    id: `task:${id}`,
    level,
    ...look,
    label: shown(name),
    detail: isWorkedOn && message !== '' ? shown(message) : look.state,
    ...(isWorkedOn && progress !== undefined ? { progress } : {}),
    enter: 'openTask',
    kind: 'task',
    target: { workflow: workflow.id, task: id },
  };
}

/** The files that tasks had changed so far, each with its last change. */
export function pastFiles({ state, recorded }: Frame, wording: Wording): RowList {
  const { t } = wording;
  const all = state.files.all();
  const rows = all.slice(0, MAX_ROWS).map(file => fileRow(file, recorded, wording));
  return listOf(t('Changed Files'), rows, all.length, t('No task that changed files had ended.'), wording);
}

function fileRow({ task, change, at }: PastFile, { workflow, byId }: Recorded, wording: Wording): Row {
  const { t } = wording;
  const { path, status, from } = change;
  const kind = kindOf(status);
  const slash = path.lastIndexOf('/');
  const record = byId.get(task);
  // A task that went on later has other snapshots now.
  const canOpen = record?.completion?.at === at;
  return {
    id: `file:${task}:${shown(path, 1_000)}`,
    level: 1,
    icon: 'file',
    label: shown(path.slice(slash + 1)),
    detail: joined(shown(path.slice(0, Math.max(0, slash)), 80), shown(record?.name ?? '', 60)),
    change: { kind, letter: LETTERS[kind], title: changeWords(kind, t) },
    tooltip: shownWhole(from === undefined ? path : `${from} → ${path}`),
    ...(canOpen ? { enter: 'openFileChanges' } : {}),
    kind: `file ${kind}`,
    target: { workflow: workflow.id, task, path },
  };
}

/** The strongest of the trails that were left since the workflow began. */
export function pastTrails(
  { state, recorded }: Frame,
  compactedAt: number | null,
  wording: Wording,
): RowList {
  const { t } = wording;
  const { nodes, fitting } = heatOf(state.trails, { limit: MAX_TRAILS });
  const rows = nodes.map(({ node, total, points }): Row => ({
    id: `trail:${shown(node, 500)}`,
    level: 1,
    icon: 'location',
    label: shown(node, 100),
    detail: points
      .map(({ type }) => shown(type, 30))
      .slice(0, 5)
      .join(', '),
    figures: numeral(total, wording),
    enter: 'openSharedState',
    kind: 'trail',
    target: {},
  }));
  const isCut = compactedAt !== null && compactedAt > recorded.workflow.createdAt;
  const gone = isCut
    ? t('Trails from before {0} are no longer in the journal.', wording.time(compactedAt))
    : '';
  const none = joined(t('No trails had been left since the workflow started.'), gone);
  const list = listOf(t('Trails'), rows, fitting, none, wording);
  return rows.length > 0 && gone !== '' ? { ...list, note: joined(list.note, gone) } : list;
}

/** The runs of plans, with their nodes as they stood. */
export function pastPlans({ state, recorded, at }: Frame, wording: Wording): RowList {
  const { t } = wording;
  const runs = [...state.runs.runs.values()];
  const rows = runs.flatMap(run => {
    const record = recorded.runs.find(({ id }) => id === run.id);
    const isCut = state.cutRuns.has(run.id) && record !== undefined;
    return runRows(isCut ? byLastCalls(run, record, at) : run, at, wording);
  });
  const note =
    state.cutRuns.size === 0
      ? ''
      : t('Steps of a plan are no longer in the journal: its leaves are shown by their last calls.');
  const none = t('No plan had been run since the workflow started.');
  const list = listOf(t('Plans'), rows.slice(0, MAX_ROWS), rows.length, none, wording);
  return { ...list, count: runs.length, ...(note === '' ? {} : { note: joined(list.note, note) }) };
}

/** As much of a run's nodes as is known without its steps. */
function byLastCalls(run: PlanRun, { leaves, nodes, finishedAt }: PlanRun, at: number): PlanRun {
  const begun = [...leaves].filter(([, leaf]) => leaf.startedAt <= at);
  return {
    ...run,
    nodes: finishedAt !== null && finishedAt <= at ? nodes : new Map(),
    leaves: new Map(
      begun.map(([index, leaf]) => [
        index,
        leaf.endedAt !== null && leaf.endedAt > at ? { ...leaf, status: 'running', endedAt: null } : leaf,
      ]),
    ),
  };
}

function runRows(run: PlanRun, at: number, wording: Wording): readonly Row[] {
  const { id, tree } = run;
  const head: Row = {
    id: `run:${id}`,
    level: 1,
    ...runLook(run),
    state: stateText(run, wording),
    label: shown(tree.id),
    detail: stateText(run, wording),
    isOpen: true,
    enter: 'openPlan',
    kind: 'run',
    target: { run: id },
  };
  const nodes = nodeRows(run, at as Instant, MAX_NODES, wording).map(row => ({
    ...row,
    id: `run:${id}:${row.id}`,
    level: row.level + 1,
    enter: 'openPlan',
  }));
  return [head, ...nodes];
}

/** A list with what is left out of it, or why it is empty. */
function listOf(title: string, rows: readonly Row[], count: number, none: string, wording: Wording): RowList {
  const left = count - rows.length;
  if (count === 0) return { title, count, rows, note: none };
  if (left <= 0) return { title, count, rows };
  const { t } = wording;
  return {
    title,
    count,
    rows,
    note: t('Showing {0} of {1}.', numeral(rows.length, wording), numeral(count, wording)),
  };
}
