import { expect, test } from 'vitest';
import { toolCaller } from '../../../../test/support/callTool';
import { testCore } from '../../../../test/support/testCore';

const PLAN = [
  { subject: 'launch', predicate: 'includes', object: 'build', source: 'playbook', confidence: 0.12345 },
  { subject: 'launch', predicate: 'includes', object: 'task:test', source: 'Wiki' },
  { subject: 'launch', predicate: 'includes', object: 'ship', source: 'playbook' },
  { subject: 'launch', predicate: 'includes', object: 'party' },
  { subject: 'task:build', predicate: 'label', object: 'Build it' },
  { subject: 'task:build', predicate: 'duration', object: '15' },
  { subject: 'task:build', predicate: 'weight', object: 'heavy' },
  { subject: 'task:test', predicate: 'depends_on', object: 'build' },
  { subject: 'task:ship', predicate: 'depends_on', object: 'task:test' },
  { subject: 'task:ship', predicate: 'depends_on', object: 'sign' },
];

async function world() {
  const core = await testCore();
  return { core, call: toolCaller(core) };
}

test('kg_suggest_plan makes one fragment of a plan, what comes first first', async () => {
  const { call } = await world();
  await call('kg_insert', { triples: PLAN });
  expect((await call('kg_suggest_plan', { goal: 'launch', op_id: 'o' })).result).toMatchInlineSnapshot(`
    {
      "coverage": {
        "circular_dependencies": [],
        "excluded_tasks": [],
        "left_out_dependencies": 0,
        "left_out_tasks": 0,
        "missing_dependencies": [],
        "suggested_tasks": [
          "build",
          "party",
          "ship",
          "test",
        ],
        "total_tasks": 4,
        "unknown_dependencies": [
          {
            "dependencies": [
              "sign",
            ],
            "task": "ship",
          },
        ],
      },
      "fragments": [
        {
          "edges": [
            {
              "attributes": {
                "kg_dependency": true,
              },
              "from": {
                "nodeId": "build",
              },
              "id": "build->test",
              "label": "depends_on",
              "to": {
                "nodeId": "test",
              },
            },
            {
              "attributes": {
                "kg_dependency": true,
              },
              "from": {
                "nodeId": "test",
              },
              "id": "test->ship",
              "label": "depends_on",
              "to": {
                "nodeId": "ship",
              },
            },
          ],
          "id": "launch-fragment-1",
          "nodes": [
            {
              "attributes": {
                "bt_input_key": "kg:build",
                "bt_tool": "noop",
                "kg_confidence": 0.123,
                "kg_duration": 15,
                "kg_goal": "launch",
                "kg_group": "all",
                "kg_seed": true,
                "kg_source": "playbook",
                "kg_weight": "heavy",
              },
              "id": "build",
              "kind": "task",
              "label": "Build it",
            },
            {
              "attributes": {
                "bt_input_key": "kg:party",
                "bt_tool": "noop",
                "kg_confidence": 1,
                "kg_goal": "launch",
                "kg_group": "all",
                "kg_seed": true,
                "kg_source": "unknown",
              },
              "id": "party",
              "kind": "task",
              "label": "party",
            },
            {
              "attributes": {
                "bt_input_key": "kg:test",
                "bt_tool": "noop",
                "kg_confidence": 1,
                "kg_goal": "launch",
                "kg_group": "all",
                "kg_seed": true,
                "kg_source": "Wiki",
              },
              "id": "test",
              "kind": "task",
              "label": "test",
            },
            {
              "attributes": {
                "bt_input_key": "kg:ship",
                "bt_tool": "noop",
                "kg_confidence": 1,
                "kg_goal": "launch",
                "kg_group": "all",
                "kg_seed": true,
                "kg_source": "playbook",
              },
              "id": "ship",
              "kind": "task",
              "label": "ship",
            },
          ],
        },
      ],
      "goal": "launch",
      "op_id": "o",
      "preferred_sources_applied": [],
      "preferred_sources_ignored": [],
      "rationale": [
        "Plan 'launch': 4/4 tasks",
        "Dependencies not in the plan: ship ← sign",
      ],
      "sources": [
        {
          "source": "playbook",
          "tasks": 2,
        },
        {
          "source": "Wiki",
          "tasks": 1,
        },
        {
          "source": "unknown",
          "tasks": 1,
        },
      ],
    }
  `);
});

