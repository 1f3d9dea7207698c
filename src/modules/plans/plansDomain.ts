import { oneLine } from '../../core/catalog/entry/plainText';
import { coordinationError } from '../../core/coordination/coordinationError';
import { onceOnly } from '../../core/coordination/once';
import { perWorkspace } from '../../core/coordination/perWorkspace';
import type { Domain } from '../../core/journal/domain';
import type { Instant } from '../../core/support/clock';
import { isRecord, type Json } from '../../core/support/json';
import type { FlatNode } from './engine/flatTree';
import type { NodeState } from './engine/nodeState';
import { applyStep } from './run/applyStep';
import type { PlanFact, PlanWish, Verdicts } from './run/planFacts';
import { verdictOf } from './run/restart';
import { nodesOf } from './run/nodeAt';
import { hasEnded, type KeptLeaf, type LeafRun, type PlanRun, type RunFailure } from './run/planRun';

/** Runs at the same time in one workspace (chosen here). */
export const MAX_RUNNING = 32;
/** Ended runs that are kept; the oldest go first (chosen here). */
export const MAX_ENDED = 100;
/** Outputs of ended runs that are kept, in UTF-16 units; the oldest runs go first (chosen here). */
const MAX_SIZE = 64 * 1_048_576;
/** How long an ended run is kept, in milliseconds: thirty days, as tasks are. */
export const KEPT_MS = 30 * 86_400_000;

/** All runs of a workspace, in the order they began. */
export interface Runs {
  readonly runs: Map<string, PlanRun>;
}

/** Plans that run, and those that ran. Kept, so that a run goes on where a crash left it. Of one workspace: a replay folds with it too. */
export const runsDomain: Domain<Runs, PlanWish, PlanFact> = {
  name: 'plans',
  version: 1,
  durability: 'normal',

  create: () => ({ runs: new Map() }),

  decide({ runs }, wish, at): readonly PlanFact[] {
    switch (wish.verb) {
      case 'start': {
        const { spec, program, room = 1 } = wish;
        requireRoom(runs, room);
        const over = overdue(runs, at).filter(id => id !== spec.retries);
        if (runs.has(spec.id)) throw known(spec.id);
        if (spec.retries !== undefined) requireEnded(runs, spec.retries);
        return [
          ...(over.length === 0 ? [] : [{ type: 'plan_forgotten', runs: over } as const]),
          { type: 'plan_started', run: spec.id, spec, program },
        ];
      }
      case 'step': {
        const { program, steps, end } = wish;
        const run = requireLive(runs, wish.run);
        if (run.program !== program) throw takenOver(run);
        const stepped = steps.map(step => ({ type: 'plan_stepped', run: run.id, step }) as const);
        return end === undefined ? stepped : [...stepped, { type: 'plan_ended', run: run.id, ...end }];
      }
      case 'pause': {
        const run = requireLive(runs, wish.run);
        const { by, waiting = null } = wish;
        return run.state === 'paused' && waiting === null
          ? []
          : [{ type: 'plan_paused', run: run.id, by, waiting }];
      }
      case 'resume': {
        const run = requireLive(runs, wish.run);
        if (run.program !== wish.from) throw takenOver(run);
        return [{ type: 'plan_resumed', run: run.id, program: wish.program, verdict: wish.verdict ?? null }];
      }
      case 'cancel': {
        const run = requireLive(runs, wish.run);
        if (run.cancel !== null) return [];
        return [{ type: 'plan_cancelled', run: run.id, by: wish.by, reason: wish.reason }];
      }
      case 'end':
        return [{ type: 'plan_ended', run: requireLive(runs, wish.run).id, ...wish.end }];
      case 'forget':
        return [{ type: 'plan_forgotten', runs: wish.runs }];
    }
  },

  evolve({ runs }, fact, at) {
    if (fact.type === 'plan_forgotten') {
      for (const id of fact.runs) runs.delete(id);
      return;
    }
    if (fact.type === 'plan_started') {
      runs.set(fact.run, begun(fact, runs, at));
      return;
    }
    const run = runs.get(fact.run);
    if (run === undefined) return;
    run.updatedAt = at;
    run.steps += 1;
    switch (fact.type) {
      case 'plan_stepped':
        applyStep(run, fact.step, fact.step.at ?? at);
        return;
      case 'plan_paused':
        run.state = 'paused';
        run.pausedAt = at;
        run.waiting = fact.waiting;
        // Nobody runs what waits for a word: who gives it goes on with it.
        if (fact.waiting !== null) run.program = null;
        return;
      case 'plan_resumed':
        if (fact.verdict !== null) judge(run, fact.verdict, at);
        run.state = 'running';
        run.pausedAt = null;
        run.waiting = null;
        run.program = fact.program;
        return;
      case 'plan_cancelled':
        run.cancel = { by: fact.by, reason: fact.reason };
        return;
      case 'plan_ended':
        run.state = fact.state;
        run.failure = fact.failure ?? (fact.state === 'failed' ? failureOf(run, fact.failedAt) : null);
        run.finishedAt = at;
        run.pausedAt = null;
        run.waiting = null;
        run.program = null;
        delete run.kept;
    }
  },

  label: fact => ({ cat: 'bt', ...(fact.type === 'plan_stepped' ? { level: 'debug' as const } : {}) }),

  // A person asked for one; those that time has taken are many, and leave when that fits.
  erases: fact => (fact.type === 'plan_forgotten' ? (fact.runs.length === 1 ? 'now' : 'later') : undefined),

  save: ({ runs }) => [...runs.values()].map(saved),

  load(given) {
    // What this domain saved itself, in this version: only the outline is checked.
    const rows = Array.isArray(given) ? (given as readonly SavedRun[]) : [];
    return { runs: new Map(rows.filter(isRecord).map(row => [row.id, loaded(row)])) };
  },

  tidy({ runs }, at) {
    const over = overdue(runs, at);
    return over.length === 0 ? undefined : { verb: 'forget', runs: over };
  },
};

