import { expect, test } from 'vitest';
import { toolCaller } from '../../../../test/support/callTool';
import { testCore, type TestCore } from '../../../../test/support/testCore';
import { TOOLS } from '../../../mcp/builtInModules';

/** A core, its tools, and noon as a number. */
async function world(options: Parameters<typeof testCore>[0] = {}) {
  const core = await testCore(options);
  return { core, call: toolCaller(core), noon: core.clock.now() };
}

const MARK = { node_id: 'src/a.ts', type: 'visited', intensity: 2 };

test('stig_mark answers with the point and its node, and tells of the change', async () => {
  const { core, call, noon } = await world();
  await call('stig_mark', { ...MARK, type: 'hot', intensity: 1 / 3 });
  const { result, text } = await call('stig_mark', { ...MARK, type: ' Visited ', op_id: 'o1' });
  expect(result).toEqual({
    point: { node_id: 'src/a.ts', type: 'visited', intensity: 2, updated_at: noon },
    node_total: { node_id: 'src/a.ts', intensity: 2.333333, updated_at: noon },
    idempotent: false,
    idempotency_key: null,
    op_id: 'o1',
  });
  expect(JSON.parse(text)).toEqual({ tool: 'stig_mark', result });
  expect(core.events.at(-1)).toMatchObject({
    kind: 'stigmergy_change',
    cat: 'stig',
    op_id: 'o1',
    session: 'anna',
    payload: { change: 'mark', point: { node_id: 'src/a.ts', type: 'visited', intensity: 2 } },
  });
});

test('stig_batch answers for each entry in order, each on top of the one before', async () => {
  const { call } = await world();
  const entries = [MARK, { ...MARK, type: 'VISITED' }, { ...MARK, node_id: 'b' }];
  const { result } = await call('stig_batch', { entries });
  expect(result).toMatchObject({
    changes: [
      { point: { intensity: 2 }, node_total: { intensity: 2 } },
      { point: { intensity: 4 }, node_total: { intensity: 4 } },
      { point: { node_id: 'b', intensity: 2 } },
    ],
    idempotent: false,
  });
  expect(result['op_id']).toMatch(/^stig_batch_op_./);
});

test('a batch with an entry that is refused changes nothing, and says which and why', async () => {
  const { core, call } = await world();
  const bad = { ...MARK, type: '  ' };
  const { isError, result } = await call('stig_batch', { entries: [MARK, bad] });
  expect(isError).toBe(true);
  expect(result).toEqual({
    ok: false,
    error: 'E-BULK-PARTIAL',
    tool: 'stig_batch',
    message: expect.stringContaining('1 of the entries'),
    hint: 'inspect_failures',
    details: {
      failures: [
        {
          index: 1,
          code: 'E-STIG-TYPE',
          message: expect.stringContaining('must not be blank'),
          hint: 'set a type',
          stage: 'mark',
          entry: bad,
        },
      ],
      rolled_back: true,
    },
  });
  expect(core.stigmergy.snapshot().pointCount).toBe(0);
  expect(core.events.filter(({ stream }) => stream === 'stigmergy')).toEqual([]);
});

test('an empty type is an error of its own', async () => {
  const { call } = await world();
  for (const type of ['', ' \t']) {
    const { result } = await call('stig_mark', { ...MARK, type });
    expect(result).toMatchObject({ ok: false, error: 'E-STIG-TYPE', tool: 'stig_mark', hint: 'set a type' });
  }
});

test('stig_decay lists what changed, strongest first, and counts the rest', async () => {
  const { core, call, noon } = await world();
  const entries = Array.from({ length: 30 }, (_, i) => ({ ...MARK, node_id: `n${i}`, intensity: 1 + i }));
  await call('stig_batch', { entries: [...entries, { ...MARK, node_id: 'faint', intensity: 1.5e-6 }] });
  core.clock.advance(1_000);
  const { result } = await call('stig_decay', { half_life_ms: 1_000 });
  expect(result).toMatchObject({ changed: 31, dropped: 1, left_out: 6, idempotent: false });
  expect(result['changes']).toHaveLength(25);
  expect((result['changes'] as unknown[])[0]).toEqual({
    point: { node_id: 'n29', type: 'visited', intensity: 15, updated_at: noon + 1_000 },
    node_total: { node_id: 'n29', intensity: 15, updated_at: noon + 1_000 },
  });
  core.clock.advance(86_400_000);
  const { result: last } = await call('stig_decay', { half_life_ms: 1, limit: 1 });
  expect(last).toMatchObject({ changed: 30, dropped: 30, left_out: 29 });
  expect(last['changes']).toMatchObject([{ point: { intensity: 0 }, node_total: { intensity: 0 } }]);
  expect(core.stigmergy.snapshot()).toMatchObject({ pointCount: 0, nodeCount: 0 });
});

