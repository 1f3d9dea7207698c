import type * as z from 'zod';
import { valueAt } from '../run/expressions';
import { nodesOf } from '../run/nodeAt';
import type { LeafRun, PlanRun } from '../run/planRun';
import type { Json } from '../../../core/support/json';
import type { runOut } from './planSchemas';

/** Longest output that an answer holds without being asked for it, in UTF-16 units of its JSON (chosen here). */
const MAX_LAST = 512;

type Answer = z.input<z.ZodObject<ReturnType<typeof runOut>>>;

/** What of a run goes into an answer. */
export interface Wanted {
  readonly return: readonly string[];
  readonly invocations: 'failed' | 'all';
}

/** A run in an answer: its results stay out of it, but for what was asked for. */
export function answerOf(run: PlanRun, { return: pointers, invocations }: Wanted): Answer {
  const {
    job_id: job = null,
    graph_id: graph = null,
    node_id: node = null,
    child_id: child = null,
  } = run.correlation;
  const leaves = [...run.leaves].sort(([a], [b]) => a - b);
  const listed = leaves.filter(([, { status }]) => invocations === 'all' || status === 'failure');
  return {
    run_id: run.id,
    status: statusOf(run),
    ticks: run.ticks,
    calls: leaves.reduce((sum, [, { calls, isKept }]) => (isKept === true ? sum : sum + calls), 0),
    last_output: brief(lastOutputOf(run)),
    invocations: listed.map(([index, leaf]) => invocationOf(run, index, leaf, invocations === 'all')),
    returned: Object.fromEntries(pointers.map(pointer => [pointer, valueIn(run, pointer)])),
    failure: run.failure,
    ...nextOf(run),
    job_id: job,
    graph_id: graph,
    node_id: node,
    child_id: child,
  };
}

/** The value that a pointer names in what is left of a run; null where there is none. */
export function valueIn(run: PlanRun, pointer: string): unknown {
  const value = valueAt(pointer, {
    vars: run.vars,
    output(id) {
      const places = nodesOf(run.tree).filter(flat => flat.id === id && flat.node.type === 'task');
      const leaves = places.flatMap(({ index }) => run.leaves.get(index) ?? []);
      return leaves.sort((a, b) => (b.endedAt ?? 0) - (a.endedAt ?? 0))[0]?.output;
    },
  });
  return value ?? null;
}

/** Failures of the tree itself: the same tree would fail in the same way. */
const OF_TREE: ReadonlySet<string> = new Set([
  'E-PLAN-INVALID-INPUT',
  'E-PLAN-NO-VALUE',
  'invalid-arguments',
]);

/** What to do about a run that ended badly with some of its work done. */
function nextOf({ id, mode, state, leaves, failure }: PlanRun): { readonly next?: string } {
  const isHalf = [...leaves.values()].some(({ status }) => status === 'success');
  if ((state !== 'failed' && state !== 'cancelled') || mode !== 'bt' || !isHalf) return {};
  if (OF_TREE.has(failure?.code ?? ''))
    return {
      next: 'Mend the input of the leaf, then call plan_run_bt with the tree: leave out what need not be done again.',
    };
  return {
    next: `Mend the cause, then call plan_run_bt with retry_of "${id}": calls that succeeded are not made again.`,
  };
}

function statusOf({ state }: PlanRun): Answer['status'] {
  if (state === 'done') return 'success';
  return state === 'failed' || state === 'cancelled' ? 'failure' : 'running';
}

function invocationOf(
  run: PlanRun,
  index: number,
  leaf: LeafRun,
  isWhole: boolean,
): Answer['invocations'][number] {
  const { id, node } = nodesOf(run.tree)[index] ?? {};
  return {
    leaf: id ?? '',
    tool: node?.type === 'task' ? node.tool : '',
    input: isWhole ? (leaf.input ?? null) : null,
    output: isWhole ? (leaf.output ?? null) : null,
    executed: true,
    status: leaf.status,
    calls: leaf.calls,
    ...(leaf.code === undefined ? {} : { code: leaf.code }),
  };
}

/** The output of the leaf that ended last. One that was halted came to nothing, and one that succeeded without any, such as a wait, has none. */
export function lastOutputOf({ leaves }: PlanRun): Json | undefined {
  let last: LeafRun | undefined;
  for (const leaf of leaves.values())
    if (hasEnd(leaf) && (leaf.endedAt ?? 0) >= (last?.endedAt ?? 0)) last = leaf;
  return last?.output;
}

function hasEnd({ status, output, isCut }: LeafRun): boolean {
  return status === 'failure' || (status === 'success' && (output !== undefined || isCut === true));
}

function brief(output: Json | undefined): Json {
  return output === undefined || JSON.stringify(output).length > MAX_LAST ? null : output;
}
