import { expect, test } from 'vitest';
import { toolCaller } from '../../../../test/support/callTool';
import { testCore } from '../../../../test/support/testCore';

/** What JSON text says, with the names that object literals can't have. */
const json = (text: string): unknown => JSON.parse(text);

test('votes for constructor are votes like others; a name that an object cannot have is refused', async () => {
  const call = toolCaller(await testCore());
  const votes = ['constructor', 'toString', 'constructor'].map((value, i) => ({ voter: `v${i}`, value }));
  expect((await call('consensus_vote', { votes })).result).toMatchObject({
    outcome: 'constructor',
    tally: { constructor: 2, toString: 1 },
  });
  for (const vote of [
    { voter: '__proto__', value: 'a' },
    { voter: 'a', value: ' __proto__' },
  ]) {
    const { result } = await call('consensus_vote', { votes: [vote] });
    expect(result['error']).toBe('E-CONSENSUS-INVALID-INPUT');
  }
});

test('weights that are no binary fractions tie where they are equal', async () => {
  const call = toolCaller(await testCore());
  const config = { mode: 'weighted', weights: { a: 0.1, b: 0.2, c: 0.3 } };
  const votes = ['a', 'b', 'c'].map(voter => ({ voter, value: voter === 'c' ? 'y' : 'x' }));
  expect((await call('consensus_vote', { votes, config })).result).toMatchObject({
    outcome: null,
    tie: true,
    total_weight: 0.6,
    tally: { x: 0.3, y: 0.3 },
  });
});

test('weights that add up to more than a number can say are refused as input', async () => {
  const call = toolCaller(await testCore());
  const config = { mode: 'weighted', weights: { a: 1e308, b: 1e308 } };
  const votes = [
    { voter: 'a', value: 'x' },
    { voter: 'b', value: 'x' },
  ];
  expect((await call('consensus_vote', { votes, config })).result).toMatchObject({
    error: 'E-CONSENSUS-INVALID-INPUT',
  });
});

test.each([
  ['bb_batch_set', 'entries'],
  ['stig_batch', 'entries'],
  ['kg_insert', 'triples'],
  ['consensus_vote', 'votes'],
])('a list of mistakes in %s gets a short answer', async (tool, field) => {
  const call = toolCaller(await testCore());
  for (const count of [100, 100_000]) {
    for (const wrong of [7, { ['x'.repeat(1_000)]: 1 }]) {
      const { result, text } = await call(tool, { [field]: Array(count).fill(wrong) });
      expect(result['error']).toMatch(/-INVALID-INPUT$/);
      expect(text.length).toBeLessThan(20_000);
    }
  }
});

test('whatever a value is called inside, it comes back, and a key sees that it is another one', async () => {
  const call = toolCaller(await testCore());
  const value = json('{"__proto__":{"polluted":1},"constructor":{"prototype":2},"a":"\\ud800"}');
  const idempotency_key = 'k';
  await call('bb_set', { key: '__proto__', value, idempotency_key });
  const { result } = await call('bb_get', { key: '__proto__' });
  expect(JSON.stringify((result as { entry: { value: unknown } }).entry.value)).toBe(JSON.stringify(value));
  expect((await call('bb_set', { key: '__proto__', value, idempotency_key })).result['idempotent']).toBe(
    true,
  );
  const other = json('{"__proto__":{"polluted":2},"constructor":{"prototype":2},"a":"\\ud800"}');
  expect((await call('bb_set', { key: '__proto__', value: other, idempotency_key })).result['error']).toBe(
    'E-IDEMPOTENCY-CONFLICT',
  );
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
});

test('a key that holds a secret does a request once like any other, and is written nowhere', async () => {
  const core = await testCore();
  core.redactor.add('project-4711-key');
  const call = toolCaller(core);
  const asked = { key: 'a', value: 1, idempotency_key: 'deploy project-4711-key' };
  const first = await call('bb_set', asked);
  expect((await call('bb_set', asked)).result).toMatchObject({
    version: first.result['version'],
    idempotent: true,
    idempotency_key: asked.idempotency_key,
  });
  expect(JSON.stringify(core.store.log.rows)).not.toContain('project-4711-key');
});
