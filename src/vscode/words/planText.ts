import { oneLine } from '../../core/catalog/entry/plainText';
import type { Instant } from '../../core/support/clock';
import type { Json } from '../../core/support/json';
import { nodesOf } from '../../modules/plans/run/nodeAt';
import type { LeafRun, PlanRun } from '../../modules/plans/run/planRun';
import type { FlatNode } from '../../modules/plans/engine/flatTree';
import { stateText } from './planState';
import type { Wording } from './wording';

/** Longest output of a leaf that is shown, in UTF-16 units. */
const MAX_OUTPUT = 2_000;

const MARKS = { running: '▶', success: '✔', failure: '✘', halted: '■' } as const;

/** A run as text: its state, the tree with what each leaf came to, then the outputs. Foreign text is data: one line, cut. */
export function planText(run: PlanRun, now: Instant, { t }: Pick<Wording, 't'>): string {
  const nodes = nodesOf(run.tree);
  const called = [...run.leaves.values()].reduce((sum, { calls }) => sum + calls, 0);
  const head = [
    t('Plan "{0}": {1}.', oneLine(run.tree.id, 100), stateText(run, { t })),
    t('Ticks: {0}, calls: {1}, time: {2}', run.ticks, called, span((run.finishedAt ?? now) - run.startedAt)),
    ...(run.waiting === null ? [] : [oneLine(run.waiting.message, 300)]),
    ...(run.failure === null ? [] : [`${run.failure.code}: ${oneLine(run.failure.message, 300)}`]),
  ];
  const lines = nodes.map(node => lineOf(run, node, depthOf(nodes, node), now, t));
  const outputs = nodes.flatMap(({ index, id }) => {
    const output = run.leaves.get(index)?.output;
    return output === undefined ? [] : [`— ${oneLine(id, 100)}`, shown(output), ''];
  });
  return [...head, '', ...lines, '', ...(outputs.length === 0 ? [] : [t('Outputs'), '', ...outputs])].join(
    '\n',
  );
}

function lineOf(
  run: PlanRun,
  { index, id, node }: FlatNode,
  depth: number,
  now: Instant,
  t: Wording['t'],
): string {
  const indent = '  '.repeat(depth);
  const name = oneLine(id, 100);
  if (node.type !== 'task') {
    const status = run.nodes.get(index)?.status;
    const mark = status === undefined || status === 'idle' ? '·' : MARKS[status];
    return `${indent}${mark} ${name === node.type || name.startsWith(`${node.type}-`) ? node.type : `${name} (${node.type})`}`;
  }
  const leaf = run.leaves.get(index);
  const tool = name === node.tool ? '' : ` ${oneLine(node.tool, 100)}`;
  if (leaf === undefined) return `${indent}○ ${name}${tool}`;
  return `${indent}${MARKS[leaf.status]} ${name}${tool}  ${factsOf(leaf, now, t)}`;
}

function factsOf(
  { startedAt, endedAt, calls, code, status }: LeafRun,
  now: Instant,
  t: Wording['t'],
): string {
  return [
    span((endedAt ?? now) - startedAt),
    ...(calls > 1 ? [t('calls: {0}', calls)] : []),
    ...(status === 'failure' && code !== undefined ? [code] : []),
  ].join(', ');
}

function depthOf(nodes: readonly FlatNode[], { parent }: FlatNode): number {
  let depth = 0;
  for (let at = parent; at !== undefined; at = nodes[at]?.parent) depth += 1;
  return depth;
}

function shown(output: Json): string {
  const text = typeof output === 'string' ? output : JSON.stringify(output, null, 2);
  return text.length > MAX_OUTPUT ? `${text.slice(0, MAX_OUTPUT).toWellFormed()}…` : text;
}

/** A time in milliseconds or seconds, as clocks show it. */
function span(ms: number): string {
  return ms < 1_000 ? `${Math.max(0, Math.round(ms))} ms` : `${(ms / 1_000).toFixed(1)} s`;
}