/** The domain as the journal keeps it. */
export const plansDomain = perWorkspace(onceOnly<Runs, PlanWish, PlanFact>(runsDomain));

type SavedRun = Omit<PlanRun, 'vars' | 'nodes' | 'leaves' | 'kept'> & {
  readonly vars: readonly (readonly [string, Json])[];
  readonly nodes: readonly (readonly [number, NodeState])[];
  readonly leaves: readonly (readonly [number, LeafRun])[];
  readonly kept?: readonly (readonly [number, KeptLeaf])[];
};

function saved({ kept, ...run }: PlanRun): SavedRun {
  return {
    ...run,
    vars: [...run.vars],
    nodes: [...run.nodes],
    leaves: [...run.leaves],
    ...(kept === undefined ? {} : { kept: [...kept] }),
  };
}

function loaded({ kept, ...row }: SavedRun): PlanRun {
  return {
    ...row,
    vars: new Map(row.vars),
    nodes: new Map(row.nodes),
    leaves: new Map(row.leaves),
    ...(kept === undefined ? {} : { kept: new Map(kept) }),
  };
}

function begun(
  { spec, program }: Extract<PlanFact, { type: 'plan_started' }>,
  runs: Runs['runs'],
  at: Instant,
): PlanRun {
  const before = spec.retries === undefined ? undefined : runs.get(spec.retries);
  return {
    ...spec,
    program,
    state: 'running',
    startedAt: at,
    updatedAt: at,
    finishedAt: null,
    pausedAt: null,
    waiting: null,
    failure: null,
    cancel: null,
    ticks: 0,
    steps: 1,
    vars: new Map(Object.entries(spec.variables)),
    nodes: new Map(),
    leaves: new Map(),
    ...(before === undefined ? {} : { kept: keptOf(before) }),
  };
}

/** The leaves whose calls all count as made: the last of them succeeded. */
function keptOf({ leaves }: PlanRun): ReadonlyMap<number, KeptLeaf> {
  const kept = new Map<number, KeptLeaf>();
  for (const [index, { status, calls, output, size, isCut }] of leaves)
    if (status === 'success')
      kept.set(index, {
        calls,
        ...(output === undefined ? {} : { output }),
        ...(size === undefined ? {} : { size }),
        ...(isCut === undefined ? {} : { isCut }),
      });
  return kept;
}

/** Takes calls that were cut short as ended. */
function judge(run: PlanRun, verdicts: Verdicts, at: Instant): void {
  for (const index of run.waiting?.leaves ?? []) {
    const leaf = run.leaves.get(index);
    const verdict = verdictOf(verdicts, run, index);
    if (leaf?.status !== 'running' || verdict === undefined || verdict === 'retry') continue;
    run.leaves.set(index, { ...leaf, status: verdict, endedAt: at });
  }
}

