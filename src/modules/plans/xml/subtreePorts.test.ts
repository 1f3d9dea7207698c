import { expect, test } from 'vitest';
import { planWorld, soon } from '../../../../test/support/planWorld';
import { readXml } from './readXml';
import { writeXml } from './writeXml';

/** A tree that uses tree S, whose content is given. */
const xml = (uses: string, inner: string, models = ''): string =>
  `<root BTCPP_format="4" main_tree_to_execute="M">\n<BehaviorTree ID="M"><Sequence>\n${uses}\n</Sequence></BehaviorTree>\n` +
  `<BehaviorTree ID="S"><Sequence>${inner}</Sequence></BehaviorTree>${models}</root>`;
/** The nodes of each use of S. */
const used = (uses: string, inner: string, models = '') => {
  const { root } = readXml(xml(uses, inner, models));
  return ('children' in root ? root.children : []).map(use => ('children' in use ? use.children : []));
};
/** An element whose input is given as JSON. */
const step = (input: unknown, more = '') => `<Step input='${JSON.stringify(input)}' ${more}/>`;

test('ports stand for variables of the tree around, wherever the tree names them', () => {
  const inner = [
    '<Step what="{goal}"/>',
    step({ a: [{ $from: '/vars/goal/x/0', default: 1 }, { $text: 'to {/vars/goal} by {/vars/other}' }] }),
    step({ $literal: { $from: '/vars/goal' } }),
    '<Step input_key="goal" output_key="out"/>',
    '<Guard condition_key="goal"><Condition ID="Check" condition_key="other"/></Guard>',
  ].join('');
  expect(used('<SubTree ID="S" goal="{target}" out="{found}"/>', inner)).toEqual([
    [
      { type: 'task', tool: 'Step', input: { what: { $from: '/vars/target' } } },
      {
        type: 'task',
        tool: 'Step',
        input: {
          a: [{ $from: '/vars/target/x/0', default: 1 }, { $text: 'to {/vars/target} by {/vars/other}' }],
        },
      },
      { type: 'task', tool: 'Step', input: { $literal: { $from: '/vars/goal' } } },
      { type: 'task', tool: 'Step', input_key: 'target', output_key: 'found' },
      {
        type: 'guard',
        condition_key: 'target',
        child: { type: 'condition', condition_key: 'other' },
      },
    ],
  ]);
});

test('a port that is a text is that text', () => {
  const inner = `<Step v="{speed}"/>${step({ $text: 'at {/vars/speed}' })}<Step input_key="speed"/>`;
  expect(used('<SubTree ID="S" speed="3 &lt; 4"/>', inner)).toEqual([
    [
      { type: 'task', tool: 'Step', input: { v: { $literal: '3 < 4' } } },
      { type: 'task', tool: 'Step', input: { $text: 'at 3 < 4' } },
      { type: 'task', tool: 'Step', input: { $literal: '3 < 4' } },
    ],
  ]);
});

test('what a tree sets is its own in each use, unless it is a port or _autoremap is on', () => {
  const inner = '<Step output_key="tmp"/><Step v="{tmp}" w="{given}"/>';
  const names = (uses: string) =>
    used(uses, inner).map(([set, get]) => [
      set?.type === 'task' ? set.output_key : '',
      get?.type === 'task' ? get.input : '',
    ]);
  const reads = (name: string) => ({ v: { $from: `/vars/${name}` }, w: { $from: '/vars/given' } });
  expect(names('<SubTree ID="S"/><SubTree ID="S"/>')).toEqual([
    ['S-tmp', reads('S-tmp')],
    ['S-tmp-2', reads('S-tmp-2')],
  ]);
  expect(names('<SubTree ID="S" _autoremap="true"/><SubTree ID="S" tmp="{kept}"/>')).toEqual([
    ['tmp', reads('tmp')],
    ['kept', reads('kept')],
  ]);
  // Nobody else has the name.
  expect(names('<SubTree ID="S"/><Sequence><Step v="{S-tmp}"/><Step/></Sequence>')[0]).toEqual([
    'S-tmp-2',
    reads('S-tmp-2'),
  ]);
});

test('ports go through several levels, and a model says what they are by default', () => {
  const inner = '<SubTree ID="D" to="{goal}"/>';
  const deep = '<BehaviorTree ID="D"><Step v="{to}" w="{how}"/></BehaviorTree>';
  const model =
    '<TreeNodesModel><SubTree ID="D"><input_port name="to" default="nowhere"/><input_port name="how" default="fast"/></SubTree></TreeNodesModel>';
  expect(used('<SubTree ID="S" goal="{target}"/>', inner, deep + model)).toEqual([
    [{ type: 'task', tool: 'Step', input: { v: { $from: '/vars/target' }, w: { $literal: 'fast' } } }],
  ]);
});

test.each([
  ['<SubTree ID="S" out="x"/>', 'The tree sets port "out", so it must be a variable: {name}.'],
  ['<SubTree ID="S" seen="x"/>', 'The tree looks at port "seen", so it must be a variable: {name}.'],
  ['<SubTree ID="S" v="a {b}"/>', 'Port "v" must be a text, or one variable: {name}.'],
  ['<SubTree ID="S" _autoremap="maybe"/>', '_autoremap must be true or false.'],
])('%s is refused with its place', (use, message) => {
  const inner = '<Step output_key="out"/><Condition ID="Check" condition_key="seen"/>';
  expect(() => readXml(xml(use, inner))).toThrow(`at line 3, column 1: ${message}`);
});

test('a port may stand for the variable of its own name', () => {
  expect(used('<SubTree ID="S" goal="{=}"/>', '<Step v="{goal}" output_key="goal"/>')).toEqual([
    [{ type: 'task', tool: 'Step', input: { v: { $from: '/vars/goal' } }, output_key: 'goal' }],
  ]);
});

test('a tree with ports is the same after it was written and read again', () => {
  const tree = readXml(
    xml(
      '<SubTree ID="S" goal="{target}" v="7"/>',
      '<Step v="{v}" g="{goal}" output_key="tmp"/><Step v="{tmp}"/>',
    ),
  );
  expect(readXml(writeXml(tree))).toEqual(tree);
});

test('a plan hands a value into a subtree and takes one out, and sees nothing else of it', async () => {
  const { core, call } = await planWorld();
  const inner =
    '<noop input=\'{"$text":"Hello {/vars/who}"}\' output_key="tmp"/><noop input=\'{"$from":"/vars/tmp"}\' output_key="said"/>';
  const uses =
    '<SubTree ID="S" who="{name}" said="{greeting}"/><noop name="end" input=\'{"$from":"/vars/tmp","default":"nothing"}\'/>';
  const { result } = await soon(
    core,
    call('plan_run_bt', {
      xml: xml(uses, inner),
      variables: { name: 'yard' },
      return: ['/vars/greeting', '/outputs/end'],
    }),
  );
  expect(result).toMatchObject({
    status: 'success',
    returned: { '/vars/greeting': 'Hello yard', '/outputs/end': 'nothing' },
  });
});
