import { expect, test } from 'vitest';
import { toolCaller } from '../../../../test/support/callTool';
import { chat, testCore } from '../../../../test/support/testCore';

test.each([
  ['bb_set', 'bb', { key: 'a', value: 1 }],
  ['bb_batch_set', 'bb', { entries: [{ key: 'a', value: 1 }] }],
  ['stig_mark', 'stig', { node_id: 'a', type: 't', intensity: 1 }],
  ['stig_decay', 'stig', { half_life_ms: 1 }],
  ['kg_insert', 'kg', { triples: [{ subject: 'a', predicate: 'b', object: 'c' }] }],
  ['kg_delete', 'kg', { triples: [{ subject: 'a', predicate: 'b', object: 'c' }] }],
])('whoever follows the events hears that %s was answered without being done', async (tool, cat, input) => {
  const core = await testCore();
  const call = toolCaller(core, 'anna');
  const asked = { ...input, idempotency_key: 'k' };
  await call(tool, { ...asked, op_id: 'first' });
  const before = core.events.length;
  await call(tool, { ...asked, op_id: 'second' });
  expect(core.events.slice(before)).toEqual([
    {
      seq: null,
      ts: core.clock.now(),
      stream: cat,
      kind: `${tool}_replayed`,
      cat,
      level: 'info',
      payload: { tool },
      v: 1,
      session: chat('anna').session,
      op_id: 'second',
    },
  ]);
});
