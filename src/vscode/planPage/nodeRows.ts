import type { Instant } from '../../core/support/clock';
import type { FlatNode } from '../../modules/plans/engine/flatTree';
import { nodesOf } from '../../modules/plans/run/nodeAt';
import type { PlanRun } from '../../modules/plans/run/planRun';
import type { Row } from '../../shared/explorer/picture';
import { span } from '../words/amounts';
import { type NodeStanding, standingOf, standingText } from '../words/planState';
import { joined, shown, type Wording } from '../words/wording';

/** The id of a node's row. */
export function rowIdOf(index: number): string {
  return `node:${index}`;
}

/** The first `max` nodes of a run's tree as rows, from the root down. */
export function nodeRows(run: PlanRun, now: Instant, max: number, wording: Wording): readonly Row[] {
  const levels: number[] = [];
  return nodesOf(run.tree)
    .slice(0, max)
    .map(flat => {
      const level = flat.parent === undefined ? 1 : (levels[flat.parent] ?? 0) + 1;
      levels.push(level);
      return rowOf(run, flat, level, now, wording);
    });
}

function rowOf(run: PlanRun, flat: FlatNode, level: number, now: Instant, wording: Wording): Row {
  const standing = standingOf(run, flat);
  return {
    id: rowIdOf(flat.index),
    level,
    ...LOOKS[standing],
    state: standingText(standing, wording),
    label: labelOf(flat),
    detail: joined(kindOf(flat), factsOf(run, flat, now, wording)),
    ...(flat.children.length > 0 ? { isOpen: true } : {}),
    kind: 'node',
    target: { run: run.id },
    enter: 'showNode',
  };
}

const LOOKS: Readonly<Record<NodeStanding, Pick<Row, 'icon' | 'tone'>>> = {
  idle: { icon: 'circle-outline', tone: 'off' },
  running: { icon: 'play', tone: 'run' },
  success: { icon: 'pass', tone: 'ok' },
  failure: { icon: 'error', tone: 'bad' },
  halted: { icon: 'circle-slash', tone: 'off' },
};

/** The name that somebody gave it; the type where it is a made one. */
function labelOf(flat: FlatNode): string {
  return flat.node.type === 'task' || kindOf(flat) !== undefined ? shown(flat.id, 100) : flat.node.type;
}

/** The tool of a leaf, the type of any other node; nothing where its name says so. */
function kindOf({ id, node }: FlatNode): string | undefined {
  const kind = node.type === 'task' ? node.tool : node.type;
  return id === kind || id.startsWith(`${kind}-`) ? undefined : shown(kind, 100);
}

function factsOf(run: PlanRun, { index }: FlatNode, now: Instant, wording: Wording): string {
  const leaf = run.leaves.get(index);
  if (leaf === undefined) return '';
  const { t } = wording;
  if (leaf.isKept === true) return t('from the run before');
  return joined(
    leaf.status === 'running' && leaf.endedAt === null
      ? t('since {0}', wording.time(leaf.startedAt))
      : span((leaf.endedAt ?? now) - leaf.startedAt, wording),
    leaf.calls > 1 ? t('calls: {0}', leaf.calls) : undefined,
    leaf.status === 'failure' ? leaf.code : undefined,
  );
}
