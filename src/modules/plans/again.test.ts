import { expect, test } from 'vitest';
import { FakePrograms } from '../../../test/support/fakePrograms';
import { leaf, planWorld, type PlanWorld, rest, soon } from '../../../test/support/planWorld';
import { chat } from '../../../test/support/testCore';

const sequence = (...children: readonly unknown[]) => ({ id: 'p', root: { type: 'sequence', children } });
const { signal } = new AbortController();

/** Three calls of which the middle one waits, and fails the first time. */
const TREE = sequence(
  leaf('files__write', { id: 'a', output_key: 'a' }),
  leaf('files__slow', { id: 'b' }),
  leaf('files__write', { id: 'c', input: { tool: { $from: '/vars/a/tool' } } }),
);

async function failedRun(world: PlanWorld): Promise<void> {
  await world.call('plan_run_bt', { tree: TREE, background: true, run_id: 'first' });
  await rest();
  await world.slow.end('slow', 'error');
  expect(world.core.plans.find('first').state).toBe('failed');
}

test('a retry does not make calls again that succeeded, and uses their outputs', async () => {
  const world = await planWorld();
  await failedRun(world);
  const { id, over } = await world.core.plans.again('first', { keeps: true, caller: chat('anna') }, signal);
  await rest();
  await world.slow.end('slow');
  await soon(world.core, over);
  const run = world.core.plans.find(id);
  expect(run).toMatchObject({ state: 'done', retries: 'first', caller: { session: 'anna' } });
  expect(run.kept).toBeUndefined();
  expect(world.calls).toEqual(['files.write', 'files.slow', 'files.slow', 'files.write']);
  expect([...run.leaves.values()].map(({ isKept }) => isKept)).toEqual([true, undefined, undefined]);
  expect(run.leaves.get(3)).toMatchObject({ input: { tool: 'write' } });
});

test('a second run of the same tree makes every call', async () => {
  const world = await planWorld();
  await failedRun(world);
  const { over } = await world.core.plans.again('first', { keeps: false, caller: chat('anna') }, signal);
  await rest();
  await world.slow.end('slow');
  await soon(world.core, over);
  expect(world.calls.slice(2)).toEqual(['files.write', 'files.slow', 'files.write']);
});

test('a retry that a crash cut short still keeps what succeeded in the run before', async () => {
  const programs = new FakePrograms('one');
  const world = await planWorld({ programs });
  const tree = sequence(
    { type: 'selector', children: [leaf('files__slow_read'), leaf('files__write')] },
    leaf('files__fail'),
  );
  await world.call('plan_run_bt', { tree, background: true, run_id: 'first' });
  await rest();
  await world.slow.end('slow_read', 'error');
  const again = { keeps: true, caller: chat('anna') };
  const { id } = await world.core.plans.again('first', again, signal);
  await rest();
  await world.core.journal.compact();
  programs.kill('one');
  const second = await planWorld({ programs: programs.as('two'), log: world.core.store.log });
  await rest();
  second.core.clock.advance(1_000);
  await rest();
  await second.slow.end('slow_read', 'error');
  expect(second.core.plans.find(id).state).toBe('failed');
  expect(second.calls).toEqual(['files.slow_read', 'files.fail']);
});

test('a loop whose calls all succeeded is not gone through again', async () => {
  const world = await planWorld();
  const tree = sequence(
    { type: 'repeat', cycles: 3, child: leaf('files__write', { id: 'a' }) },
    leaf('files__fail', { id: 'b' }),
  );
  await soon(world.core, world.call('plan_run_bt', { tree, run_id: 'first' }));
  const made = world.calls.length;
  const { over } = await world.core.plans.again('first', { keeps: true, caller: chat('anna') }, signal);
  await soon(world.core, over);
  expect(world.calls.slice(made)).toEqual(['files.fail']);
});

test('only a run that has ended can run again', async () => {
  const world = await planWorld();
  await world.call('plan_run_bt', { tree: TREE, background: true, run_id: 'first' });
  await rest();
  await expect(
    world.core.plans.again('first', { keeps: true, caller: chat('anna') }, signal),
  ).rejects.toMatchObject({
    code: 'E-PLAN-STATE',
  });
  await expect(
    world.core.plans.again('none', { keeps: true, caller: chat('anna') }, signal),
  ).rejects.toMatchObject({
    code: 'E-PLAN-NOT-FOUND',
  });
  expect(world.core.plans.all()).toHaveLength(1);
});

test('an agent tries a failed run again by its ID, and pays for what failed only', async () => {
  const world = await planWorld();
  await failedRun(world);
  const { call, slow, core } = world;
  const made = world.calls.length;
  const asked = call('plan_run_bt', { retry_of: 'first', run_id: 'second', return: ['/outputs/c/input'] });
  await rest();
  await slow.end('slow');
  const { result, isError } = await soon(core, asked);
  expect(isError).toBe(false);
  expect(result).toMatchObject({
    run_id: 'second',
    status: 'success',
    calls: 2,
    returned: { '/outputs/c/input': { tool: 'write' } },
  });
  expect(world.calls.slice(made)).toEqual(['files.slow', 'files.write']);
  expect(core.plans.find('second')).toMatchObject({ retries: 'first', mode: 'bt' });
});

test('a run that failed half-way names the call that tries it again', async () => {
  const { core, call } = await planWorld();
  const half = sequence(leaf('files__write'), leaf('files__fail'));
  const { result, text } = await soon(core, call('plan_run_bt', { tree: half, run_id: 'half' }));
  expect(result['next']).toBe(
    'Mend the cause, then call plan_run_bt with retry_of "half": calls that succeeded are not made again.',
  );
  expect(text).toContain('retry_of \\"half\\"');
  const whole = await soon(core, call('plan_run_bt', { tree: sequence(leaf('files__fail')) }));
  expect(whole.result['next']).toBeUndefined();
});

test.each([
  ['a tree', { tree: TREE }],
  ['variables', { variables: { a: 1 } }],
  ['a dry run', { dry_run: true }],
])('a retry takes no %s beside it, and an unknown run is refused', async (_what, more) => {
  const world = await planWorld();
  await failedRun(world);
  const before = world.core.plans.all().length;
  expect((await world.call('plan_run_bt', { retry_of: 'first', ...more })).result).toMatchObject({
    error: 'E-PLAN-INVALID-INPUT',
  });
  expect((await world.call('plan_run_bt', { retry_of: 'none' })).result).toMatchObject({
    error: 'E-PLAN-NOT-FOUND',
  });
  expect(world.core.plans.all()).toHaveLength(before);
});
