import type { Core } from '../../core/core';
import '../../modules/plans/module';
import { nodesOf } from '../../modules/plans/run/nodeAt';
import { hasEnded, type PlanRun } from '../../modules/plans/run/planRun';
import { progressOf } from '../../modules/plans/tools/runSnapshot';
import type { Action, Note } from '../../shared/explorer/picture';
import { MAX_NODES } from '../../shared/planPage/messages';
import type { PlanPicture, PlanWords } from '../../shared/planPage/picture';
import type { Block, Fact, Heading } from '../../shared/taskPage/picture';
import { about, numeral, percent, span, tokenCount } from '../words/amounts';
import { runLook, stateText } from '../words/planState';
import { shown, shownWhole, type Wording } from '../words/wording';
import { nodeDetailOf } from './nodeDetail';
import { nodeRows, rowIdOf } from './nodeRows';

/** The page of a run as it is now; `chosen`: the row that somebody looks at. Pure: the same state gives the same picture. */
export function planPictureOf(
  { plans, clock }: Pick<Core, 'plans' | 'clock'>,
  id: string,
  chosen: string,
  wording: Wording,
): PlanPicture {
  const run = plans.all().find(each => each.id === id);
  if (run === undefined) return goneOf(wording);
  const nodes = nodesOf(run.tree);
  const now = clock.now();
  const at = nodes.findIndex(({ index }) => rowIdOf(index) === chosen);
  const node = nodes[at === -1 ? noteworthy(run) : at];
  return {
    heading: headingOf(run, wording),
    blocks: blocksOf(run, wording),
    nodes: nodeRows(run, now, MAX_NODES, wording),
    ...(nodes.length > MAX_NODES ? { note: leftOut(nodes.length, wording) } : {}),
    chosen: node === undefined ? '' : rowIdOf(node.index),
    ...(node === undefined ? {} : { detail: nodeDetailOf(run, node, wording) }),
    words: wordsOf(wording),
  };
}

/** A page of nothing but words: what is in the way, and what to do about it. */
export function planNoticeOf({ text, actions }: Note, wording: Wording): PlanPicture {
  return {
    blocks: [{ id: 'notice', icon: 'warning', tone: 'warn', text, links: [], lines: [], actions }],
    nodes: [],
    chosen: '',
    words: wordsOf(wording),
  };
}

/** Where nobody chose a node: what waits, what failed, what runs, else the root. */
function noteworthy(run: PlanRun): number {
  const [waiting] = run.waiting?.leaves ?? [];
  if (waiting !== undefined) return waiting;
  const { failure } = run;
  const failed = failure === null ? -1 : nodesOf(run.tree).findIndex(({ id }) => id === failure.leaf);
  if (failed !== -1) return failed;
  for (const [index, { status }] of run.leaves) if (status === 'running') return index;
  return 0;
}

function headingOf(run: PlanRun, wording: Wording): Heading {
  const { t } = wording;
  const done = progressOf(run);
  return {
    crumbs: [],
    place: run.file === undefined ? t('Plan run') : shown(run.file),
    tone: 'off',
    ...runLook(run),
    state: stateText(run, wording),
    title: shown(run.tree.id),
    goal: '',
    facts: factsOf(run, wording),
    ...(hasEnded(run) ? {} : { progress: { percent: done, text: percent(done, wording) } }),
    actions: actionsOf(run, t),
    target: { run: run.id },
  };
}

function factsOf(run: PlanRun, wording: Wording): readonly Fact[] {
  const { t, time, moment } = wording;
  const { startedAt, finishedAt, ticks, leaves } = run;
  const calls = [...leaves.values()].reduce((sum, leaf) => sum + (leaf.isKept === true ? 0 : leaf.calls), 0);
  return [
    { label: t('Status'), text: stateText(run, wording) },
    { label: t('Started'), text: time(startedAt), tooltip: moment(startedAt) },
    // Of a run that goes on it would be old at once: the page is drawn when something happens.
    ...(finishedAt === null ? [] : [{ label: t('Duration'), text: span(finishedAt - startedAt, wording) }]),
    { label: t('Calls'), text: numeral(calls, wording) },
    { label: t('Ticks'), text: numeral(ticks, wording) },
    ...outputsFact(run, wording),
  ];
}

