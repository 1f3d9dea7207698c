import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toolCaller } from '../../../test/support/callTool';
import { testCore } from '../../../test/support/testCore';
import { leaf, planWorld, soon } from '../../../test/support/planWorld';
import './module';

async function world() {
  const core = await testCore();
  return { core, call: toolCaller(core) };
}

const PRIVACY = { id: 'privacy', weight: 2 };
const SPEED = { id: 'speed', weight: 1, tolerance: 0.2 };

test('says what matters, and replaces what mattered before', async () => {
  const { core, call } = await world();
  const set = {
    values: [PRIVACY, SPEED],
    relationships: [{ from: 'privacy', to: 'speed', kind: 'conflicts' }],
  };
  expect((await call('values_set', set)).result).toMatchObject({
    version: 1,
    values: 2,
    relationships: 1,
    default_threshold: 0.6,
    idempotent: false,
  });
  await call('values_set', { values: [SPEED], default_threshold: 0.9 });
  expect(core.values.system).toMatchObject({ version: 2, threshold: 0.9, relationships: [] });
  expect(core.values.system.values).toEqual([
    { id: 'speed', weight: 1, tolerance: 0.2, label: null, description: null },
  ]);
});

test('weighs support against risk, and passes both on along relationships', async () => {
  const { call } = await world();
  await call('values_set', {
    values: [PRIVACY, SPEED],
    relationships: [{ from: 'privacy', to: 'speed', kind: 'conflicts', weight: 0.25 }],
  });
  const { result } = await call('values_score', {
    id: 'upload',
    impacts: [
      { value: 'privacy', severity: 0.5, nodeId: 'send', rationale: 'Sends names' },
      { value: 'privacy', impact: 'support', severity: 0.25 },
    ],
  });
  // privacy: risk 2 × 0.5, support 2 × 0.25, so a quarter of its weight is at risk; speed gains more than it loses.
  expect(result).toMatchObject({
    id: 'upload',
    label: null,
    score: 0.833333,
    violations: [],
    breakdown: [
      { value: 'privacy', risk: 1, support: 0.5, residual: 0.5, satisfaction: 0.75 },
      {
        value: 'speed',
        risk: 0.125,
        support: 0.25,
        residual: 0,
        satisfaction: 1,
        contributors: [{ impact: 'support', contribution: 0.25, via: 'privacy' }, { impact: 'risk' }],
      },
    ],
  });
});

test('what harms a value too much is not allowed, and the answer says where and what to do', async () => {
  const { core, call } = await world();
  await call('values_set', { values: [{ ...PRIVACY, label: 'Privacy' }, SPEED] });
  const impacts = [
    { value: 'privacy', severity: 0.2, nodeId: 'log' },
    { value: 'privacy', severity: 0.3, nodeId: 'send', rationale: 'Sends names' },
    { value: 'beauty' },
  ];
  const filtered = await call('values_filter', { id: 'upload', impacts, run_id: 'r' });
  expect(filtered.result).toMatchObject({
    allowed: false,
    threshold: 0.6,
    violations: [
      { value: 'privacy', severity: 0.5, tolerance: 0.35 },
      { value: 'beauty', severity: 1, tolerance: null },
    ],
    next: 'Call values_explain with these fields in "plan" to see what to change.',
  });
  const nodes = [{ id: 'send', label: 'Send the report' }];
  const { result } = await call('values_explain', { plan: { id: 'upload', impacts, nodes } });
  expect(result).toMatchObject({
    summary: '"upload" is not allowed: it violates 2 values; its score is 0.666667, the threshold 0.6.',
    allowed: false,
    violations: [
      {
        value: 'privacy',
        label: 'Privacy',
        nodeId: 'send',
        nodeLabel: 'Send the report',
        rationale: 'Sends names',
        hint: expect.stringMatching(/^Change "send" to lower its risk for "privacy"/),
        primaryContributor: { contribution: 0.6, severity: 0.3 },
      },
      {
        value: 'beauty',
        nodeId: null,
        primaryContributor: null,
        hint: expect.stringContaining('values_set'),
      },
    ],
  });
  expect(core.events.slice(-2).map(({ kind, cat, run_id }) => [kind, cat, run_id])).toEqual([
    ['values_filter_blocked', 'values', 'r'],
    ['values_explain_blocked', 'values', undefined],
  ]);
});

test('without values a plan that touches none scores 1, and nothing is hidden in an empty one', async () => {
  const { call } = await world();
  await call('values_set', { values: [{ id: 'idle', weight: 0 }] });
  const impacts = [{ value: 'idle', severity: 1 }];
  expect((await call('values_filter', { id: 'p', impacts, threshold: 1 })).result).toMatchObject({
    allowed: true,
    score: 1,
    violations: [],
  });
});

