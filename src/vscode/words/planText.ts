import { oneLine } from '../../core/catalog/entry/plainText';
import type { Instant } from '../../core/support/clock';
import type { Json } from '../../core/support/json';
import { nodesOf } from '../../modules/plans/run/nodeAt';
import type { LeafRun, PlanRun } from '../../modules/plans/run/planRun';
import type { FlatNode } from '../../modules/plans/engine/flatTree';
import { span } from './amounts';
import { standingOf, standingText, stateText } from './planState';
import type { Wording } from './wording';

/** Longest output of a leaf that is shown, in UTF-16 units. */
const MAX_OUTPUT = 2_000;
/** All outputs that are shown together. */
const MAX_OUTPUTS = 200_000;

const MARKS = { idle: '○', running: '▶', success: '✔', failure: '✘', halted: '■' } as const;

/**
 * A run as text: its state, the tree with what each leaf came to in words, then the outputs. Foreign text is data: one line, cut.
 */
export function planText(run: PlanRun, now: Instant, wording: Wording): string {
  const { t } = wording;
  const nodes = nodesOf(run.tree);
  const called = [...run.leaves.values()].reduce((sum, { calls }) => sum + calls, 0);
  const head = [
    t('Plan "{0}": {1}.', oneLine(run.tree.id, 100), stateText(run, wording)),
    t(
      'Ticks: {0}, calls: {1}, time: {2}',
      run.ticks,
      called,
      span((run.finishedAt ?? now) - run.startedAt, wording),
    ),
    ...(run.waiting === null ? [] : [oneLine(run.waiting.message, 300)]),
    ...(run.failure === null ? [] : [`${run.failure.code}: ${oneLine(run.failure.message, 300)}`]),
  ];
  const depths: number[] = [];
  const lines = nodes.map(node => {
    const depth = node.parent === undefined ? 0 : (depths[node.parent] ?? 0) + 1;
    depths.push(depth);
    return `${'  '.repeat(depth)}${lineOf(run, node, now, wording)}`;
  });
  return [...head, '', ...lines, '', ...outputsOf(run, nodes, t)].join('\n');
}

function lineOf(run: PlanRun, flat: FlatNode, now: Instant, wording: Wording): string {
  const { index, id, node } = flat;
  const standing = standingOf(run, flat);
  const kind = node.type === 'task' ? node.tool : node.type;
  const isPlain = id === kind || id.startsWith(`${kind}-`);
  const name = isPlain && node.type !== 'task' ? kind : oneLine(id, 100);
  const leaf = run.leaves.get(index);
  return [
    `${MARKS[standing]} ${name}`,
    ...(isPlain ? [] : [`(${oneLine(kind, 100)})`]),
    ...(standing === 'idle' ? [] : ['–', standingText(standing, wording)]),
    ...(leaf === undefined ? [] : [factsOf(leaf, now, wording)]),
  ].join(' ');
}

function factsOf(
  { startedAt, endedAt, calls, code, status }: LeafRun,
  now: Instant,
  wording: Wording,
): string {
  const facts = [
    span((endedAt ?? now) - startedAt, wording),
    ...(calls > 1 ? [wording.t('calls: {0}', calls)] : []),
    ...(status === 'failure' && code !== undefined ? [code] : []),
  ];
  return `(${facts.join(', ')})`;
}

function outputsOf(run: PlanRun, nodes: readonly FlatNode[], t: Wording['t']): readonly string[] {
  let room = MAX_OUTPUTS;
  const outputs = nodes.flatMap(({ index, id }) => {
    const output = run.leaves.get(index)?.output;
    if (output === undefined || room <= 0) return [];
    const text = shown(output);
    room -= text.length;
    return [`— ${oneLine(id, 100)}`, text, ''];
  });
  if (outputs.length === 0) return [];
  const rest = room > 0 ? [] : [t('The other outputs are on the page of the run.')];
  return [t('Outputs'), '', ...outputs, ...rest];
}

function shown(output: Json): string {
  const text = typeof output === 'string' ? output : JSON.stringify(output, null, 2);
  return text.length > MAX_OUTPUT ? `${text.slice(0, MAX_OUTPUT).toWellFormed()}…` : text;
}
