import type * as z from 'zod';
import type { CoordinationContext } from '../../../mcp/toolkit/coordination/defineCoordinationTool';
import { nodesOf } from '../run/nodeAt';
import { toolRefusal } from '../run/checkTools';
import { guarded } from '../run/valueGuard';
import type { RunMode } from '../run/planRun';
import type { PlanTree } from '../tree/planNode';
import {
  type answerIn,
  type correlationIn,
  givenTree,
  givenVariables,
  impactsOf,
  type runOut,
  specOf,
  type treeIn,
  type valuesIn,
  type variablesIn,
} from './planSchemas';
import { answerOf } from './runAnswer';

type Given = z.output<
  z.ZodObject<typeof treeIn & typeof variablesIn & typeof answerIn & typeof correlationIn & typeof valuesIn>
> & {
  readonly timeout_ms?: number | undefined;
};

interface Ran {
  readonly answer: z.input<z.ZodObject<typeof runOut>> & { readonly idempotent: boolean };
  readonly loops: number;
  readonly durationMs: number;
}

/** Runs a tree, to its end or in the background. @throws {Refusal} E-PLAN-INVALID-INPUT, and as `Plans.start` */
export async function runPlan(
  given: Given,
  context: CoordinationContext,
  how: { readonly mode: RunMode; readonly tickMs?: number; readonly budgetMs?: number | null },
): Promise<Ran> {
  const { plans, signal, caller, once, operation, options, callingClient, clock } = context;
  const tree = givenTree(given);
  const variables = givenVariables(given.variables);
  const startedMs = clock.monotonicMs();
  if (given.dry_run) {
    guarded(context.values, impactsOf(given));
    const { problems } = await plans.check(caller, tree, signal);
    if (problems.length > 0) throw toolRefusal(problems);
    return { answer: { ...dry(tree), idempotent: false }, loops: 0, durationMs: 0 };
  }
  const spec = {
    mode: how.mode,
    tree,
    variables,
    tickMs: how.tickMs ?? null,
    budgetMs: how.budgetMs ?? null,
    ...(given.run_id === undefined ? {} : { id: given.run_id }),
    ...specOf(given, context),
    ...impactsOf(given),
  };
  const { client, meta } = options;
  const along = {
    ...(client === undefined ? {} : { client }),
    ...(meta === undefined ? {} : { meta }),
    ...(given.background ? {} : { callingClient }),
  };
  const started = await plans.start(
    spec,
    { options: along, once, ...(given.background ? {} : { operation }) },
    signal,
  );
  let loops = 0;
  if (!given.background) loops = await plans.whenOver(started);
  const answer = { ...answerOf(plans.find(started.id), given), idempotent: started.isReplay };
  return { answer, loops, durationMs: Math.round(clock.monotonicMs() - startedMs) };
}

/** What a run would come to as far as one can say: its leaves, none of them called. */
function dry(tree: PlanTree): z.input<z.ZodObject<typeof runOut>> {
  const leaves = nodesOf(tree).flatMap(({ id, node }) =>
    node.type === 'task' ? [{ id, tool: node.tool }] : [],
  );
  return {
    run_id: null,
    status: 'success',
    ticks: 0,
    calls: 0,
    last_output: null,
    invocations: leaves.slice(0, 100).map(({ id, tool }) => ({
      leaf: id,
      tool,
      input: null,
      output: null,
      executed: false,
      status: 'success',
      calls: 0,
    })),
    returned: {},
    failure: null,
    job_id: null,
    graph_id: null,
    node_id: null,
    child_id: null,
  };
}