test.each([
  ['no values', { values: [] }],
  ['129 values', { values: Array.from({ length: 129 }, (_, i) => ({ id: `v${i}` })) }],
  ['a weight above 100', { values: [{ id: 'a', weight: 100.1 }] }],
  ['a tolerance above 1', { values: [{ id: 'a', tolerance: 1.01 }] }],
  ['the same value twice', { values: [{ id: 'a' }, { id: 'a' }] }],
  [
    'a relationship to nothing',
    { values: [{ id: 'a' }], relationships: [{ from: 'a', to: 'b', kind: 'supports' }] },
  ],
  [
    'a relationship to itself',
    { values: [{ id: 'a' }], relationships: [{ from: 'a', to: 'a', kind: 'supports' }] },
  ],
  ['NaN', { values: [{ id: 'a', weight: Number.NaN }] }],
  ['an unknown field', { values: [{ id: 'a', color: 'red' }] }],
])('values_set refuses %s, and changes nothing', async (_what, input) => {
  const { core, call } = await world();
  const { result } = await call('values_set', input);
  expect(result).toMatchObject({ ok: false, error: 'E-VALUES-INVALID-INPUT', hint: 'invalid_input' });
  expect(core.values.system.version).toBe(0);
});

test('the largest values and plans are taken', async () => {
  const { call } = await world();
  const values = Array.from({ length: 128 }, (_, i) => ({ id: `v${i}`, weight: 100, tolerance: 1 }));
  const relationships = Array.from({ length: 512 }, (_, i) => ({
    from: `v${i % 128}`,
    to: `v${(i + 1 + Math.floor(i / 128)) % 128}`,
    kind: 'supports',
  }));
  expect((await call('values_set', { values, relationships })).isError).toBe(false);
  const impacts = Array.from({ length: 64 }, (_, i) => ({ value: `v${i}` }));
  expect((await call('values_filter', { id: 'p', impacts })).isError).toBe(false);
  expect((await call('values_filter', { id: 'p', impacts: [...impacts, { value: 'v0' }] })).isError).toBe(
    true,
  );
});

const fraction = fc.double({ min: 0, max: 1, noNaN: true });
const ids = ['a', 'b', 'c', 'd'] as const;
const system = fc.record({
  values: fc.uniqueArray(fc.constantFrom(...ids), { minLength: 1 }).chain(chosen =>
    fc.tuple(
      ...chosen.map(id =>
        fc.record({
          id: fc.constant(id),
          weight: fc.double({ min: 0, max: 100, noNaN: true }),
          tolerance: fraction,
        }),
      ),
    ),
  ),
  relations: fc.array(
    fc.record({
      from: fc.nat(3),
      to: fc.nat(3),
      kind: fc.constantFrom('supports', 'conflicts'),
      weight: fraction,
    }),
    { maxLength: 6 },
  ),
  impacts: fc.array(
    fc.record({
      value: fc.constantFrom(...ids),
      impact: fc.constantFrom('support', 'risk'),
      severity: fraction,
    }),
    { minLength: 1, maxLength: 6 },
  ),
});

test('scores are what a few independent lines make of the formulas', async () => {
  const { core, call } = await world();
  await fc.assert(
    fc.asyncProperty(system, async ({ values, relations, impacts }) => {
      const at = (i: number) => values[i % values.length]?.id ?? '';
      const relationships = relations
        .map(each => ({ ...each, from: at(each.from), to: at(each.to) }))
        .filter(({ from, to }) => from !== to);
      await call('values_set', { values, relationships });
      const signed = (id: string): number =>
        impacts.reduce((sum, { value, impact, severity }) => {
          const source = values.find(each => each.id === value);
          const own = (source?.weight ?? 0) * severity * (impact === 'risk' ? 1 : -1);
          const passed = relationships
            .filter(({ from, to }) => from === value && to === id)
            .reduce((all, { kind, weight }) => all + own * weight * (kind === 'conflicts' ? -1 : 1), 0);
          return sum + (value === id ? own : 0) + passed;
        }, 0);
      const total = values.reduce((sum, { weight }) => sum + weight, 0);
      const score = values.reduce(
        (sum, { id, weight }) =>
          sum + (weight === 0 ? 0 : weight * (1 - Math.min(1, Math.max(0, signed(id)) / weight))),
        0,
      );
      const decision = core.values.decide(
        impacts.map(each => ({ ...each, rationale: null, source: null, nodeId: null })) as never,
      );
      expect(decision.score).toBeCloseTo(total === 0 ? 1 : score / total, 9);
    }),
    { numRuns: 200 },
  );
});

test('a plan that goes against a value does not start; one that may says on its record what it touched', async () => {
  const { core, call, calls } = await planWorld();
  await call('values_set', { values: [PRIVACY] });
  const tree = { id: 'p', root: leaf('files__write', { id: 'send' }) };
  const bad = { tree, impacts: [{ value: 'privacy', nodeId: 'send' }] };
  for (const dry_run of [true, false]) {
    const { result } = await soon(core, call('plan_run_bt', { ...bad, dry_run }));
    expect(result).toMatchObject({
      error: 'E-VALUES-VIOLATION',
      message: 'It goes against "privacy". Nothing was started.',
      details: { score: 0, threshold: 0.6, violations: [{ value: 'privacy', node_id: 'send' }] },
    });
  }
  expect([calls, core.plans.all()]).toEqual([[], []]);
  expect((await call('plan_dry_run', { plan_id: 'p', ...bad })).result).toMatchObject({
    can_run: false,
    values: { allowed: false, violations: [{ value: 'privacy', nodeId: 'send' }] },
  });
  await soon(core, call('plan_run_bt', { tree, impacts: [{ value: 'privacy', severity: 0.3 }] }));
  expect(core.plans.all()).toMatchObject([
    {
      state: 'done',
      values: { score: 0.7, threshold: 0.6, touched: [{ value: 'privacy', satisfaction: 0.7 }] },
    },
  ]);
});
