import * as z from 'zod';
import { isFiniteThroughout, isRecord, isShallow, type Json } from '../../../core/support/json';
import { isXmlText } from './xmlText';
import { inputIssueText } from '../../../mcp/toolkit/issueText';
import { planError } from './planError';
import { childrenOf, type PlanNode, type PlanTree, TIMEOUT_CATEGORIES } from './planNode';

/** Nodes of a tree at most (chosen here). */
export const MAX_NODES = 5_000;
/** Levels of a tree at most: ticks call themselves (chosen here). */
export const MAX_DEPTH = 100;
/** Levels of lists and objects in a leaf's input (as on the blackboard). */
const MAX_INPUT_DEPTH = 100;
/** Longest wait, time limit and pause, in milliseconds: a day. */
const MAX_MS = 86_400_000;

const word = z.string().min(1).max(200).refine(isXmlText, 'holds a control character');
/** Made once: what is made of a schema for each node costs more than reading the node. */
const fieldsWith = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.strictObject({
    id: word.optional().describe('Name in answers, and in pointers to its output.'),
    ...shape,
  });
const json = z
  .unknown()
  .refine(value => value !== undefined, 'is missing')
  .refine(value => isShallow(value, MAX_INPUT_DEPTH), `is nested deeper than ${MAX_INPUT_DEPTH} levels`)
  .refine(isFiniteThroughout, 'holds a number that is too large')
  .transform(value => value as Json);
const milliseconds = z.int().min(0).max(MAX_MS);
/** Children are read one by one, with their places. */
const below = z.unknown();
const children = z.array(below).min(1).max(MAX_NODES);
const times = z
  .int()
  .min(-1)
  .max(1_000_000)
  .refine(value => value !== 0, 'must not be 0');
const condition = { condition_key: word, expected: json.optional() };

/** The fields of each type of node, without what is below it. */
export const FIELDS = {
  sequence: fieldsWith({ children }),
  selector: fieldsWith({ children }),
  reactive_sequence: fieldsWith({ children }),
  reactive_selector: fieldsWith({ children }),
  sequence_with_memory: fieldsWith({ children }),
  parallel: fieldsWith({
    policy: z.union([
      z.enum(['all', 'any']),
      z.strictObject({
        mode: z.literal('quota'),
        threshold: z.int(),
        failure_threshold: z.int().optional(),
      }),
    ]),
    children,
  }),
  retry: fieldsWith({
    max_attempts: times,
    backoff_ms: milliseconds.optional(),
    backoff_jitter_ms: milliseconds.optional(),
    child: below,
  }),
  repeat: fieldsWith({ cycles: times, child: below }),
  timeout: fieldsWith({
    timeout_ms: z.int().min(1).max(MAX_MS).optional(),
    timeout_category: z.enum(Object.keys(TIMEOUT_CATEGORIES) as [keyof typeof TIMEOUT_CATEGORIES]).optional(),
    complexity_score: z.number().min(0.01).max(100).optional(),
    child: below,
  }),
  guard: fieldsWith({ ...condition, child: below }),
  inverter: fieldsWith({ child: below }),
  force_success: fieldsWith({ child: below }),
  force_failure: fieldsWith({ child: below }),
  cancellable: fieldsWith({ child: below }),
  condition: fieldsWith(condition),
  task: fieldsWith({
    node_id: word.optional(),
    tool: word,
    input_key: word.optional(),
    input: json.optional(),
    output_key: word.optional(),
  }),
} as const satisfies Readonly<Record<PlanNode['type'], z.ZodObject>>;

/**
 * Reads a tree that somebody wrote. A root without the tree around it is taken too.
 * @throws {Refusal} E-PLAN-INVALID-INPUT, with its place as a JSON Pointer
 */
export function readTree(given: unknown): PlanTree {
  if (!isRecord(given)) throw planError('expected a tree: {id, root}', '/');
  const { id, root } = 'root' in given ? given : { id: given['id'], root: given };
  const name = id === undefined ? 'plan' : word.safeParse(id).data;
  if (name === undefined) throw planError('must be a text of 1 to 200 characters', '/id');
  measure(root);
  return { id: name, root: nodeAt(root, '/root') };
}

