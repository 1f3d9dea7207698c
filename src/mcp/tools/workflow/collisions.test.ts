import fc from 'fast-check';
import { expect, test } from 'vitest';
import { done, toolWorld } from '../../../../test/support/workflowTools';

type World = Awaited<ReturnType<typeof toolWorld>>;

async function workflowOf({ call }: World): Promise<string> {
  const { facts } = await call('start_workflow', { name: 'Auth' });
  return facts.workflow_id;
}

const task = (workflow: string, name: string, areas: readonly string[]) => ({
  workflow_id: workflow,
  name,
  goal: 'g',
  areas,
});

test('both agents hear of areas that overlap before they write: one as it begins, the other with its next call', async () => {
  const world = await toolWorld();
  const workflow = await workflowOf(world);
  const [anna, ben] = [world.as('anna'), world.as('ben')];
  const { facts: hers } = await anna('start_task', task(workflow, 'Hers', ['src/api', 'docs']));
  const begun = await ben('start_task', {
    ...task(workflow, 'His', ['src/api/routes', 'web']),
    caller: { kind: 'subagent', name: 'tester' },
  });
  expect(begun.facts['open_tasks']).toMatchObject([{ task_id: hers.task_id, overlap: ['src/api/routes'] }]);
  expect(begun.text).toContain('also works in "src/api/routes"');
  expect(begun.text).not.toContain('Another chat');
  const milestone = { task_id: hers.task_id, message: 'Half', progress: 50 };
  const told = await anna('log_milestone', milestone);
  expect(told.text).toContain(
    `Another chat began "His" (${begun.facts.task_id}) of agent "tester", which works in "src/api" too, ` +
      `as your task ${hers.task_id} does. Agree on who changes which files before you go on.`,
  );
  expect((await anna('log_milestone', milestone)).text).not.toContain('Another chat');
  expect((await ben('log_milestone', { ...milestone, task_id: begun.facts.task_id })).text).not.toContain(
    'Another chat',
  );
});

test('areas that are apart, or that nobody declared, and tasks that are over raise no alarm', async () => {
  const world = await toolWorld();
  const workflow = await workflowOf(world);
  const [anna, ben] = [world.as('anna'), world.as('ben')];
  const { facts: hers } = await anna('start_task', task(workflow, 'Hers', ['src/**/*.ts']));
  await ben('start_task', task(workflow, 'Apart', ['src/**/*.sql']));
  await ben('start_task', task(workflow, 'Unsaid', []));
  const { facts: over } = await ben('start_task', task(workflow, 'Over', ['src']));
  await ben('complete_task', done(over.task_id));
  const told = await anna('log_milestone', { task_id: hers.task_id, message: 'Half', progress: 50 });
  expect(told.text).not.toContain('Another chat');
});

const AGENTS = ['anna', 'ben', 'cleo'] as const;
const AREAS = [
  'src/api',
  'src/api/routes',
  'src/web',
  'docs/guide',
  'src/**/*.ts',
  'docs/**/*.md',
  'db/*.sql',
];
/** Which of these share a file, by hand. */
const SHARED: ReadonlySet<string> = new Set(['0 1', '0 4', '1 4', '2 4', '3 5']);

function share(one: readonly number[], other: readonly number[]): boolean {
  return one.some(a => other.some(b => a === b || SHARED.has(`${Math.min(a, b)} ${Math.max(a, b)}`)));
}

const step = fc.record({
  agent: fc.constantFrom(...AGENTS),
  areas: fc.uniqueArray(fc.nat(AREAS.length - 1), { minLength: 1, maxLength: 2 }),
  ends: fc.boolean(),
});

test('in any history every overlap is told to both before their next step, and nothing else', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 6 }), async steps => {
      const world = await toolWorld();
      const workflow = await workflowOf(world);
      const open = new Map<string, { readonly id: string; readonly areas: readonly number[] }>();
      for (const { agent, areas, ends } of steps) {
        const call = world.as(agent);
        const own = open.get(agent);
        if (own !== undefined || ends) {
          if (own !== undefined) await call('complete_task', done(own.id));
          open.delete(agent);
          continue;
        }
        const others = [...open].filter(([, other]) => share(areas, other.areas));
        const { facts } = await call(
          'start_task',
          task(
            workflow,
            agent,
            areas.map(i => AREAS[i] ?? ''),
          ),
        );
        const rows = (facts['open_tasks'] ?? []) as { task_id: string; overlap?: readonly string[] }[];
        const told = rows.filter(({ overlap }) => overlap !== undefined).map(({ task_id }) => task_id);
        expect(told.toSorted()).toEqual(others.map(([, { id }]) => id).toSorted());
        for (const [name, { id }] of open) {
          const next = await world.as(name)('log_milestone', { task_id: id, message: 'On', progress: 1 });
          const isMet = others.some(([other]) => other === name);
          expect(next.text.includes(`(${facts.task_id})`), next.text).toBe(isMet);
        }
        open.set(agent, { id: facts.task_id, areas });
      }
    }),
    { numRuns: 1_000 },
  );
});
