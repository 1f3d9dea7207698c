import { expect, test } from 'vitest';
import { toolCaller } from '../../../../test/support/callTool';
import { testCore } from '../../../../test/support/testCore';

const votes = (...values: string[]) => values.map((value, i) => ({ voter: `v${i}`, value }));

test('answers with the decision in an envelope, and tells of it', async () => {
  const core = await testCore();
  const { result, text } = await toolCaller(core)('consensus_vote', {
    votes: votes('a', 'b', 'a'),
    op_id: 'o1',
  });
  expect(result).toEqual({
    mode: 'majority',
    summary: 'Decided: "a", with 2 of the required 2.',
    outcome: 'a',
    satisfied: true,
    tie: false,
    threshold: 2,
    total_weight: 3,
    tally: { a: 2, b: 1 },
    votes: votes('a', 'b', 'a'),
    op_id: 'o1',
  });
  expect(JSON.parse(text)).toEqual({ tool: 'consensus_vote', result });
  expect(core.events.at(-1)).toMatchObject({ kind: 'consensus_decision', cat: 'consensus', op_id: 'o1' });
});

test('says of what leads without enough votes that nothing is decided', async () => {
  const core = await testCore();
  const call = toolCaller(core);
  const config = { mode: 'quorum', quorum: 3 };
  const { result } = await call('consensus_vote', { votes: votes('a', 'a', 'b'), config });
  expect(result).toMatchObject({
    summary: 'No decision: "a" leads with 2 of the required 3.',
    satisfied: false,
  });
  expect(Object.keys(result)[1]).toBe('summary');
  const tie = { votes: votes('a', 'b'), config: { tie_breaker: 'first' } };
  expect((await call('consensus_vote', tie)).result).toMatchObject({
    summary: 'No decision: "a" comes first in a tie with 1 of the required 2.',
  });
});

test('takes null for a tie that nobody is to win', async () => {
  const call = toolCaller(await testCore());
  const { result, isError } = await call('consensus_vote', {
    votes: votes('a', 'b'),
    config: { tie_breaker: null },
  });
  expect(isError).toBe(false);
  expect(result).toMatchObject({
    summary: expect.stringMatching(/^No decision: several values are tied/),
    outcome: null,
    tie: true,
  });
});

test('makes up an id that says which tool it was', async () => {
  const { result } = await toolCaller(await testCore())('consensus_vote', { votes: votes('a') });
  expect(result['op_id']).toMatch(/^consensus_vote_op_./);
});

test.each([
  [['a', 'b'], {}, 'consensus_tie_unresolved'],
  [['a', 'b'], { tie_breaker: 'first' }, 'consensus_decision_unsatisfied'],
])('tells of %j with %j as %s', async (values, config, kind) => {
  const core = await testCore();
  await toolCaller(core)('consensus_vote', { votes: votes(...values), config });
  expect(core.events.at(-1)?.kind).toBe(kind);
});

test.each([
  [{ votes: [] }, 'votes'],
  [{ votes: votes('a'), config: { mode: 'dice' } }, 'mode'],
  [{ votes: votes('a'), more: 1 }, 'more'],
])('refuses %j by the catalogue', async (input, named) => {
  const { isError, result } = await toolCaller(await testCore())('consensus_vote', input);
  expect(isError).toBe(true);
  expect(result).toMatchObject({
    ok: false,
    error: 'E-CONSENSUS-INVALID-INPUT',
    tool: 'consensus_vote',
    hint: 'invalid_input',
    message: expect.stringContaining(named),
    details: { issues: [expect.anything()] },
  });
});

test('says what a configuration lacks', async () => {
  const call = toolCaller(await testCore());
  const { result } = await call('consensus_vote', { votes: votes('a'), config: { mode: 'quorum' } });
  expect(result).toMatchObject({ error: 'E-CONSENSUS-INVALID-INPUT', details: { missing: 'quorum' } });
});