test('kg_suggest_plan makes one fragment for each preferred source, and one for the rest', async () => {
  const { call } = await world();
  await call('kg_insert', { triples: PLAN });
  const context = {
    preferred_sources: ['WIKI', 'nobody', 'playbook'],
    exclude_tasks: ['build'],
    max_fragments: 2,
  };
  const { result } = await call('kg_suggest_plan', { goal: 'launch', context });
  const fragments = result['fragments'] as { id: string; nodes: { id: string; attributes: object }[] }[];
  expect(fragments.map(({ id, nodes }) => [id, ...nodes.map(node => node.id)])).toEqual([
    ['launch-fragment-1', 'test'],
    ['launch-fragment-2', 'test', 'ship'],
  ]);
  expect(fragments[1]?.nodes[0]?.attributes).toMatchObject({ kg_seed: false, kg_group: 'playbook' });
  expect(result).toMatchObject({
    rationale: [
      "Plan 'launch': 2/4 tasks",
      'Excluded: build',
      'Excluded dependencies: test ← build',
      'Dependencies not in the plan: ship ← sign',
      'Preferred sources without tasks: nobody',
      'Omitted because of max_fragments: rest',
    ],
    coverage: {
      total_tasks: 4,
      suggested_tasks: ['ship', 'test'],
      excluded_tasks: ['build'],
      missing_dependencies: [{ task: 'test', dependencies: ['build'] }],
      unknown_dependencies: [{ task: 'ship', dependencies: ['sign'] }],
    },
    sources: [
      { source: 'Wiki', tasks: 1 },
      { source: 'playbook', tasks: 1 },
    ],
    preferred_sources_applied: ['WIKI', 'playbook'],
    preferred_sources_ignored: ['nobody'],
  });
});

test('kg_suggest_plan says how a plan is written down where none is known', async () => {
  const { call } = await world();
  const { isError, result } = await call('kg_suggest_plan', { goal: 'la*' });
  expect(isError).toBe(false);
  expect(result).toMatchObject({
    fragments: [],
    rationale: [expect.stringContaining('Add it with kg_insert')],
    coverage: { total_tasks: 0 },
  });
});

test('a plan in a circle is suggested all the same', async () => {
  const { call } = await world();
  await call('kg_insert', {
    triples: [
      { subject: 'g', predicate: 'includes', object: 'a' },
      { subject: 'g', predicate: 'includes', object: 'b' },
      { subject: 'task:a', predicate: 'depends_on', object: 'b' },
      { subject: 'task:b', predicate: 'depends_on', object: 'a' },
    ],
  });
  const { result } = await call('kg_suggest_plan', { goal: 'g' });
  expect(result).toMatchObject({ coverage: { suggested_tasks: ['a', 'b'] } });
});

test('a plan of 50,000 tasks is suggested as far as a model can read it, and what is left out is said', async () => {
  const { core, call } = await world();
  const of = (subject: string, predicate: string, object: string) => ({
    ...{ subject, predicate, object, source: null, confidence: 1 },
  });
  const ids = Array.from({ length: 50_000 }, (_, i) => `t${String(i).padStart(5, '0')}`);
  const [first = '', ...later] = ids;
  await core.knowledge.insert([
    ...ids.map(id => of('g', 'includes', id)),
    ...later.map((id, i) => of(`task:${id}`, 'depends_on', ids[i] ?? '')),
    ...later.slice(0, 1).map(id => of(`task:${id}`, 'depends_on', 'elsewhere')),
  ]);
  const { result, text } = await call('kg_suggest_plan', { goal: 'g' });
  expect(result).toMatchObject({
    coverage: { total_tasks: 50_000, left_out_tasks: 49_800, left_out_dependencies: 0 },
    rationale: expect.arrayContaining([expect.stringMatching(/Omitted: 49800 tasks[^]*kg_query/)]),
  });
  const [{ nodes, edges } = { nodes: [], edges: [] }] = result['fragments'] as {
    nodes: { id: string }[];
    edges: { from: { nodeId: string } }[];
  }[];
  expect(nodes.map(({ id }) => id)).toEqual(ids.slice(0, 200));
  expect(edges.map(({ from }) => from.nodeId)).toEqual([first, ...ids.slice(1, 199)]);
  expect(text.length).toBeLessThan(200_000);
});