/** What a run failed at: this node, or, as older journals do not tell it, the leaf that failed last. */
function failureOf(run: PlanRun, failedAt: number | undefined): RunFailure {
  const nodes = nodesOf(run.tree);
  const at = failedAt ?? lastFailure(run);
  const flat = at === undefined ? undefined : nodes[at];
  if (flat === undefined)
    return { code: 'E-PLAN-FAILED', message: 'A condition did not hold, or time ran out.' };
  const leaf = run.leaves.get(flat.index);
  if (leaf === undefined) return { code: 'E-PLAN-FAILED', message: failedWords(flat), leaf: flat.id };
  const { code = 'tool-error', message = 'The tool answered with an error.' } = leaf;
  return { code, message, leaf: flat.id };
}

function lastFailure({ leaves }: PlanRun): number | undefined {
  let last: { readonly index: number; readonly leaf: LeafRun } | undefined;
  for (const [index, leaf] of leaves)
    if (leaf.status === 'failure' && (leaf.endedAt ?? 0) >= (last?.leaf.endedAt ?? 0)) last = { index, leaf };
  return last?.index;
}

/** Why a node that calls nothing failed. */
function failedWords({ id, node }: FlatNode): string {
  const name = `${node.type} "${oneLine(id, 80)}"`;
  switch (node.type) {
    case 'condition':
    case 'guard':
      return `The ${name} did not hold: look at "${oneLine(node.condition_key, 80)}".`;
    case 'timeout':
      return `The time of the ${name} ran out.`;
    default:
      return `The ${name} failed by itself.`;
  }
}

function overdue(runs: ReadonlyMap<string, PlanRun>, at: Instant): readonly string[] {
  const ended = [...runs.values()].filter(hasEnded);
  let room = MAX_SIZE;
  return ended
    .toReversed()
    .filter((run, i) => {
      room -= sizeOf(run);
      return i >= MAX_ENDED || room < 0 || (run.finishedAt ?? at) < at - KEPT_MS;
    })
    .map(({ id }) => id);
}

function sizeOf({ leaves }: PlanRun): number {
  let sum = 0;
  for (const { size = 0 } of leaves.values()) sum += size;
  return sum;
}

function requireRoom(runs: ReadonlyMap<string, PlanRun>, count: number): void {
  const live = [...runs.values()].filter(run => !hasEnded(run)).length;
  if (live + count <= MAX_RUNNING) return;
  throw coordinationError('E-PLAN-LIMIT', {
    message: `${live} plans are running or paused; ${MAX_RUNNING} are the most at a time. Nothing was started.`,
    hint: 'cancel one with plan_cancel',
    details: { limit: MAX_RUNNING },
  });
}

function requireLive(runs: ReadonlyMap<string, PlanRun>, id: string): PlanRun {
  const run = runs.get(id);
  if (run === undefined) throw notFound(id);
  if (!hasEnded(run)) return run;
  throw coordinationError('E-PLAN-COMPLETED', {
    message: `The run has ended: ${run.state}.`,
    hint: 'call plan_status for what came of it',
    details: { run_id: id, state: run.state },
  });
}

function requireEnded(runs: ReadonlyMap<string, PlanRun>, id: string): void {
  const run = runs.get(id);
  if (run === undefined) throw notFound(id);
  if (hasEnded(run)) return;
  throw coordinationError('E-PLAN-STATE', {
    message: 'The run has not ended.',
    hint: 'wait for it, or cancel it',
    details: { run_id: id, state: run.state },
  });
}

/** No run of this workspace has this id. */
export function notFound(id: string) {
  return coordinationError('E-PLAN-NOT-FOUND', {
    message: 'No run has this ID.',
    hint: 'call plan_status without run_id to list runs',
    details: { run_id: id },
  });
}

function known(id: string) {
  return coordinationError('E-PLAN-ALREADY-TRACKED', {
    message: 'There is a run with this ID. Nothing was started.',
    hint: 'leave run_id out, or choose another one',
    details: { run_id: id },
  });
}

function takenOver({ id }: PlanRun) {
  return coordinationError('E-PLAN-STATE', {
    message: 'Another program runs this plan now.',
    details: { run_id: id },
  });
}
