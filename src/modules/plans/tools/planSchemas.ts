import * as z from 'zod';
import { once } from '../../../core/support/once';
import type { CoordinationContext } from '../../../mcp/toolkit/coordination/defineCoordinationTool';
import { isFiniteThroughout, isRecord, isShallow, type Json } from '../../../core/support/json';
import { givenImpacts, impactsIn, thresholdIn } from '../../values/tools/valueSchemas';
import { type GivenImpacts } from '../run/valueGuard';
import { planError } from '../tree/planError';
import type { PlanTree } from '../tree/planNode';
import { readTree } from '../tree/readTree';
import type { RunSpec } from '../run/planRun';
import { treeOfXml } from '../xml/planXml';

const TREE =
  'Behavior tree {id, root}. Nodes: sequence, selector, reactive_sequence, reactive_selector, sequence_with_memory {children}; ' +
  'parallel {policy: all | any | {mode: "quota", threshold}, children}; retry {max_attempts, backoff_ms?, child}; ' +
  'repeat {cycles, child}; timeout {timeout_ms, child}; guard {condition_key, expected?, child}; ' +
  'condition {condition_key, expected?}; inverter, force_success, force_failure, cancellable {child}; ' +
  'task {id?, tool, input?, output_key?}. tool: any listed tool, or noop, abort, bb_set, wait, llm_round {model, prompt, servers?: [name]}, which asks a model. ' +
  'In input, {"$from": "/vars/name" or "/outputs/<leaf id>/…"} and {"$text": "a {/vars/name}"} are filled in.';

const word = once(() => z.string().trim().min(1).max(200));

/** What a tree is given as: one of the two. */
export const treeIn = once(() => ({
  tree: z.unknown().optional().describe('Behavior tree {id, root}, as in plan_run_bt.'),
  xml: z
    .string()
    .min(1)
    .max(1_048_576)
    .optional()
    .describe('The tree as XML of BehaviorTree.CPP 4, instead of tree.'),
}));

/** The same, with how a tree is written: in one place, as it is long. */
export const describedTreeIn = once(() => ({ ...treeIn(), tree: treeIn().tree.describe(TREE) }));

export const variablesIn = once(() => ({
  variables: z
    .record(z.string().max(200), z.unknown())
    .default({})
    .describe('Values by name, for inputs and conditions.'),
}));

/** What ties a run to other work. */
export const correlationIn = once(() => ({
  run_id: word()
    .regex(/^[\w.:-]+$/)
    .optional()
    .describe('ID for the run. Defaults to a new one.'),
  job_id: word().optional().describe('Job the run belongs to.'),
  graph_id: word().optional().describe('Graph it was made from.'),
  node_id: word().optional().describe('Node it was made from.'),
  child_id: word().optional().describe('Child agent it belongs to.'),
}));

/** What a run does to the values of the workspace. */
export const valuesIn = once(() => ({
  impacts: impactsIn()
    .optional()
    .describe('What it does to values of values_set. Nothing runs that goes against them.'),
  threshold: thresholdIn(),
}));

/** The same as a run takes it. */
export function impactsOf(given: z.output<z.ZodObject<ReturnType<typeof valuesIn>>>): GivenImpacts {
  const { impacts, threshold } = given;
  return { threshold, ...(impacts === undefined ? {} : { impacts: givenImpacts(impacts) }) };
}

export const runIdIn = once(() => ({ run_id: word().describe('Run ID.') }));

const status = once(() => z.enum(['success', 'failure', 'running']));

const invocation = once(() =>
  z.strictObject({
    leaf: z.string().describe('Leaf ID.'),
    tool: z.string().describe('Tool.'),
    input: z.unknown().describe('Input; null unless asked for.'),
    output: z.unknown().describe('Output; null unless asked for.'),
    executed: z.boolean().describe('False in a dry run.'),
    status: z.enum(['success', 'failure', 'running', 'halted']).describe('Outcome.'),
    calls: z.int().describe('Number of calls.'),
    code: z.string().optional().describe('Error code.'),
  }),
);

/** Why a run ended badly. */
export const failureOut = once(() =>
  z
    .strictObject({
      code: z.string().describe('Error code.'),
      message: z.string().describe('What went wrong.'),
      leaf: z.string().optional().describe('ID of the node.'),
    })
    .nullable()
    .describe('Why it failed.'),
);

