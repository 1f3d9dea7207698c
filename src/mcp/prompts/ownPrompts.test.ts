import { expect, test } from 'vitest';
import { toolCaller } from '../../../test/support/callTool';
import { chat, noSignal, testCore } from '../../../test/support/testCore';
import { completedArgument, ownPrompt, ownPrompts } from './ownPrompts';

/** What the conversation begins with. */
async function textOf(given: Readonly<Record<string, string>>, prompt = 'work_together'): Promise<string> {
  const { messages } = (await ownPrompt(prompt, given)) as {
    readonly messages: readonly { readonly role: string; readonly content: { readonly text: string } }[];
  };
  expect(messages).toMatchObject([{ role: 'user', content: { type: 'text' } }]);
  return messages[0]?.content.text ?? '';
}

/** Every call that a text shows, in its order. */
function callsIn(
  text: string,
): { readonly tool: string; readonly input: Readonly<Record<string, unknown>> }[] {
  return [...text.matchAll(/^ {3}([a-z_]+) (\{.*\})$/gm)].map(([, tool = '', input = '']) => ({
    tool,
    input: JSON.parse(input) as Readonly<Record<string, unknown>>,
  }));
}

test('lists our prompts and what can be filled in', () => {
  expect(ownPrompts).toEqual([
    {
      name: 'work_together',
      title: expect.any(String),
      description: expect.any(String),
      arguments: [
        { name: 'goal', description: expect.any(String), required: true },
        { name: 'role', description: expect.any(String), required: false },
        { name: 'board', description: expect.any(String), required: false },
      ],
    },
    {
      name: 'write_plan',
      title: expect.any(String),
      description: expect.any(String),
      arguments: [{ name: 'goal', description: expect.any(String), required: true }],
    },
  ]);
});

test('says the goal, the role and the board, and shows the calls in the order they are made', async () => {
  const text = await textOf({ goal: ' Mend the login ', role: 'worker', board: 'login' });
  expect(text).toContain('\nGoal: Mend the login\n');
  expect(text).toContain('\nRole: worker.\n');
  expect(text).toContain('"login:claim:1"');
  expect(text).toContain('E-BB-CONFLICT');
  expect(callsIn(text).map(({ tool }) => tool)).toEqual([
    'mcp_activate',
    'mcp_activate',
    'bb_query',
    'stig_snapshot',
    'bb_batch_set',
    'bb_set',
    'stig_mark',
    'stig_decay',
    'bb_watch',
    'bb_get',
    'bb_set',
    'bb_set',
    'stig_mark',
  ]);
});

test('leaves it to who comes first who leads, on a board called team', async () => {
  const text = await textOf({ goal: 'g', role: '' });
  expect(text).toContain('Role: lead if step 2 finds no "team:plan", else worker.');
});

test('shows calls that work as they stand, one after the other', async () => {
  const core = await testCore();
  const call = toolCaller(core);
  const goal = 'Say "hi"\nto {all}';
  for (const { tool, input } of callsIn(await textOf({ goal }))) {
    const { isError, text } = await call(tool, input);
    expect(isError, `${tool}: ${text}`).toBe(false);
  }
});

test.each([
  [{}, '"goal" must be a goal'],
  [{ goal: ' ' }, '"goal" must be a goal'],
  [{ goal: 'g'.repeat(2_001) }, '"goal" must be a goal'],
  [{ goal: 'g', role: 'boss' }, '"role" must be lead or worker'],
  [{ goal: 'g', board: 'My board' }, '"board" must be 1 to 40'],
  [{ goal: 'g', more: 'x' }, 'It has: goal, role, board.'],
])(
  'refuses arguments that do not fit, in words (%#)',
  async (given: Readonly<Record<string, string>>, words) => {
    await expect(ownPrompt('work_together', given)).rejects.toThrow(words);
  },
);

test('completes the role, and proposes nothing for what is free', () => {
  const values = (name: string, value: string) =>
    completedArgument('work_together', { name, value })['completion'];
  expect(values('role', '')).toEqual({ values: ['lead', 'worker'], total: 2, hasMore: false });
  expect(values('role', 'W')).toMatchObject({ values: ['worker'] });
  expect(values('goal', 'a')).toEqual({ values: [], total: 0, hasMore: false });
});

test('the calls of write_plan can be made as they stand, and do what the text says', async () => {
  const text = await textOf({ goal: 'Greet the yard' }, 'write_plan');
  expect(text).toContain('Goal: Greet the yard');
  const core = await testCore();
  const call = toolCaller(core);
  const answers = [];
  for (const { tool, input } of callsIn(text)) {
    if (tool === 'mcp_activate')
      await core.gateway.activate(chat('anna'), String(input['name']), 'agent', noSignal());
    else answers.push((await call(tool, input)).result);
  }
  expect(answers).toMatchObject([
    { can_run: true, tools: [{ tool: 'noop' }, { tool: 'bb_set' }] },
    { status: 'success', returned: { '/outputs/greet': 'Hello yard' } },
    { runs: [{ state: 'done' }], result: { returned: { '/outputs/share': { key: 'plan:greeting' } } } },
  ]);
  expect((await call('bb_get', { key: 'plan:greeting' })).result).toMatchObject({
    entry: { value: 'Hello yard' },
  });
});
