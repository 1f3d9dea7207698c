import { expect, test } from 'vitest';
import { sharedFields } from './sharedFields';

test('tells of a payload what was chosen, and no word of the rest', () => {
  const payload = {
    task: 't1',
    decision: { id: 'd1', category: 'trade_off', question: 'SECRET', reasoning: 'SECRET' },
    prompt: 'SECRET',
  };
  expect(sharedFields('decisionLogged', payload, {})).toEqual({
    task: 't1',
    id: 'd1',
    category: 'trade_off',
  });
});

test('tells of a kind that nobody looked at only that it happened', () => {
  expect(sharedFields('somethingNew', { text: 'SECRET' }, {})).toBeNull();
});

test('tells simple values, and not too much of them', () => {
  const tools = Array.from({ length: 60 }, (_, i) => (i === 0 ? 'x'.repeat(1_000) : { deep: 'SECRET' }));
  const told = sharedFields('toolsChanged', { server: 'github', added: tools, removed: [] }, {});
  expect(told).toMatchObject({ server: 'github', removed: [] });
  const { added } = told as { added: unknown[] };
  expect([added.length, String(added[0]).length, added[1]]).toEqual([50, 300, null]);
});
