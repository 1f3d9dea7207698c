import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyJson } from '../../../../test/support/anyJson';
import { Refusal } from '../../../core/support/refusal';
import { readTree } from '../tree/readTree';
import { readXml } from './readXml';
import { writeXml } from './writeXml';

const wrapped = (inner: string): string =>
  `<root BTCPP_format="4">\n<BehaviorTree ID="T">\n${inner}\n</BehaviorTree></root>`;

function refusalOf(act: () => unknown): Refusal {
  try {
    act();
  } catch (error) {
    if (Refusal.is(error)) return error;
    throw error;
  }
  throw new Error('Nothing was refused.');
}

const id = fc.stringMatching(/^[\w .:/"<&'é-]{1,12}$/);
const json = anyJson({ maxDepth: 3 }) as fc.Arbitrary<never>;
const maybe = <T>(key: string, value: fc.Arbitrary<T>) =>
  fc.option(value, { nil: undefined }).map(given => (given === undefined ? {} : { [key]: given }));

const { node } = fc.letrec<{ node: Record<string, unknown> }>(tie => {
  const child = tie('node').map(below => ({ child: below }));
  const children = fc.array(tie('node'), { minLength: 1, maxLength: 4 }).map(below => ({ children: below }));
  const of = (...parts: readonly fc.Arbitrary<Record<string, unknown>>[]) =>
    fc.tuple(maybe('id', id), ...parts).map(all => Object.assign({}, ...all) as Record<string, unknown>);
  const type = (...types: readonly string[]) => fc.constantFrom(...types).map(name => ({ type: name }));
  const input = fc.oneof(
    maybe('input', json),
    maybe('input', fc.dictionary(fc.stringMatching(/^[a-z]{1,5}$/), fc.string({ unit: 'binary' }))),
    fc.constant({ input: { path: { $from: '/vars/file' } } }),
    fc.constant({ input: { path: '{file}' } }),
    maybe('input_key', id),
  );
  const leaf = of(
    type('task'),
    fc.oneof(
      id.map(tool => ({ tool })),
      fc
        .constantFrom(
          'noop',
          'abort',
          'Step',
          'Sequence',
          'Sleep',
          'Check',
          'SubTree',
          'xmlish',
          'fs__read',
          '3d',
        )
        .map(tool => ({ tool })),
    ),
    input,
    maybe('output_key', id),
    maybe('node_id', id),
  );
  const wait = fc
    .nat({ max: 60_000 })
    .map(ms => ({ type: 'task', tool: 'wait', input: { duration_ms: ms } }));
  const condition = of(
    type('condition'),
    id.map(key => ({ condition_key: key })),
    maybe('expected', json),
  );
  return {
    node: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      leaf,
      wait,
      condition,
      of(
        type('sequence', 'selector', 'reactive_sequence', 'reactive_selector', 'sequence_with_memory'),
        children,
      ),
      of(type('inverter', 'force_success', 'force_failure', 'cancellable'), child),
      of(
        type('parallel'),
        fc.constantFrom({ policy: 'all' }, { policy: { mode: 'quota', threshold: 1, failure_threshold: 1 } }),
        children,
      ),
      of(
        type('retry'),
        fc.integer({ min: 1, max: 9 }).map(n => ({ max_attempts: n })),
        maybe('backoff_ms', fc.nat({ max: 99 })),
        child,
      ),
      of(type('repeat'), fc.constantFrom({ cycles: -1 }, { cycles: 3 }), child),
      of(
        type('timeout'),
        fc.constantFrom(
          { timeout_ms: 5 },
          { timeout_ms: 5, complexity_score: 2 },
          { timeout_category: 'quick', complexity_score: 0.5 },
        ),
        child,
      ),
      of(
        type('guard'),
        id.map(key => ({ condition_key: key })),
        maybe('expected', json),
        child,
      ),
    ),
  };
});

test('any tree that can be run is the same after it was XML', () => {
  fc.assert(
    fc.property(id, node, (name, root) => {
      const tree = readTree({ id: name, root });
      const xml = writeXml(tree);
      expect(readXml(xml)).toEqual(tree);
      expect(writeXml(readXml(xml))).toBe(xml);
      expect(readXml(writeXml(tree, { hasModels: true }))).toEqual(tree);
    }),
    { numRuns: 500 },
  );
});

test('whatever a text is, it is read or refused with line and column', () => {
  const xml = wrapped(
    '<Sequence name="a"><Step seq="S"/><Parallel success_count="1"><A/><B x="{y}"/></Parallel></Sequence>',
  );
  const broken = fc
    .array(
      fc.tuple(
        fc.nat({ max: xml.length }),
        fc.nat({ max: 3 }),
        fc.constantFrom('', '<', '>', '"', '&', '/', '\u0000', 'é', '<a>', '-9'),
      ),
      { minLength: 1, maxLength: 4 },
    )
    .map(edits =>
      edits.reduce((text, [at, gone, put]) => text.slice(0, at) + put + text.slice(at + gone), xml),
    );
  fc.assert(
    fc.property(fc.oneof(broken, fc.string()), text => {
      try {
        readXml(text);
      } catch (error) {
        if (!Refusal.is(error)) throw error;
        expect(error.code).toBe('E-PLAN-INVALID-INPUT');
        const { line, column, place } = error.details;
        expect(typeof place === 'string' || (Number(line) >= 1 && Number(column) >= 1)).toBe(true);
      }
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  ['<Sequence></Sequence>', 'at line 3, column 1: "Sequence" needs a child.'],
  ['<Inverter><A/>\n  <B/></Inverter>', 'at line 3, column 1: "Inverter" has one child.'],
  ['<Delay delay_msec="5"><A/></Delay>', 'at line 3, column 1: "Delay" is not supported.'],
  ['<Delay delay_msec="5"><A/></Delay>', 'Use a Sequence with a Sleep before the node.'],
  ['<Script code="a:=1"/>', 'Use <noop input='],
  ['<SequenceStar><A/></SequenceStar>', 'Use a SequenceWithMemory.'],
  ['<SubTreePlus ID="T"/>', 'Use a SubTree with _autoremap="true".'],
  ['<Foo><A/></Foo>', 'at line 3, column 1: "Foo" is no node with children.'],
  [
    '<Sequence>\n  <A _skipIf="x"/></Sequence>',
    'at line 4, column 3: Scripts such as "_skipIf" are not supported.',
  ],
  ['<Repeat num_cycles="{n}"><A/></Repeat>', 'at line 3, column 1: num_cycles must be a number'],
  ['<Repeat><A/></Repeat>', 'at line 3, column 1: "Repeat" needs num_cycles.'],
  ['<A/><B/>', 'at line 3, column 5: A BehaviorTree has one node'],
  ['<SubTree ID="U"/>', 'at line 3, column 1: There is no tree "U".'],
  ['<SubTree ID="T"/>', 'at line 3, column 1: Tree "T" is a part of itself.'],
  ['<Guard condition_key="k" expected="{"><A/></Guard>', 'at line 3, column 1: "expected" is no JSON.'],
  ['<A', 'at line 4'],
  [
    '<Parallel success_threshold="1"><A/></Parallel>',
    'at line 3, column 1: "Parallel" has no attribute "success_threshold", only name, success_count, failure_count.',
  ],
  ['<A goal="{@home}"/>', 'at line 3, column 1: {@home} is not supported: give it to the SubTree as a port'],
  ['<Sequence memory="false"><A/></Sequence>', '"Sequence" has no attribute "memory", only name.'],
  ['<Sleep msec="5" after="{x}"/>', '"Sleep" has no attribute "after"'],
  ['<AlwaysSuccess output_key="x"/>', '"AlwaysSuccess" has no attribute "output_key"'],
  ['<Check condition_key="k" equals="1"/>', '"Condition" has no attribute "equals"'],
  ['<get_issue ID="5"/>', `"get_issue" can't have an ID.`],
  ['<A input="{}" x="1"/>', 'at line 3, column 1: "x" would be lost'],
  ['<A input_key="k" x="1"/>', 'at line 3, column 1: "x" would be lost'],
  [
    '<Sequence>\n<Repeat num_cycles="0"><A/></Repeat></Sequence>',
    'at line 4, column 1: at /cycles: must not be 0',
  ],
  [
    '<Parallel success_count="3"><A/><B/></Parallel>',
    'at line 3, column 1: at /policy/threshold: must be within',
  ],
  ['<A name=""/>', 'at line 3, column 1: at /id: '],
  [
    '<Timeout msec="5" timeout_category="quick"><A/></Timeout>',
    'at line 3, column 1: needs timeout_ms or timeout_category',
  ],
  ['<SubTree ID="T"><remap internal="a" external="b"/></SubTree>', 'A SubTree has no children'],
  ['<noop output_key="q"><![CDATA[{"a":1}]]></noop>', 'text in "noop" would be lost: {"a":1}'],
  ['<bb_set>{"key":"k","value":1}</bb_set>', 'text in "bb_set" would be lost'],
  [
    '<Sequence>Read the files<AlwaysSuccess/></Sequence>',
    'text in "Sequence" would be lost: Read the files.',
  ],
  ['First look <AlwaysSuccess/>', 'text in "BehaviorTree" would be lost: First look.'],
])('%s is refused where it is wrong', (inner, message) => {
  expect(refusalOf(() => readXml(wrapped(inner))).message).toContain(message);
});

test.each([
  ['<Control ID="Sequence" name="all"><A/></Control>', '<Sequence name="all"><A/></Sequence>'],
  [
    '<Control ID="Parallel" success_count="1" failure_count="2"><A/><B/></Control>',
    '<Parallel success_count="1" failure_count="2"><A/><B/></Parallel>',
  ],
  ['<Decorator ID="Inverter"><Action ID="A" x="{y}"/></Decorator>', '<Inverter><A x="{y}"/></Inverter>'],
  ['<Decorator ID="Repeat" num_cycles="3"><A/></Decorator>', '<Repeat num_cycles="3"><A/></Repeat>'],
  ['<Action ID="AlwaysSuccess" name="n"/>', '<AlwaysSuccess name="n"/>'],
  ['<Action ID="Sleep" msec="5"/>', '<Sleep msec="5"/>'],
  ['<Condition ID="IsDoorClosed" door="{d}"/>', '<IsDoorClosed door="{d}"/>'],
  ['<Condition ID="Check"/>', '<Action ID="Check" input=""/>'],
  ['<Check condition_key="k" expected="1"/>', '<Condition ID="Check" condition_key="k" expected="1"/>'],
])('%s is the same node as in its other form', (long, short) => {
  const [tree, same] = [readXml(wrapped(long)), readXml(wrapped(short))];
  expect(tree).toEqual(same);
  expect(readXml(writeXml(tree))).toEqual(tree);
});

test.each([
  ['<Action ID="Script" code="a:=1"/>', '"Script" is not supported'],
  ['<Decorator ID="KeepRunningUntilFailure"><A/></Decorator>', '"KeepRunningUntilFailure" is not supported'],
  ['<Decorator ID="RateController" hz="1"><A/></Decorator>', '"RateController" is no node with children'],
  ['<Control ID="RoundRobin"/>', '"RoundRobin" is no node with children'],
  ['<Condition/>', '"Condition" needs an ID'],
])('%s is refused by the name of its node', (inner, message) => {
  expect(refusalOf(() => readXml(wrapped(inner))).message).toContain(`at line 3, column 1: ${message}`);
});

test('blank lines may come before the declaration, and all else keeps its line', () => {
  const head = '\n\n  <?xml version="1.0" encoding="UTF-8"?>\n';
  for (const before of [head, `\uFEFF${head}`, `\uFEFF${head.trim()}`])
    expect(readXml(`${before}${wrapped('<A/>')}`)).toEqual(readXml(wrapped('<A/>')));
  expect(refusalOf(() => readXml(`${head}${wrapped('<Delay/>')}`)).message).toContain('at line 6, column 1');
});

test('subtrees take the place of what refers to them', () => {
  const xml =
    '<?xml version="1.0"?><!-- from Groot2 --><root BTCPP_format="4" main_tree_to_execute="M">' +
    '<BehaviorTree ID="S"><Step seq="S"/></BehaviorTree>' +
    '<BehaviorTree ID="M"><Fallback><SubTree ID="S" _autoremap="true"/><SubTree ID="S"/></Fallback></BehaviorTree>' +
    '<TreeNodesModel><Action ID="Step"/></TreeNodesModel></root>';
  const step = { type: 'task', tool: 'Step', input: { seq: 'S' } };
  expect(readXml(xml)).toEqual({ id: 'M', root: { type: 'selector', children: [step, step] } });
});

test.each([
  ['<A goal="{=}"/>', { goal: { $from: '/vars/goal' } }],
  ['<A goal=" { to.x } "/>', { goal: { $from: '/vars/to.x' } }],
  [
    '<A goal="{a,b}" json="{&quot;x&quot;:1}" none="{}" dollar="${x}"/>',
    { goal: '{a,b}', json: '{"x":1}', none: '{}', dollar: '${x}' },
  ],
  ['<Sleep msec="{pause}"/>', { duration_ms: { $from: '/vars/pause' } }],
])('%s takes what BehaviorTree.CPP takes for a variable, and no other text', (inner, input) => {
  const tree = readXml(wrapped(inner));
  expect(tree.root).toMatchObject({ input });
  expect(readXml(writeXml(tree))).toEqual(tree);
});

/** A plan of one leaf whose model has outputs. */
const modelled = (inner: string): string =>
  wrapped(inner).replace(
    '</root>',
    '<TreeNodesModel><Action ID="Plan"><input_port name="goal"/><output_port name="path"/><output_port name="code"/></Action></TreeNodesModel></root>',
  );

test.each(['<Plan goal="{to}" path="{way}"/>', '<Action ID="Plan" goal="{to}" path="{way}"/>'])(
  'a port that the model calls an output is set, not read: %s',
  inner => {
    const tree = readXml(modelled(inner));
    const input = { goal: { $from: '/vars/to' } };
    expect(tree.root).toEqual({ type: 'task', tool: 'Plan', input, output_key: 'way' });
    expect(readXml(writeXml(tree, { hasModels: true }))).toEqual(tree);
  },
);

test.each([
  ['<Plan path="{way}" code="{c}"/>', '"code" is a second output: a leaf has one, its output_key.'],
  ['<Plan path="{way}" output_key="x"/>', '"path" is a second output: a leaf has one, its output_key.'],
  ['<Plan path="way"/>', '"path" is an output, so it must be a variable: {name}.'],
])('%s is refused, since its outputs cannot be set', (inner, message) => {
  expect(refusalOf(() => readXml(modelled(inner))).message).toBe(`at line 3, column 1: ${message}`);
});

test('a name of a variable may stand in braces where it can be nothing else', () => {
  expect(
    readXml(wrapped('<Guard condition_key="{ok}"><A input_key="{in}" output_key="{out}"/></Guard>')).root,
  ).toEqual({
    type: 'guard',
    condition_key: 'ok',
    child: { type: 'task', tool: 'A', input_key: 'in', output_key: 'out' },
  });
});

test.each([
  ['the only tree, without a name', '', '<BehaviorTree><A/></BehaviorTree>', 'plan'],
  [
    'the one that no other uses, wherever it stands',
    '',
    '<BehaviorTree ID="S"><A/></BehaviorTree><BehaviorTree ID="M"><SubTree ID="S"/></BehaviorTree>' +
      '<TreeNodesModel><SubTree ID="M"/><SubTree ID="S"/></TreeNodesModel>',
    'M',
  ],
  [
    'the one that the root names',
    ' main_tree_to_execute="S"',
    '<BehaviorTree ID="M"><SubTree ID="S"/></BehaviorTree><BehaviorTree ID="S"><A/></BehaviorTree>',
    'S',
  ],
])('of several trees it is %s that runs', (_which, attributes, trees, chosen) => {
  expect(readXml(`<root BTCPP_format="4"${attributes}>${trees}</root>`).id).toBe(chosen);
});

test.each([
  [
    '<BehaviorTree ID="Park"><A/></BehaviorTree><BehaviorTree ID="Drive"><B/></BehaviorTree>',
    'at line 1, column 1: Say which tree runs, as main_tree_to_execute of root: Park, Drive.',
  ],
  ['', 'There is no tree'],
  ['<BehaviorTree ID="M"><A/></BehaviorTree><BehaviorTree><A/></BehaviorTree>', 'A BehaviorTree needs an ID'],
])('%s: no tree runs that nobody chose', (trees, message) => {
  expect(refusalOf(() => readXml(`<root BTCPP_format="4">${trees}</root>`)).message).toContain(message);
});

test.each([
  ['200 levels', `${'<Inverter>'.repeat(200)}<A/>${'</Inverter>'.repeat(200)}`, '100 levels deep at most'],
  [
    '100,000 levels',
    `${'<a>'.repeat(100_000)}${'</a>'.repeat(100_000)}`,
    'nested too deep|levels deep|no node',
  ],
  ['100,000 nodes', `<Sequence>${'<A/>'.repeat(100_000)}</Sequence>`, '5000 nodes at most'],
])('%s are refused', (_what, inner, message) => {
  expect(refusalOf(() => readXml(wrapped(inner))).message).toMatch(new RegExp(message));
});

test('entities that grow are not read', () => {
  const bomb =
    '<!DOCTYPE r [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><root BTCPP_format="4"><BehaviorTree ID="&b;"/></root>';
  expect(refusalOf(() => readXml(bomb)).code).toBe('E-PLAN-INVALID-INPUT');
});