/** What the model did not have to read: the agent gets the outputs that it asks for. */
function outputsFact({ leaves }: PlanRun, wording: Wording): readonly Fact[] {
  const { t } = wording;
  const size = [...leaves.values()].reduce((sum, leaf) => sum + (leaf.size ?? 0), 0);
  // As everywhere: a token is about four characters.
  const tokens = Math.ceil(size / 4);
  if (tokens === 0) return [];
  const tooltip = t('Kept out of the chat, except for what the agent asks for');
  return [{ label: t('Outputs'), text: tokenCount(tokens, wording, about(tokens, wording)), tooltip }];
}

function actionsOf(run: PlanRun, t: Wording['t']): readonly Action[] {
  const text = { command: 'showPlanText', title: t('Show as Text') };
  const save = { command: 'savePlan', title: t('Save Plan…') };
  const cancel = { command: 'cancelPlan', title: t('Cancel') };
  if (run.waiting?.reason === 'interrupted') return [cancel, text, save];
  if (run.state === 'running') return [{ command: 'pausePlan', title: t('Pause') }, cancel, text, save];
  if (run.state === 'paused') return [{ command: 'resumePlan', title: t('Resume') }, cancel, text, save];
  const again = { command: 'runPlanAgain', title: t('Run Again…') };
  const retry = { command: 'retryPlan', title: t('Retry…') };
  return run.state === 'done' ? [again, text, save] : [retry, again, text, save];
}

function blocksOf(run: PlanRun, wording: Wording): readonly Block[] {
  const { t } = wording;
  const { waiting, failure } = run;
  const nothing = { links: [], lines: [], actions: [] } as const;
  if (waiting !== null) {
    const decide = { command: 'resumePlan', title: t('Decide…') };
    const actions = waiting.reason === 'interrupted' ? [decide] : [];
    const text = shownWhole(waiting.message);
    return [{ ...nothing, id: 'waiting', icon: 'warning', tone: 'warn', text, actions }];
  }
  if (failure === null || run.state === 'cancelled') return valuesBlock(run, wording);
  const lines =
    failure.leaf === undefined ? [failure.code] : [`${shown(failure.leaf, 100)}: ${failure.code}`];
  return [
    { ...nothing, id: 'failure', icon: 'error', tone: 'bad', text: shownWhole(failure.message), lines },
  ];
}

/** What the run does to the values of the workspace, where it said so. */
function valuesBlock({ values }: PlanRun, wording: Wording): readonly Block[] {
  if (values === undefined) return [];
  const { t } = wording;
  const [score, threshold] = [values.score, values.threshold].map(part => percent(100 * part, wording));
  const lines = values.touched
    .slice(0, 10)
    .map(({ value, satisfaction }) => `${shown(value, 100)}: ${percent(100 * satisfaction, wording)}`);
  const text = t('Allowed by the values of the workspace: {0} of at least {1}', score ?? '', threshold ?? '');
  return [{ id: 'values', icon: 'check', tone: 'ok', text, links: [], lines, actions: [] }];
}

function leftOut(count: number, wording: Wording): string {
  const { t } = wording;
  return t(
    'Showing the first {0} of {1} nodes. Show as Text has all of them.',
    numeral(MAX_NODES, wording),
    numeral(count, wording),
  );
}

function goneOf(wording: Wording): PlanPicture {
  const { t } = wording;
  const actions = [{ command: 'closePage', title: t('Close') }];
  return planNoticeOf({ text: t('This run is no longer stored.'), actions }, wording);
}

function wordsOf({ t }: Wording): PlanWords {
  return {
    page: t('Plan run'),
    breadcrumb: t('Where the plan comes from'),
    actions: t('Actions'),
    progress: t('Progress'),
    nodes: t('Nodes of the plan'),
    detail: t('Selected node'),
  };
}
