import { expect, test } from 'vitest';
import * as z from 'zod';
import { toolCaller } from '../../../test/support/callTool';
import { testCore } from '../../../test/support/testCore';
import { inputIssueText } from './issueText';

async function messageOf(tool: string, input: object): Promise<string> {
  const { isError, result } = await toolCaller(await testCore())(tool, input);
  expect(isError).toBe(true);
  return String(result['message']);
}
const run = async (root: object) => await messageOf('plan_run_bt', { tree: { root } });
const leaf = { type: 'task', tool: 'noop' };

test('what has several forms is told as what it may be, not as invalid alone', async () => {
  const parallel = { type: 'parallel', children: [leaf] };
  expect(await run(parallel)).toBe('at /root/policy: Invalid input: expected "all" or "any" or object');
  expect(await run({ ...parallel, policy: { mode: 'quota' } })).toBe(
    'at /root/policy: threshold: Invalid input: expected number, received undefined',
  );
  expect(
    await messageOf('graph_mutate', {
      graph: { nodes: [{ id: 'a', attributes: { tags: ['x'] } }] },
      operations: [{ op: 'remove_node', id: 'a' }],
    }),
  ).toContain('tags: Invalid input: expected string or number or boolean');
});

test('a message is told to its end: what else there is, what is known, each mistake whole', async () => {
  expect(await run({ type: 'fallback', children: [leaf] })).toMatch(
    /unknown type; known are sequence, .*, condition, task$/,
  );
  const add = { op: 'add_node', id: 'b' };
  const told = await messageOf('graph_batch_mutate', {
    graph_id: 'g',
    operations: Array.from({ length: 12 }, () => add),
  });
  expect(told).toContain('operations: 0: add_node needs node; operations: 0: add_node takes no id');
  expect(told).toMatch(/; operations: \d+: add_node (needs node|takes no id); and \d+ more$/);
  expect(told.length).toBeLessThanOrEqual(500);
});

test('names what a part of the input may have, where it has a field that there is not', () => {
  const step = z.strictObject({ step: z.string().optional(), goal: z.string() });
  const form = z.union([z.strictObject({ a: z.string() }), z.strictObject({ b: z.string() })]);
  const input = z.strictObject({
    plan: z.preprocess(given => given, z.array(step).max(3)).optional(),
    by: z.record(z.string(), step.nullable()).default({}),
    form: z.strictObject({ inner: form }).optional(),
    none: z.strictObject({}).optional(),
  });
  const said = (given: unknown) =>
    input.safeParse(given).error?.issues.map(issue => inputIssueText(issue, input));
  expect(said({ plan: [{ goal: 'g', titel: 't' }] })).toEqual([
    'Unrecognized key: "titel" (it takes step, goal)',
  ]);
  expect(said({ by: { x: { goal: 'g', y: 1 } } })).toEqual(['Unrecognized key: "y" (it takes step, goal)']);
  expect(said({ none: { y: 1 } })).toEqual(['Unrecognized key: "y" (it takes none)']);
  expect(said({ form: { inner: { c: 'c' } } })?.[0]).not.toContain('it takes');
});
