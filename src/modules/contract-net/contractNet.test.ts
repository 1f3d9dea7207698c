import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toolCaller } from '../../../test/support/callTool';
import { FakePrograms } from '../../../test/support/fakePrograms';
import { settle, testCore } from '../../../test/support/testCore';
import './module';
import { type Bounds, emptyNet } from './netState';
import { effectiveCost, heuristicCost, pressureOf, winnerOf } from './bidding';

async function world(options: Parameters<typeof testCore>[0] = {}) {
  const core = await testCore(options);
  const call = toolCaller(core);
  const ok = async (tool: string, input: object) => {
    const { result, isError } = await call(tool, input);
    expect(isError, JSON.stringify(result)).toBe(false);
    return result as Record<string, unknown>;
  };
  return { core, call, ok, net: core['contract-net'] };
}

test('a task goes at once to the agent that asks least, with what it is worth', async () => {
  const { ok } = await world();
  await ok('cnp_register_agent', { agent_id: 'careful', base_cost: 60 });
  await ok('cnp_register_agent', { agent_id: 'sloppy', base_cost: 40, reliability: 0.5 });
  const result = await ok('cnp_announce', {
    task_id: 'docs',
    payload: { page: 'README' },
    tags: ['docs'],
    manual_bids: [{ agent_id: 'guest', cost: 70 }],
    run_id: 'r',
  });
  expect(result).toMatchObject({
    call_id: expect.stringMatching(/^docs:.+/),
    task_id: 'docs',
    payload: { page: 'README' },
    status: 'awarded',
    awarded_agent_id: 'careful',
    awarded_cost: 60,
    awarded_effective_cost: 60,
    deadline_ms: null,
    auto_bid_enabled: true,
    pheromone_bounds: null,
    bids: [
      { agent_id: 'guest', cost: 70, kind: 'manual', metadata: null },
      {
        agent_id: 'careful',
        cost: 60,
        kind: 'heuristic',
        metadata: { reason: 'auto', pheromone_pressure: 1 },
      },
      { agent_id: 'sloppy', cost: 80, kind: 'heuristic' },
    ],
    heuristics: { prefer_agents: [], agent_bias: {}, busy_penalty: 1, preference_bonus: 1 },
    correlation: { run_id: 'r', job_id: null, op_id: expect.any(String) },
    idempotent: false,
    idempotency_key: null,
  });
});

test('whoever has much to do asks more, more still where many trails are, until it is done', async () => {
  const { ok, net } = await world();
  for (const agent_id of ['a', 'b']) await ok('cnp_register_agent', { agent_id });
  const announce = (more: object = {}) =>
    ok('cnp_announce', { task_id: 't', heuristics: { busy_penalty: 10 }, ...more });
  const first = await announce();
  expect(first['awarded_agent_id']).toBe('a');
  expect((await announce())['awarded_agent_id']).toBe('b');
  await ok('cnp_complete', { call_id: first['call_id'], agent_id: 'a', result: { done: true } });
  expect((await announce())['awarded_agent_id']).toBe('a');
  await ok('stig_mark', { node_id: 'src', type: 'hot', intensity: 3 });
  expect(net.bounds()).toEqual({ min: 0, max: null, ceiling: 3 });
  const busy = await announce({
    heuristics: { busy_penalty: 10, prefer_agents: ['b'], preference_bonus: 5 },
  });
  expect(busy).toMatchObject({ awarded_agent_id: 'b', pheromone_bounds: { normalisation_ceiling: 3 } });
  expect(busy['awarded_effective_cost']).toBeCloseTo(100 + 10 * (1 + Math.log(4)) - 5, 5);
});

test('an open call takes bids and refusals, and is awarded once', async () => {
  const { ok, call, core } = await world();
  await ok('cnp_register_agent', { agent_id: 'a' });
  const { call_id } = await ok('cnp_announce', { task_id: 't', award: 'manual' });
  expect(await ok('cnp_bid', { call_id, agent_id: 'b', cost: 5 })).toMatchObject({ status: 'open', bids: 2 });
  await ok('cnp_bid', { call_id, agent_id: 'c', cost: 4 });
  expect(await ok('cnp_bid', { call_id, agent_id: 'c', refuse: true, reason: 'Busy' })).toMatchObject({
    bids: 2,
  });
  expect(await ok('cnp_award', { call_id })).toMatchObject({
    status: 'awarded',
    awarded_agent_id: 'b',
    rejected: ['a'],
  });
  for (const [tool, input] of [
    ['cnp_award', {}],
    ['cnp_bid', { agent_id: 'd', cost: 1 }],
    ['cnp_refresh_bounds', {}],
    ['cnp_complete', { agent_id: 'a' }],
  ] as const)
    expect((await call(tool, { call_id, ...input })).result, tool).toMatchObject({ error: 'E-CNP-STATE' });
  await ok('cnp_complete', { call_id, outcome: 'failure' });
  const listed = await ok('cnp_list', { call_id });
  expect(listed).toMatchObject({
    total: 1,
    calls: [{ status: 'completed', outcome: 'failure', refusals: ['c'] }],
    agents: [{ agent_id: 'a', assignments: 0 }],
  });
  expect(core.events.filter(({ cat }) => cat === 'contract_net').map(({ kind }) => kind)).toEqual([
    'cnp_agent_registered',
    'cnp_call_announced',
    'cnp_bid_recorded',
    'cnp_bid_recorded',
    'cnp_bid_recorded',
    'cnp_bid_refused',
    'cnp_call_awarded',
    'cnp_call_completed',
  ]);
});

