import type * as z from 'zod';
import type { CoordinationContext } from '../../../mcp/toolkit/coordination/defineCoordinationTool';
import { nodesOf } from '../run/nodeAt';
import { toolRefusal } from '../run/checkTools';
import { planError } from '../tree/planError';
import { guarded } from '../run/valueGuard';
import type { RunMode, RunSpec } from '../run/planRun';
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
  z.ZodObject<
    ReturnType<typeof treeIn> &
      ReturnType<typeof variablesIn> &
      ReturnType<typeof answerIn> &
      ReturnType<typeof correlationIn> &
      ReturnType<typeof valuesIn>
  >
> & {
  readonly timeout_ms?: number | undefined;
  readonly retry_of?: string | undefined;
};

interface How {
  readonly mode: RunMode;
  readonly tickMs?: number | null;
  readonly budgetMs?: number | null;
}

interface Ran {
  readonly answer: z.input<z.ZodObject<ReturnType<typeof runOut>>> & { readonly idempotent: boolean };
  readonly loops: number;
  readonly durationMs: number;
}

/** Runs a tree, to its end or in the background. @throws {Refusal} E-PLAN-INVALID-INPUT, and as `Plans.start` */
export async function runPlan(given: Given, context: CoordinationContext, how: How): Promise<Ran> {
  const { plans, signal, caller, once, operation, options, callingClient, clock } = context;
  const startedMs = clock.monotonicMs();
  if (given.retry_of === undefined && given.dry_run) return await dryRun(given, context);
  const { client, meta } = options;
  const along = {
    ...(client === undefined ? {} : { client }),
    ...(meta === undefined ? {} : { meta }),
    // What a leaf gives is the same whoever runs the plan.
    ...(given.background
      ? {}
      : { callingClient: { ...callingClient, isTextAlone: false, isImpatient: false } }),
  };
  const runOptions = { options: along, once, ...(given.background ? {} : { operation }) };
  const id = given.run_id === undefined ? {} : { id: given.run_id };
  const started =
    given.retry_of === undefined
      ? await plans.start(
          { ...(await newSpec(given, how)), ...id, ...specOf(given, context) },
          runOptions,
          signal,
        )
      : await plans.again(
          retried(given.retry_of, given),
          { keeps: true, caller, opId: context.opId, ...id, ...deadlineOf(given, context) },
          signal,
          runOptions,
        );
  let loops = 0;
  if (!given.background) loops = await plans.whenOver(started);
  const answer = { ...answerOf(plans.find(started.id), given), idempotent: started.isReplay };
  return { answer, loops, durationMs: Math.round(clock.monotonicMs() - startedMs) };
}

/** Its own time limit, where it has one. */
function deadlineOf(given: Given, context: CoordinationContext): Pick<Partial<RunSpec>, 'deadline'> {
  return given.timeout_ms === undefined ? {} : { deadline: specOf(given, context).deadline };
}

/** A tree that runs for the first time. */
async function newSpec(given: Given, { mode, tickMs = null, budgetMs = null }: How) {
  const tree = await givenTree(given);
  const variables = givenVariables(given.variables, given.tree);
  return { mode, tree, variables, tickMs, budgetMs, ...impactsOf(given) };
}

/** The run that is tried again: it brings all else. @throws {Refusal} E-PLAN-INVALID-INPUT */
function retried(run: string, given: Given): string {
  const isGiven = given.tree !== undefined || given.xml !== undefined;
  if (isGiven || given.dry_run || Object.keys(given.variables).length > 0)
    throw planError('takes tree and variables of the earlier run, and no dry_run', '/retry_of');
  return run;
}

/** @throws {Refusal} E-PLAN-INVALID-INPUT, E-PLAN-TOOL, E-VALUES-VIOLATION */
async function dryRun(given: Given, { plans, values, caller, signal }: CoordinationContext): Promise<Ran> {
  const tree = await givenTree(given);
  guarded(values, impactsOf(given));
  const { problems } = await plans.check(caller, tree, signal);
  if (problems.length > 0) throw toolRefusal(problems);
  return { answer: { ...dry(tree), idempotent: false }, loops: 0, durationMs: 0 };
}

/** What a run would come to as far as one can say: its leaves, none of them called. */
function dry(tree: PlanTree): z.input<z.ZodObject<ReturnType<typeof runOut>>> {
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