test('stig_decay sets bounds, which hold until others are set', async () => {
  const { call } = await world();
  await call('stig_decay', { half_life_ms: 1_000, min_intensity: 0.5, max_intensity: 4 });
  const { result: marked } = await call('stig_mark', { ...MARK, intensity: 9 });
  expect(marked).toMatchObject({ point: { intensity: 4 } });
  await call('stig_decay', { half_life_ms: 1_000 });
  const bounds = async () => (await call('stig_snapshot', {})).result['pheromone_bounds'];
  expect(await bounds()).toEqual({ min_intensity: 0.5, max_intensity: 4, normalisation_ceiling: 4 });
  await call('stig_decay', { half_life_ms: 1_000, max_intensity: null });
  expect(await bounds()).toEqual({ min_intensity: 0.5, max_intensity: null, normalisation_ceiling: 4 });
  const { result } = await call('stig_decay', { half_life_ms: 1_000, max_intensity: 0.5 });
  expect(result).toMatchObject({
    error: 'E-STIG-INVALID-INPUT',
    hint: 'max_intensity above min_intensity',
    details: { min_intensity: 0.5, max_intensity: 0.5 },
  });
});

test('stig_snapshot shows points, totals, the heat map and the bounds, field by field', async () => {
  const { core, call, noon } = await world();
  await call('stig_batch', {
    entries: [MARK, { ...MARK, type: 'hot', intensity: 1 }, { ...MARK, node_id: 'b', intensity: 0.75 }],
  });
  core.clock.advance(5);
  const { result } = await call('stig_snapshot', { op_id: 'o1' });
  const bounds = { min_intensity: 0, max_intensity: null, normalisation_ceiling: 3 };
  const at = { updated_at: noon };
  const tooltip = 'Min 0 • Max ∞ • Ceiling 3';
  expect(result).toEqual({
    generated_at: noon + 5,
    points: [
      { node_id: 'src/a.ts', type: 'visited', intensity: 2, ...at },
      { node_id: 'src/a.ts', type: 'hot', intensity: 1, ...at },
      { node_id: 'b', type: 'visited', intensity: 0.75, ...at },
    ],
    totals: [
      { node_id: 'src/a.ts', intensity: 3, ...at },
      { node_id: 'b', intensity: 0.75, ...at },
    ],
    heatmap: {
      min_intensity: 0,
      max_intensity: 3,
      cells: [
        {
          node_id: 'src/a.ts',
          total_intensity: 3,
          normalised: 1,
          ...at,
          points: [
            { node_id: 'src/a.ts', type: 'visited', intensity: 2, normalised: 0.666667, ...at },
            { node_id: 'src/a.ts', type: 'hot', intensity: 1, normalised: 0.333333, ...at },
          ],
        },
        {
          node_id: 'b',
          total_intensity: 0.75,
          normalised: 0.25,
          ...at,
          points: [{ node_id: 'b', type: 'visited', intensity: 0.75, normalised: 0.25, ...at }],
        },
      ],
      bounds,
      bounds_tooltip: tooltip,
    },
    pheromone_bounds: bounds,
    summary: {
      bounds,
      rows: [
        { label: 'Min intensity', value: '0', tooltip: expect.any(String) },
        { label: 'Max intensity', value: '∞', tooltip: expect.any(String) },
        { label: 'Normalisation ceiling', value: '3', tooltip: expect.any(String) },
      ],
      tooltip,
    },
    left_out: { points: 0, nodes: 0 },
    op_id: 'o1',
  });
});

test('stig_snapshot of an empty field has a scale all the same', async () => {
  const { call } = await world();
  expect((await call('stig_snapshot', {})).result).toMatchObject({
    points: [],
    totals: [],
    heatmap: { cells: [], max_intensity: 1 },
    pheromone_bounds: { min_intensity: 0, max_intensity: null, normalisation_ceiling: 1 },
  });
});

test('stig_snapshot stays short however much there is, and says what it left out', async () => {
  const { call } = await world();
  for (let batch = 0; batch < 10; batch++) {
    const entries = Array.from({ length: 200 }, (_, i) => ({ ...MARK, node_id: `${batch}-${i}` }));
    await call('stig_batch', { entries });
  }
  const { result, text } = await call('stig_snapshot', {});
  expect(result).toMatchObject({ left_out: { points: 1_975, nodes: 1_975 } });
  expect(result['points']).toHaveLength(25);
  expect(result['totals']).toHaveLength(25);
  expect(text.length).toBeLessThan(20_000);
  expect((await call('stig_snapshot', { limit: 100 })).result['points']).toHaveLength(100);
});

const CHANGES = [
  ['stig_mark', MARK, { ...MARK, node_id: 'other' }],
  ['stig_batch', { entries: [MARK, MARK] }, { entries: [MARK] }],
  ['stig_decay', { half_life_ms: 1_000 }, { half_life_ms: 5 }],
] as const;

