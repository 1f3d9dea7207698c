import fc from 'fast-check';
import { expect, test } from 'vitest';
import './module';
import { toolCaller } from '../../../test/support/callTool';
import { type TestCore, testCore } from '../../../test/support/testCore';
import { meetingAreas } from '../../core/workflow/verification/areasMeet';

async function world() {
  const core = await testCore();
  const as = (name: string) => toolCaller(core, name);
  const task = async (name: string, areas: readonly string[]) => {
    const { result: begun } = await as(name)('start_workflow', { name: `Work of ${name}` });
    const { workflow_id } = begun;
    const { result } = await as(name)('start_task', { workflow_id, name, goal: name, areas });
    return { id: String(result['task_id']), next: `${String(begun['next'])} ${String(result['next'])}` };
  };
  const award = async (agent_id: string, areas: readonly string[], more: object = {}) => {
    const manual_bids = [{ agent_id, cost: 1 }];
    return await as('boss')('cnp_announce', { task_id: 'docs', manual_bids, areas, ...more });
  };
  return { core, as, task, award };
}

const nextOf = async (core: TestCore, name: string, task: string) => {
  const { result } = await toolCaller(core, name)('log_milestone', { task_id: task, message: 'On it' });
  return String(result['next']);
};

test('an award names the tasks of others in its areas, and each of them is told once, before it goes on', async () => {
  const { core, task, award } = await world();
  const anna = await task('anna', ['src/api']);
  const bert = await task('bert', ['docs']);
  const { result } = await award('carl', ['src/api/users', 'web']);
  expect(result['overlap']).toEqual([
    { kind: 'task', id: anna.id, name: 'anna', agent: 'anna', areas: ['src/api/users'] },
  ]);
  const told = await nextOf(core, 'anna', anna.id);
  expect(told).toMatch(
    /Agent "carl" was awarded "docs" \(".*"\), which works in "src\/api" too, as your task/,
  );
  expect(await nextOf(core, 'anna', anna.id)).not.toContain('carl');
  expect(await nextOf(core, 'bert', bert.id)).not.toContain('carl');
});

test('who starts a task in leased areas is told at once, the holder of the lease is not, and two leases meet', async () => {
  const { task, award } = await world();
  await award('carl', ['src/api']);
  expect((await task('anna', ['src/api'])).next).toContain('Agent "carl" was awarded');
  expect((await task('carl', ['src/api'])).next).not.toContain('was awarded');
  const { result } = await award('dora', ['src/api/users']);
  expect(
    (result['overlap'] as { kind: string; agent: string }[]).map(({ kind, agent }) => `${kind} ${agent}`),
  ).toEqual(['task carl', 'task anna', 'lease carl']);
});

test('a lease ends with its time and with its call', async () => {
  const { core, as, award } = await world();
  await award('carl', ['src'], { lease_ms: 1_000 });
  const { result } = await award('dora', ['docs']);
  expect(core['contract-net'].leases()).toMatchObject([
    { agent: 'carl', areas: ['src'], until: core.clock.now() + 1_000 },
    { agent: 'dora', areas: ['docs'], until: null },
  ]);
  core.clock.advance(1_000);
  expect(core['contract-net'].leases()).toMatchObject([{ agent: 'dora' }]);
  await as('dora')('cnp_complete', { call_id: result['call_id'] });
  expect(core['contract-net'].leases()).toEqual([]);
});

test('an open call and one without areas lease nothing, and a call of an older version has none', async () => {
  const { core, as } = await world();
  await as('boss')('cnp_announce', { task_id: 'a', areas: ['src'], award: 'manual' });
  const { result } = await as('boss')('cnp_announce', {
    task_id: 'b',
    manual_bids: [{ agent_id: 'x', cost: 1 }],
  });
  expect(result).toMatchObject({ areas: [], lease_ms: null, overlap: [] });
  expect(core['contract-net'].leases()).toEqual([]);
});

test('whatever the order, every lease of another agent in the areas of a task is told once, and nothing else', async () => {
  const area = fc.constantFrom('src', 'src/api', 'src/web', 'docs', 'src/**/*.sql', 'auth');
  const agent = fc.constantFrom('anna', 'bert', 'carl');
  const step = fc.record({
    agent,
    areas: fc.array(area, { minLength: 1, maxLength: 2 }),
    isAward: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 8 }), async story => {
      const { core, task, award } = await world();
      const tasks: { agent: string; id: string; areas: readonly string[]; told: string[] }[] = [];
      const leases: { agent: string; areas: readonly string[]; call: string }[] = [];
      for (const { agent: who, areas, isAward } of story) {
        if (isAward) {
          const { result } = await award(who, areas);
          leases.push({ agent: who, areas, call: String(result['call_id']) });
        } else {
          const { id, next } = await task(who, areas);
          tasks.push({ agent: who, id, areas, told: [next] });
        }
      }
      for (const each of tasks) each.told.push(await nextOf(core, each.agent, each.id));
      for (const each of tasks) each.told.push(await nextOf(core, each.agent, each.id));
      for (const { agent: who, id, areas } of tasks) {
        const told = tasks.flatMap(each => (each.agent === who ? each.told : [])).join(' ');
        const pairs = [...told.matchAll(/\("([^"]+)"\), which works in .*? too, as your task (\S+) does\./g)];
        for (const lease of leases) {
          const isOverlap = lease.agent !== who && meetingAreas(areas, lease.areas).length > 0;
          const times = pairs.filter(([, call, own]) => call === lease.call && own === id).length;
          expect(times).toBe(isOverlap ? 1 : 0);
        }
      }
    }),
    { numRuns: 100 },
  );
});

test('what a child works at under its award is no overlap with itself', async () => {
  const { as, award } = await world();
  const { workflow_id } = (await as('session-of-kid')('start_workflow', { name: 'Kid' })).result;
  const caller = { kind: 'subagent', name: 'kid' };
  const asked = { workflow_id, name: 'Docs', goal: 'Docs', areas: ['docs'], caller };
  await as('session-of-kid')('start_task', asked);
  expect((await award('kid', ['docs'])).result['overlap']).toEqual([]);
  expect((await award('other', ['docs'])).result['overlap']).toMatchObject([
    { kind: 'task', agent: 'kid' },
    { kind: 'lease', agent: 'kid' },
  ]);
});