test('a task that depends on 50,000 others that nobody knows names the first hundred of them', async () => {
  const { core, call } = await world();
  const triples = Array.from({ length: 50_000 }, (_, i) => ({
    ...{ subject: 'task:a', predicate: 'depends_on', object: `x${i}`, source: null, confidence: 1 },
  }));
  await core.knowledge.insert([
    { subject: 'g', predicate: 'includes', object: 'a', source: null, confidence: 1 },
  ]);
  await core.knowledge.insert(triples);
  const { result, text } = await call('kg_suggest_plan', { goal: 'g' });
  const { coverage } = result as { coverage: { unknown_dependencies: { dependencies: string[] }[] } };
  expect(coverage.unknown_dependencies.map(({ dependencies }) => dependencies.length)).toEqual([100]);
  expect(coverage).toMatchObject({ left_out_dependencies: 49_900, left_out_tasks: 0 });
  expect(text.length).toBeLessThan(20_000);
});

test('a suggestion ends where its texts get long, and always has a first task', async () => {
  const { core, call } = await world();
  const long = (letter: string) => letter.repeat(4_000);
  const goal = long('g');
  await core.knowledge.insert(
    Array.from({ length: 100 }, (_, i) => ({
      ...{ subject: goal, predicate: 'includes', object: `${i}${long('\n')}x`, source: null, confidence: 1 },
    })),
  );
  const { result, text } = await call('kg_suggest_plan', { goal });
  const { coverage } = result as { coverage: { suggested_tasks: string[]; left_out_tasks: number } };
  expect(coverage.suggested_tasks.length).toBeGreaterThan(0);
  expect(coverage.suggested_tasks.length + coverage.left_out_tasks).toBe(100);
  expect(text.length).toBeLessThan(400_000);
});

test('a task that is in the plan by both of its names is one task, with the source that was told first', async () => {
  const { call } = await world();
  const triples = ['a', 'task:a'].map((object, i) => ({
    ...{ subject: 'g', predicate: 'includes', object, source: `s${i}` },
  }));
  await call('kg_insert', { triples });
  expect((await call('kg_suggest_plan', { goal: 'g' })).result).toMatchObject({
    coverage: { total_tasks: 1, suggested_tasks: ['a'], left_out_tasks: 0 },
    sources: [{ source: 's0', tasks: 1 }],
  });
  for (const name of ['a', 'task:a']) {
    const context = { exclude_tasks: [name] };
    expect((await call('kg_suggest_plan', { goal: 'g', context })).result).toMatchObject({
      coverage: { total_tasks: 1, excluded_tasks: ['a'] },
    });
  }
});

test('kg_suggest_plan names tasks that wait for each other in a circle', async () => {
  const { call } = await world();
  const includes = ['a', 'b', 'c', 'd'].map(object => ({ subject: 'ring', predicate: 'includes', object }));
  const waits = [
    ['a', 'b'],
    ['b', 'c'],
    ['c', 'a'],
    ['d', 'a'],
    ['d', 'd'],
  ].map(([task, object]) => ({ subject: `task:${task}`, predicate: 'depends_on', object }));
  await call('kg_insert', { triples: [...includes, ...waits] });
  const { result } = await call('kg_suggest_plan', { goal: 'ring' });
  expect(result).toMatchObject({ coverage: { circular_dependencies: [['d'], ['a', 'b', 'c']] } });
  expect(result['rationale']).toEqual([
    "Plan 'ring': 4/4 tasks",
    'Dependency cycle: d waits for d. Remove one of these dependencies with kg_delete.',
    'Dependency cycle: a waits for b waits for c waits for a. Remove one of these dependencies with kg_delete.',
  ]);
});