test.each(CHANGES)(
  '%s does a request with a key once, also over a restart, and no other one by it',
  async (tool, input, other) => {
    const first = await world();
    const keyed = { ...input, idempotency_key: 'k' };
    await first.call('stig_mark', MARK);
    first.core.clock.advance(1_000);
    const { result } = await first.call(tool, keyed);
    expect(result).toMatchObject({ idempotent: false, idempotency_key: 'k' });
    const before = first.core.stigmergy.snapshot();
    const again = await first.call(tool, { ...keyed, op_id: 'other' });
    expect(again.result).toEqual({ ...result, idempotent: true, op_id: 'other' });
    const second = await restarted(first.core);
    expect((await second.call(tool, keyed)).result).toMatchObject({ idempotent: true });
    expect(second.core.stigmergy.snapshot()).toEqual(before);
    const conflict = await second.call(tool, { ...other, idempotency_key: 'k' });
    expect(conflict.result).toMatchObject({ error: 'E-IDEMPOTENCY-CONFLICT', tool });
    expect(second.core.stigmergy.snapshot()).toEqual(before);
  },
);

/** The same workspace after a restart of the program, at the same time of day. */
async function restarted(core: TestCore) {
  const next = await world({ log: core.store.log });
  next.core.clock.advance(core.clock.now() - next.noon);
  return next;
}

const entries = (count: number) => ({ entries: Array.from({ length: count }, () => MARK) });

test.each([
  ['stig_mark', { ...MARK, intensity: 10_000 }],
  ['stig_mark', { ...MARK, intensity: 1e-9 }],
  ['stig_mark', { ...MARK, node_id: 'n'.repeat(300), type: 't'.repeat(300) }],
  ['stig_batch', entries(1)],
  ['stig_batch', entries(200)],
  ['stig_decay', { half_life_ms: 1 }],
  ['stig_decay', { half_life_ms: 86_400_000, limit: 200 }],
  ['stig_decay', { half_life_ms: 1, min_intensity: 0, max_intensity: 1e9, limit: 1 }],
  ['stig_snapshot', { limit: 1 }],
  ['stig_snapshot', { limit: 100 }],
])('%s takes what is just within its limits', async (tool, input) => {
  const { call } = await world();
  expect((await call(tool, input)).isError).toBe(false);
});

test.each([
  ['stig_mark', 'intensity', { ...MARK, intensity: 10_000.001 }],
  ['stig_mark', 'intensity', { ...MARK, intensity: 0 }],
  ['stig_mark', 'intensity', { ...MARK, intensity: -1 }],
  ['stig_mark', 'node_id', { ...MARK, node_id: '' }],
  ['stig_mark', 'node_id', { ...MARK, node_id: 'n'.repeat(301) }],
  ['stig_mark', 'type', { ...MARK, type: 't'.repeat(301) }],
  ['stig_mark', 'intensity', { node_id: 'a', type: 't' }],
  ['stig_mark', 'more', { ...MARK, more: 1 }],
  ['stig_batch', 'entries', entries(0)],
  ['stig_batch', 'entries', entries(201)],
  ['stig_batch', 'entries: 1: intensity', { entries: [MARK, { ...MARK, intensity: 0 }] }],
  ['stig_batch', 'more', { entries: [{ ...MARK, more: 1 }] }],
  ['stig_decay', 'half_life_ms', {}],
  ['stig_decay', 'half_life_ms', { half_life_ms: 0 }],
  ['stig_decay', 'half_life_ms', { half_life_ms: 1.5 }],
  ['stig_decay', 'half_life_ms', { half_life_ms: 86_400_001 }],
  ['stig_decay', 'min_intensity', { half_life_ms: 1, min_intensity: -1 }],
  ['stig_decay', 'max_intensity', { half_life_ms: 1, max_intensity: 0 }],
  ['stig_decay', 'max_intensity', { half_life_ms: 1, max_intensity: 1e9 + 1 }],
  ['stig_decay', 'limit', { half_life_ms: 1, limit: 201 }],
  ['stig_snapshot', 'limit', { limit: 0 }],
  ['stig_snapshot', 'limit', { limit: 101 }],
  ['stig_snapshot', 'more', { more: 1 }],
])(
  '%s refuses what is just outside its limits, naming %s, and changes nothing',
  async (tool, named, input) => {
    const { core, call } = await world();
    const { isError, result } = await call(tool, input);
    expect(isError).toBe(true);
    expect(result).toMatchObject({
      ok: false,
      error: 'E-STIG-INVALID-INPUT',
      tool,
      hint: 'invalid_input',
      message: expect.stringContaining(named),
      details: { issues: [expect.anything()] },
    });
    expect(core.stigmergy.snapshot().pointCount).toBe(0);
  },
);

test('what models are told of a type is that it must not be empty', () => {
  const schema = TOOLS.get('stig_mark')?.definition.inputSchema;
  expect(schema).toMatchObject({ properties: { type: { minLength: 1 } }, additionalProperties: false });
});
