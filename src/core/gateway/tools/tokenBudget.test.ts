import fc from 'fast-check';
import { expect, test } from 'vitest';
import { idOf } from '../../../../test/support/catalogWorld';
import { type ActiveCost, tokenBudget } from './tokenBudget';

const limits = { warnAboveTokens: 10_000, warnAboveTools: 50 };

function cost(name: string, tokens: number, facts: Partial<ActiveCost> = {}): ActiveCost {
  return { server: idOf(name), isCore: false, tools: 5, tokens, unusedMs: 0, ...facts };
}

test('says nothing up to the limits', () => {
  expect(tokenBudget([cost('a', 6_000), cost('b', 4_000)], limits)).toEqual({
    tools: 10,
    tokens: 10_000,
    switchOff: [],
    warning: undefined,
  });
});

test('says what is too much and what to switch off, no more than it takes', () => {
  const active = [cost('own', 2_500, { isCore: true }), cost('a', 1_000), cost('b', 7_000)];
  expect(tokenBudget(active, limits)).toEqual({
    tools: 15,
    tokens: 10_500,
    switchOff: ['b'],
    warning:
      'The active servers of this session add about 10500 tokens (warned above 10000) to every request. ' +
      'Call mcp_deactivate for servers you no longer need, starting with "b" (about 7000).',
  });
});

test('counts tools too: a host sends only so many with a request', () => {
  const { switchOff, warning } = tokenBudget(
    [cost('a', 100, { tools: 40 }), cost('b', 200, { tools: 20 })],
    limits,
  );
  expect(switchOff).toEqual(['b']);
  expect(warning).toMatch(/add 60 tools \(warned above 50\) to every request/);
});

test('proposes the large one that was not used for long before the larger one in use', () => {
  const active = [cost('busy', 9_000), cost('idle', 8_000, { unusedMs: 10 * 60_000 })];
  expect(tokenBudget(active, limits).switchOff).toEqual(['idle']);
  expect(tokenBudget([cost('large', 9_000), cost('small', 8_000)], limits).switchOff).toEqual(['large']);
});

test('proposes no core server, and says where the user can take one out', () => {
  const { switchOff, warning } = tokenBudget([cost('a', 20_000, { isCore: true })], limits);
  expect(switchOff).toEqual([]);
  expect(warning).toMatch(/setting switchyard\.catalog\.coreServers\.$/);
  expect(warning).toContain('--core and --enable-… where Switchyard runs headless');
});

test('never warns with limits of 0', () => {
  const none = { warnAboveTokens: 0, warnAboveTools: 0 };
  expect(tokenBudget([cost('a', 1_000_000, { tools: 5_000 })], none).warning).toBeUndefined();
});

test('brings the session back below its limits by what it proposes, where that is possible at all', () => {
  const costs = fc.uniqueArray(
    fc.record({
      server: fc.integer({ min: 0, max: 30 }).map(n => idOf(`s${n}`)),
      isCore: fc.boolean(),
      tools: fc.integer({ min: 0, max: 60 }),
      tokens: fc.integer({ min: 0, max: 20_000 }),
      unusedMs: fc.integer({ min: 0, max: 3_600_000 }),
    }),
    { selector: ({ server }) => server },
  );
  fc.assert(
    fc.property(costs, active => {
      const { switchOff } = tokenBudget(active, limits);
      const rest = active.filter(({ server }) => !switchOff.includes(server));
      expect(active.some(({ server, isCore }) => isCore && switchOff.includes(server))).toBe(false);
      const isPossible =
        tokenBudget(
          active.filter(({ isCore }) => isCore),
          limits,
        ).warning === undefined;
      if (isPossible) expect(tokenBudget(rest, limits).warning).toBeUndefined();
    }),
  );
});