test('a call expires at its deadline, and nobody gets it after that', async () => {
  const { ok, call, core } = await world();
  const { call_id, expires_at } = await ok('cnp_announce', {
    task_id: 't',
    award: 'manual',
    deadline_ms: 1_000,
  });
  expect(expires_at).toBe(core.clock.now() + 1_000);
  await ok('cnp_bid', { call_id, agent_id: 'a', cost: 1 });
  core.clock.advance(1_000);
  await settle();
  expect(await ok('cnp_list', { call_id })).toMatchObject({ calls: [{ status: 'expired' }] });
  expect((await call('cnp_award', { call_id })).result).toMatchObject({ error: 'E-CNP-DEADLINE' });
});

test('a task of any name that is taken can be awarded by its ID', async () => {
  const { ok } = await world();
  const { call_id } = await ok('cnp_announce', { task_id: 't'.repeat(200), award: 'manual' });
  await ok('cnp_bid', { call_id, agent_id: 'a', cost: 1 });
  expect(await ok('cnp_award', { call_id })).toMatchObject({ awarded_agent_id: 'a' });
});

test('while nobody announces anything, trails concern nobody here', async () => {
  const { ok, core } = await world();
  await ok('stig_mark', { node_id: 'src', type: 'hot', intensity: 1 });
  core.clock.advance(1_000);
  await settle();
  expect(core.events.filter(({ kind }) => kind === 'cnp_watcher_telemetry')).toEqual([]);
});

test('a chat takes part under its own ID where it gives no other', async () => {
  const { ok } = await world();
  const { agent_id } = await ok('cnp_register_agent', { base_cost: 7 });
  const { call_id } = await ok('cnp_announce', { task_id: 't', award: 'manual' });
  await ok('cnp_bid', { call_id, cost: 3 });
  expect(await ok('cnp_award', { call_id })).toMatchObject({ awarded_agent_id: agent_id, awarded_cost: 3 });
});

test('without bids nothing is announced, unless it is to stay open', async () => {
  const { call, net } = await world();
  expect((await call('cnp_announce', { task_id: 't' })).result).toMatchObject({
    error: 'E-CNP-NO-BIDS',
    hint: expect.stringContaining('cnp_register_agent'),
  });
  expect(net.net.calls.size).toBe(0);
  const { result } = await call('cnp_announce', { task_id: 't', award: 'manual' });
  const id = result['call_id'];
  expect((await call('cnp_award', { call_id: id })).result).toMatchObject({ error: 'E-CNP-NO-BIDS' });
  expect((await call('cnp_award', { call_id: id, agent_id: 'a' })).result).toMatchObject({
    error: 'E-CNP-NO-BIDS',
    message: '"a" made no bid.',
  });
  await call('cnp_cancel', { call_id: id });
  expect((await call('cnp_cancel', { call_id: id })).isError).toBe(false);
  expect((await call('cnp_bid', { call_id: id, agent_id: 'a', cost: 1 })).result).toMatchObject({
    error: 'E-CNP-STATE',
    message: "The call is cancelled, so it can't be changed.",
    hint: 'announce a new one with cnp_announce',
  });
});

test('a repeated announcement with a key is answered as the first one', async () => {
  const { ok, net } = await world();
  const asked = { task_id: 't', manual_bids: [{ agent_id: 'a', cost: 1 }], idempotency_key: 'k' };
  const first = await ok('cnp_announce', asked);
  expect(await ok('cnp_announce', asked)).toMatchObject({ call_id: first['call_id'], idempotent: true });
  expect(net.net.calls.size).toBe(1);
});

