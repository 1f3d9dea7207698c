import { expect, test } from 'vitest';
import { leaf, planWorld, rest, soon } from '../../../test/support/planWorld';
import '../resources/module';

const tree = {
  id: 'weekly',
  root: { type: 'sequence', children: [leaf('files__read', { id: 'secret' }), leaf('noop')] },
};
const URI = 'sc://runs/first/events';

async function ran() {
  const world = await planWorld();
  const { core, call } = world;
  await soon(core, call('plan_run_bt', { tree, run_id: 'first', variables: { token: 'hidden' } }));
  const kinds = async () => {
    const { result } = await call('resources_read', { uri: URI });
    const { events = [] } = (result['payload'] ?? {}) as { events?: readonly { kind: string }[] };
    return events.map(({ kind }) => kind);
  };
  return { ...world, kinds };
}

test('what happened in a run of a plan is read and followed under its address', async () => {
  const { call, kinds } = await ran();
  expect(await kinds()).toEqual(['PLAN_STARTED', 'PLAN_STEPPED', 'PLAN_STEPPED', 'PLAN_ENDED']);
  const { result } = await call('resources_list', { prefix: 'sc://runs/' });
  expect(result).toMatchObject({ items: [{ uri: URI, kind: 'run_events', metadata: { name: 'weekly' } }] });
  const watched = await call('resources_watch', { uri: URI, limit: 2 });
  expect(watched.result).toMatchObject({
    events: [
      { kind: 'PLAN_STARTED', runId: 'first', payload: { run: 'first' } },
      { kind: 'PLAN_STEPPED', runId: 'first', opId: expect.any(String) },
    ],
  });
  expect(JSON.stringify(watched.result)).not.toMatch(/hidden|secret/);
});

test('it is there after the journal was compacted, and goes with the run', async () => {
  const { core, call, kinds } = await ran();
  await core.journal.compact();
  expect((await kinds()).filter(kind => kind !== 'PLAN_STEPPED')).toEqual(['PLAN_STARTED', 'PLAN_ENDED']);
  await core.plans.forget('first');
  await rest();
  expect((await call('resources_read', { uri: URI })).result).toMatchObject({ error: 'E-RES-NOT-FOUND' });
  await core.journal.compact();
  expect(JSON.stringify(core.store.log.rows)).not.toContain('hidden');
});
