import { isOfChild } from '../../../core/agents/childSession';
import type { ModuleParts } from '../../../core/resources/joinedModule';
import { Refusal } from '../../../core/support/refusal';
import type { Task } from '../tree/planNode';
import { type CallsFor, mayRepeat } from './leafCalls';
import { nodeAt, nodesOf } from './nodeAt';
import type { LeafStart, Verdict, Verdicts } from './planFacts';
import type { PlanRun, Waiting } from './planRun';

/** How a run goes on after its program ended. */
export interface Restart {
  /** Calls that are made again. */
  readonly again: readonly LeafStart[];
  /** What somebody has to decide first; null where nothing stands in the way. */
  readonly waiting: Waiting | null;
}

/**
 * Switches the run's servers on again for its session, and looks at the calls that were under way. They are made again where
 * that does no harm (the tool only reads, is idempotent or takes an idempotency key), or where somebody said so.
 */
export async function interrupted(
  { gateway, toolbox }: Pick<ModuleParts, 'gateway' | 'toolbox'>,
  run: PlanRun,
  verdicts: Verdicts | undefined,
  { client }: CallsFor['options'],
): Promise<Restart> {
  // A child ends with its program, and what it may do is known no more.
  if (isOfChild(run.caller.session) && !toolbox.isLimited(run.caller.session))
    return { again: [], waiting: ORPHAN };
  const { signal } = new AbortController();
  try {
    for (const server of run.servers) await gateway.activate(run.caller, server, 'agent', signal, { client });
  } catch (error) {
    if (!Refusal.is(error)) throw error;
    return { again: [], waiting: { reason: 'refused', message: error.message, leaves: [] } };
  }
  const open = [...run.leaves].filter(([, { status }]) => status === 'running');
  const again: LeafStart[] = [];
  const unsure: number[] = [];
  for (const [leaf, { calls: call, input }] of open) {
    const { tool } = nodeAt(run, leaf) as Task;
    const start = { leaf, call, ...(input === undefined ? {} : { input }) };
    const isSafe = tool === 'wait' || tool === 'bb_set' || verdictOf(verdicts, run, leaf) === 'retry';
    const found = isSafe ? undefined : await toolbox.look(run.caller, tool, signal).catch(() => undefined);
    if (isSafe || (found !== undefined && mayRepeat(found))) again.push(start);
    else unsure.push(leaf);
  }
  return { again, waiting: unsure.length === 0 ? null : waitingFor(run, unsure) };
}

const ORPHAN: Waiting = {
  reason: 'refused',
  message:
    'The child agent that ran it has ended. Call plan_cancel, then plan_run_bt with retry_of to do the rest in this chat.',
  leaves: [],
};

/** What was said about a leaf. */
export function verdictOf(
  verdicts: Verdicts | undefined,
  { tree }: Pick<PlanRun, 'tree'>,
  leaf: number,
): Verdict | undefined {
  if (verdicts === undefined || typeof verdicts === 'string') return verdicts;
  const id = nodesOf(tree)[leaf]?.id ?? '';
  return Object.hasOwn(verdicts, id) ? verdicts[id] : undefined;
}

function waitingFor(run: PlanRun, leaves: readonly number[]): Waiting {
  const names = leaves.slice(0, 3).map(leaf => `"${nodesOf(run.tree)[leaf]?.id}"`);
  const more = leaves.length > names.length ? ` and ${leaves.length - names.length} more` : '';
  return {
    reason: 'interrupted',
    message: `The program ended while ${names.join(', ')}${more} ran; the work may have been done.`,
    leaves,
  };
}