test('open calls follow the trails: changes in a moment are one, and bids of agents stay', async () => {
  const { ok, core } = await world();
  await ok('cnp_register_agent', { agent_id: 'a' });
  const { call_id } = await ok('cnp_announce', {
    task_id: 't',
    award: 'manual',
    manual_bids: [{ agent_id: 'm', cost: 1 }],
  });
  expect((await ok('cnp_watcher_telemetry', {}))['last_snapshot']).toBeNull();
  for (const agent_id of ['late', 'm']) await ok('cnp_register_agent', { agent_id });
  for (const intensity of [1, 2]) await ok('stig_mark', { node_id: 'src', type: 'hot', intensity });
  core.clock.advance(50);
  await settle();
  expect(await ok('cnp_list', { call_id })).toMatchObject({
    calls: [
      {
        pheromone_bounds: { min_intensity: 0, max_intensity: null, normalisation_ceiling: 3 },
        bids: [
          { agent_id: 'm', kind: 'manual' },
          { agent_id: 'a', metadata: { reason: 'auto_refresh' } },
          { agent_id: 'late', metadata: { reason: 'auto_refresh' } },
        ],
      },
    ],
  });
  expect(await ok('cnp_watcher_telemetry', {})).toMatchObject({
    emissions: 1,
    last_emitted_at_iso: expect.stringMatching(/^2\d{3}-/),
    last_snapshot: {
      reason: 'flush',
      received_updates: 2,
      coalesced_updates: 1,
      skipped_refreshes: 0,
      applied_refreshes: 1,
      flushes: 1,
      last_bounds: { normalisation_ceiling: 3 },
    },
  });
  await ok('cnp_register_agent', { agent_id: 'latest' });
  const refreshed = await ok('cnp_refresh_bounds', {
    call_id,
    bounds: { min_intensity: 0, max_intensity: 10, normalisation_ceiling: 5 },
    include_new_agents: false,
  });
  expect(refreshed).toMatchObject({
    auto_bid_refreshed: true,
    refreshed_agents: ['a', 'late'],
    pheromone_bounds: { max_intensity: 10 },
    refresh: { requested: true, include_new_agents: false },
  });
});

test('two programs that award the same call give it to one agent', async () => {
  const programs = new FakePrograms('first');
  const { ok, core } = await world({ ports: { livePrograms: programs } });
  const { call_id } = await ok('cnp_announce', {
    task_id: 't',
    award: 'manual',
    manual_bids: [
      { agent_id: 'a', cost: 1 },
      { agent_id: 'b', cost: 2 },
    ],
  });
  const second = await world({ log: core.store.log, ports: { livePrograms: programs.as('second') } });
  const results = await Promise.all([
    toolCaller(core)('cnp_award', { call_id, agent_id: 'a' }),
    second.call('cnp_award', { call_id, agent_id: 'b' }),
  ]);
  expect(results.filter(({ isError }) => !isError)).toHaveLength(1);
  const [loser] = results.filter(({ isError }) => isError);
  expect(loser?.result).toMatchObject({ error: 'E-CNP-STATE' });
});

test('a call that goes against the values of the workspace is not announced', async () => {
  const { ok, call, net } = await world();
  await ok('values_set', { values: [{ id: 'privacy' }] });
  const asked = { task_id: 't', award: 'manual', impacts: [{ value: 'privacy' }] };
  expect((await call('cnp_announce', asked)).result).toMatchObject({ error: 'E-VALUES-VIOLATION' });
  expect(net.net.calls.size).toBe(0);
});

test.each([
  ['a task without a name', 'cnp_announce', { task_id: ' ' }],
  ['33 tags', 'cnp_announce', { task_id: 't', tags: Array(33).fill('a') }],
  ['a deadline after a day', 'cnp_announce', { task_id: 't', deadline_ms: 86_400_001 }],
  [
    '129 bids',
    'cnp_announce',
    { task_id: 't', manual_bids: Array.from({ length: 129 }, () => ({ agent_id: 'a', cost: 1 })) },
  ],
  ['a bid below 0', 'cnp_announce', { task_id: 't', manual_bids: [{ agent_id: 'a', cost: -1 }] }],
  [
    '65 preferred agents',
    'cnp_announce',
    { task_id: 't', heuristics: { prefer_agents: Array(65).fill('a') } },
  ],
  ['a penalty above 100', 'cnp_announce', { task_id: 't', heuristics: { busy_penalty: 101 } }],
  ['a payload that is too long', 'cnp_announce', { task_id: 't', payload: 'x'.repeat(65_537) }],
  ['a bid without cost', 'cnp_bid', { call_id: 'c', agent_id: 'a' }],
  ['a refusal with cost', 'cnp_bid', { call_id: 'c', agent_id: 'a', cost: 1, refuse: true }],
])('%s is refused, and changes nothing', async (_what, tool, input) => {
  const { call, net } = await world();
  expect((await call(tool, input)).result).toMatchObject({ error: 'E-CNP-INVALID-INPUT' });
  expect(net.net).toEqual(emptyNet());
});