function nodeAt(given: unknown, place: string): PlanNode {
  const read = withFields(given, place);
  if ('children' in read)
    return { ...read, children: read.children.map((child, i) => nodeAt(child, `${place}/children/${i}`)) };
  return 'child' in read ? { ...read, child: nodeAt(read.child, `${place}/child`) } : read;
}

/** A node whose own fields are checked; those of nodes below it are not. @throws {Refusal} as `readTree` */
export function withFields(given: unknown, place: string): PlanNode {
  if (!isRecord(given)) throw planError('expected a node: an object with a type', place);
  const { type, ...rest } = given;
  if (typeof type !== 'string' || !Object.hasOwn(FIELDS, type))
    throw planError(`unknown type; known are ${Object.keys(FIELDS).join(', ')}`, `${place}/type`);
  const schema: z.ZodObject = FIELDS[type as PlanNode['type']];
  const fields = schema.safeParse(rest);
  if (!fields.success) {
    const [issue] = fields.error.issues;
    throw planError(
      issue ? inputIssueText(issue, schema) : 'does not fit',
      pointer(place, issue?.path ?? []),
    );
  }
  const read = { ...fields.data, type } as unknown as PlanNode;
  refuseOdd(read, place);
  return read;
}

/** What the fields say together. */
function refuseOdd(node: PlanNode, place: string): void {
  if (node.type === 'timeout') {
    const isBoth = node.timeout_ms !== undefined && node.timeout_category !== undefined;
    if (isBoth || (node.timeout_ms === undefined && node.timeout_category === undefined))
      throw planError('needs timeout_ms or timeout_category', place);
  }
  if (node.type === 'parallel' && typeof node.policy === 'object') {
    const { threshold, failure_threshold: failures = 1 } = node.policy;
    const most = node.children.length;
    for (const [field, value] of [
      ['threshold', threshold],
      ['failure_threshold', failures],
    ] as const)
      if (value > most || value < -most)
        throw planError(`must be within the number of children, ${most}`, `${place}/policy/${field}`);
  }
  if (node.type === 'task' && node.input !== undefined && node.input_key !== undefined)
    throw planError('give input or input_key', place);
}

/** Refuses what is too large, before anything calls itself for it. */
function measure(root: unknown): void {
  let level: { readonly node: unknown; readonly place: string }[] = [{ node: root, place: '/root' }];
  let count = 0;
  for (let depth = 1; level.length > 0; depth += 1) {
    count += level.length;
    const [first] = level;
    if (depth > MAX_DEPTH) throw planError(`a tree is ${MAX_DEPTH} levels deep at most`, brief(first?.place));
    if (count > MAX_NODES) throw planError(`a tree has ${MAX_NODES} nodes at most`, brief(first?.place));
    level = level.flatMap(({ node, place }) => belowOf(node, place));
  }
}

function belowOf(node: unknown, place: string): { readonly node: unknown; readonly place: string }[] {
  if (!isRecord(node)) return [];
  const { children: many, child } = node;
  if (Array.isArray(many))
    return many.map((each: unknown, i) => ({ node: each, place: `${place}/children/${i}` }));
  return child === undefined ? [] : [{ node: child, place: `${place}/child` }];
}

/** The end of a long place says enough. */
function brief(place = ''): string {
  return place.length > 80 ? `…${place.slice(-79)}` : place;
}

function pointer(place: string, path: readonly PropertyKey[]): string {
  const parts = path.map(part => String(part).replaceAll('~', '~0').replaceAll('/', '~1'));
  return [place, ...parts].join('/');
}

/** How many nodes a tree has. */
export function sizeOf(root: PlanNode): number {
  let count = 0;
  const open = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    count += 1;
    open.push(...childrenOf(node));
  }
  return count;
}
