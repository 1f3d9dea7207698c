import type { Instant } from '../../../core/support/clock';
import { nodeAt } from './nodeAt';
import type { Step } from './planFacts';
import type { LeafRun, PlanRun } from './planRun';

/** Applies a step to a run, in place. */
export function applyStep(run: PlanRun, step: Step, at: Instant): void {
  run.ticks += step.ticks;
  for (const [index, state] of step.nodes)
    if (state === null) run.nodes.delete(index);
    else run.nodes.set(index, state);
  for (const { leaf, call, isSuccess, ...outcome } of step.ended) {
    const before = run.leaves.get(leaf);
    // What is called without waiting, such as noop, ends in the step it began in.
    const startedAt = before?.calls === call ? before.startedAt : at;
    const input = before?.calls === call ? inputOf(before) : {};
    const status = isSuccess ? 'success' : 'failure';
    run.leaves.set(leaf, { calls: call, status, startedAt, endedAt: at, ...input, ...outcome });
    const node = nodeAt(run, leaf);
    const variable = node.type === 'task' ? node.output_key : undefined;
    if (!isSuccess || variable === undefined) continue;
    // One that was too long to keep is no value.
    if (outcome.output === undefined) run.vars.delete(variable);
    else run.vars.set(variable, outcome.output);
  }
  for (const { leaf, call, ...input } of step.began)
    run.leaves.set(leaf, { calls: call, status: 'running', startedAt: at, endedAt: null, ...input });
  for (const index of step.halted) {
    const leaf = run.leaves.get(index);
    if (leaf?.status === 'running') run.leaves.set(index, { ...leaf, status: 'halted', endedAt: at });
  }
}

function inputOf({ input }: LeafRun): Pick<LeafRun, 'input'> {
  return input === undefined ? {} : { input };
}