test.each(['cnp_bid', 'cnp_award', 'cnp_complete', 'cnp_cancel', 'cnp_refresh_bounds', 'cnp_list'])(
  '%s of an unknown call says where to look',
  async tool => {
    const { call } = await world();
    const input = { call_id: 'none', ...(tool === 'cnp_bid' ? { agent_id: 'a', cost: 1 } : {}) };
    expect((await call(tool, input)).result).toMatchObject({ error: 'E-CNP-NOTFOUND' });
  },
);

test('reliability that makes no sense counts as a half, and any other is kept between a tenth and one', async () => {
  const { ok } = await world();
  const given = async (reliability: number) =>
    (await ok('cnp_register_agent', { agent_id: 'a', reliability }))['reliability'];
  expect([await given(-1), await given(0), await given(0.01), await given(7)]).toEqual([0.5, 0.5, 0.1, 1]);
  expect(await ok('cnp_register_agent', { agent_id: 'a', remove: true })).toMatchObject({
    registered: false,
  });
});

const cost = fc.double({ min: 0, max: 500, noNaN: true });
const bidders = fc.uniqueArray(
  fc.record({
    agent: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    cost,
    busy: fc.nat(4),
    isPreferred: fc.boolean(),
    bias: fc.double({ min: -50, max: 50, noNaN: true }),
    submittedAt: fc.nat(3),
  }),
  { selector: ({ agent }) => agent, minLength: 1 },
);
const bounds: fc.Arbitrary<Bounds | null> = fc.option(
  fc.record({
    min: fc.double({ min: 0, max: 5, noNaN: true }),
    max: fc.option(fc.double({ min: 0, max: 20, noNaN: true })),
    ceiling: fc.double({ min: 0, max: 20, noNaN: true }),
  }),
);

test('the winner is who a few independent lines say', () => {
  fc.assert(
    fc.property(bidders, bounds, fc.nat(100), fc.nat(100), (all, given, penalty, bonus) => {
      const observed = given === null ? 0 : given.ceiling - given.min;
      let pressure = 1;
      if (given !== null && observed > 0)
        pressure +=
          given.max !== null && given.max > given.min
            ? Math.min(1, observed / (given.max - given.min))
            : Math.log1p(observed);
      expect(pressureOf(given)).toBeCloseTo(pressure, 9);
      const rated = all.map(each => ({
        ...each,
        effective:
          each.cost + penalty * each.busy * pressureOf(given) - (each.isPreferred ? bonus : 0) - each.bias,
      }));
      const lowest = Math.min(...rated.map(({ effective }) => effective));
      const heuristics = {
        preferAgents: all.filter(({ isPreferred }) => isPreferred).map(({ agent }) => agent),
        agentBias: Object.fromEntries(all.map(({ agent, bias }) => [agent, bias])),
        busyPenalty: penalty,
        preferenceBonus: bonus,
      };
      const bids = new Map(
        all.map(({ agent, cost: asked, submittedAt }) => [
          agent,
          { agent, cost: asked, submittedAt: submittedAt as never, kind: 'manual' as const, metadata: null },
        ]),
      );
      const assignments = new Map(all.map(({ agent, busy }) => [agent, busy]));
      const winner = winnerOf({ bids, heuristics, bounds: given }, assignments);
      expect(winner?.effective).toBeCloseTo(lowest, 6);
      const ties = rated
        .filter(({ effective }) => effective === winner?.effective)
        .toSorted((x, y) => x.busy - y.busy || x.submittedAt - y.submittedAt || (x.agent < y.agent ? -1 : 1));
      expect(winner?.bid.agent).toBe(ties[0]?.agent);
    }),
    { numRuns: 1_000 },
  );
  expect(heuristicCost({ baseCost: 100, reliability: 0.25 })).toBe(400);
  expect(
    effectiveCost(
      { agent: '__proto__', cost: 3 },
      { preferAgents: [], agentBias: {}, busyPenalty: 1, preferenceBonus: 1 },
      0,
      1,
    ),
  ).toBe(3);
});

test('two agents that bid alike under the same key have both bid, and each only once', async () => {
  const { core, ok } = await world();
  const { call_id } = await ok('cnp_announce', { task_id: 't', award: 'manual' });
  const bid = { call_id, cost: 5, idempotency_key: 'bid' };
  expect(await ok('cnp_bid', bid)).toMatchObject({ bids: 1, idempotent: false });
  const { result } = await toolCaller(core, 'ben')('cnp_bid', bid);
  expect(result).toMatchObject({ bids: 2, idempotent: false });
  expect(await ok('cnp_bid', bid)).toMatchObject({ bids: 2, idempotent: true });
});