/** What a run came to. */
export const runOut = once(() => ({
  run_id: z.string().nullable().describe('Run ID; null for a dry run.'),
  status: status().describe('running: it continues; call plan_status.'),
  ticks: z.int().describe('Ticks.'),
  calls: z.int().describe('Tool calls made.'),
  last_output: z.unknown().describe('Output of the last leaf, up to 512 characters.'),
  invocations: z.array(invocation()).describe('Failed leaves; all with invocations: "all".'),
  returned: z.record(z.string(), z.unknown()).describe('Values by pointer, as asked for in return.'),
  failure: failureOut(),
  next: z.string().optional().describe('What to do about a failure.'),
  job_id: z.string().nullable().describe('As passed in.'),
  graph_id: z.string().nullable().describe('As passed in.'),
  node_id: z.string().nullable().describe('As passed in.'),
  child_id: z.string().nullable().describe('As passed in.'),
}));

/** What the answer of a run holds. */
/** A pointer into a run. One that can name nothing is refused: what it gave would look like a result that is not there. */
export const pointerIn = once(() =>
  z
    .string()
    .min(1)
    .max(500)
    .refine(
      pointer => /^\/(?:outputs|vars)\/./.test(pointer),
      'A pointer begins with /outputs/<leaf id> or /vars/<name>',
    ),
);

export const answerIn = once(() => ({
  return: z
    .array(pointerIn())
    .max(20)
    .default([])
    .describe(
      'Pointers to return, such as /outputs/<leaf id> or /vars/name. Other results stay out of the answer.',
    ),
  invocations: z
    .enum(['failed', 'all'])
    .default('failed')
    .describe('Leaves to list, all with input and output.'),
  background: z.boolean().default(false).describe('Return at once; the run continues by itself.'),
  dry_run: z.boolean().default(false).describe('Check the tree and its tools only.'),
}));

/** The tree that was given. @throws {Refusal} E-PLAN-INVALID-INPUT */
export async function givenTree({
  tree,
  xml,
}: {
  readonly tree?: unknown;
  readonly xml?: string | undefined;
}): Promise<PlanTree> {
  if ((tree === undefined) === (xml === undefined)) throw planError('give tree or xml', '/');
  if (typeof tree === 'string' && tree.trimStart().startsWith('<'))
    throw planError('this is XML', '/tree', 'pass it as xml instead of tree; nothing was run');
  return xml === undefined ? readTree(parsed(tree)) : await treeOfXml(xml);
}

/**
 * Variables as a run takes them. A saved plan that is given whole as the tree brings its own, as when a person runs it; those of the
 * call count before them. @throws {Refusal} E-PLAN-INVALID-INPUT
 */
export function givenVariables(
  variables: Readonly<Record<string, unknown>>,
  tree?: unknown,
): Readonly<Record<string, Json>> {
  const whole = parsed(tree);
  const saved = isRecord(whole) && 'root' in whole ? whole['variables'] : undefined;
  const all = isRecord(saved) ? { ...saved, ...variables } : variables;
  if (!isShallow(all, 100)) throw planError('is nested deeper than 100 levels', '/variables');
  if (!isFiniteThroughout(all)) throw planError('holds a number that is too large', '/variables');
  return all as Readonly<Record<string, Json>>;
}

/** What is the same of every run that a tool starts. */
export function specOf(
  given: { readonly [Name in keyof ReturnType<typeof correlationIn>]?: string | undefined } & {
    readonly timeout_ms?: number | undefined;
  },
  { caller, opId, clock }: Pick<CoordinationContext, 'caller' | 'opId' | 'clock'>,
): Pick<RunSpec, 'caller' | 'opId' | 'correlation' | 'deadline'> {
  const hints = (['job_id', 'graph_id', 'node_id', 'child_id'] as const).flatMap(name => {
    const hint = given[name];
    return hint === undefined ? [] : [[name, hint] as const];
  });
  const { timeout_ms: ms } = given;
  return {
    caller,
    opId,
    correlation: Object.fromEntries(hints),
    deadline: ms === undefined ? null : ((clock.now() + ms) as RunSpec['deadline']),
  };
}

/** Some models send objects as their JSON text. */
function parsed(tree: unknown): unknown {
  if (typeof tree !== 'string') return tree;
  try {
    return JSON.parse(tree);
  } catch {
    return tree;
  }
}
