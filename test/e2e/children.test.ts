import assert from 'node:assert/strict';
import { commands, window } from 'vscode';
import { ask, readyChat } from '../support/vscode/chat';
import { pressAction } from '../support/vscode/keyboard';
import { calls, callsTogether, says, type ToolResult } from '../support/vscode/script';
import { rows } from '../support/vscode/explorer';
import { untilPageSays } from '../support/vscode/taskPage';
import { until } from '../support/vscode/until';
import { clickDialogButton, dialogText, press, screenshot, textOf, type } from '../support/vscode/window';

const CREATE = 'mcp_switchyard_child_create';
const SEND = 'mcp_switchyard_child_send';
const COLLECT = 'mcp_switchyard_child_collect';
const STATUS = 'mcp_switchyard_child_status';
const ANNOUNCE = 'mcp_switchyard_cnp_announce';
const BID = 'mcp_switchyard_cnp_bid';
const AWARD = 'mcp_switchyard_cnp_award';

suiteSetup(() => readyChat());

test('a child agent starts with the command that a person approves, asks them, and gets the files that it changed', async function () {
  this.timeout(120_000);
  const node = process.env['SWITCHYARD_TEST_NODE'] ?? '';
  const program = process.env['SWITCHYARD_TEST_AGENT'] ?? '';
  const child = {
    child_id: 'helper',
    role: 'Writes the notes',
    command: node,
    args: [program],
    protocol: 'acp',
    areas: ['notes'],
    budget: { messages: 5 },
  };
  const work = {
    plan: ['Write the notes'],
    permission: 'touch notes/day.md',
    write: [['notes/day.md', 'The yard was open.\n']],
  };
  const turn = ask('Let somebody write the notes', [
    calls('mcp_activate', { name: 'children' }),
    calls(CREATE, child),
    calls(SEND, {
      child_id: 'helper',
      payload: { prompt: JSON.stringify(work) },
      expect: 'final',
      timeout_ms: 60_000,
    }),
    calls(COLLECT, { child_id: 'helper' }),
    says('They are written.'),
  ]);
  const start = await dialogText();
  assert.match(start, /Start a child agent with this command\?/);
  assert.ok(start.includes(program), start);
  await screenshot('child-consent');
  await clickDialogButton('Start Agent');
  assert.match(await dialogText(), /touch notes\/day\.md/);
  await screenshot('child-permission');
  await clickDialogButton('Allow Once');
  const { results } = await turn;
  assert.match(results[2] ?? '', /chose yes/);
  assert.match(results[3] ?? '', /"files":\["notes\/day\.md"\]/);
});

test('a person sees what a child does and wrote, sends it a message, opens its changes, and stops it', async function () {
  this.timeout(120_000);
  await commands.executeCommand('switchyard.sessions.focus');
  await until('the row of the child', async () => {
    const shown = await rows('Sessions');
    return /Child Agents[\s\S]*helper[\s\S]*ready/.test(shown) ? shown : undefined;
  });
  await screenshot('child-row');

  await commands.executeCommand('switchyard.openChild', { child: 'helper' });
  const shown = () => window.activeTextEditor?.document.getText() ?? '';
  await until('its output', async () =>
    /Writes the notes[\s\S]*chose yes/.test(shown()) ? shown() : undefined,
  );
  assert.match(shown(), /Budget: messages 1 \/ 5/);
  await screenshot('child-page');

  const sending = commands.executeCommand('switchyard.sendToChild', window.activeTextEditor?.document.uri);
  await textOf('.quick-input-title >> text=Send Message');
  await type('How are you?');
  await press('Enter');
  await sending;
  await until('its answer', async () => (shown().includes('You said: How are you?') ? shown() : undefined));

  await pressAction('Sessions', 'helper', 'Open Changes');
  await untilPageSays(/Message 2/);
  await screenshot('child-changes');

  await pressAction('Sessions', 'helper', 'Stop');
  await until('its end', async () => {
    const now = await rows('Sessions');
    return /helper[\s\S]*ended/.test(now) ? now : undefined;
  });
  const told = await ask('Is it still there?', [
    calls(STATUS, { child_id: 'helper' }),
    says('It has ended.'),
  ]);
  assert.match(told.results[0] ?? '', /"state":"terminated"[\s\S]*The user stopped it/);
});

/** Three who can do three pieces of work, what each asks for each, and the files that come of it. */
const COSTS = { api: [1, 5, 9], docs: [5, 1, 9], worker: [9, 5, 1] };
const PIECES = ['write the api', 'write the docs', 'write the page'];
const WORK = [
  { prompt: JSON.stringify({ plan: ['Write it'], write: [['src/api/a.ts', 'a\n']], say: 'API written' }) },
  {
    prompt: JSON.stringify({
      write: [
        ['docs/a.md', 'b\n'],
        ['docs/b.md', 'b\n'],
      ],
      say: 'Docs written',
    }),
  },
  { write: [['src/web/a.ts', 'c\n']] },
];

/** The calls for bids that were announced so far, oldest first. */
const callIds = (results: readonly ToolResult[]): readonly string[] =>
  results.flatMap(({ tool, text }) =>
    tool.endsWith(ANNOUNCE) ? (/"call_id":"([^"]+)"/.exec(text)?.slice(1, 2) ?? []) : [],
  );

test('three children share out the work by awards, and each gets the files that it changed', async function () {
  this.timeout(180_000);
  const node = process.env['SWITCHYARD_TEST_NODE'] ?? '';
  const agent = process.env['SWITCHYARD_TEST_AGENT'] ?? '';
  const worker = process.env['SWITCHYARD_TEST_WORKER'] ?? '';
  const acp = { command: node, args: [agent], protocol: 'acp' };
  const entries = [
    { ...acp, child_id: 'api', areas: ['src/api'], role: 'Writes the API' },
    { ...acp, child_id: 'docs', areas: ['docs'], role: 'Writes the docs', budget: { cpu_seconds: 600 } },
    {
      child_id: 'worker',
      command: node,
      args: [worker],
      areas: ['src/web'],
      budget: { tool_calls: 3 },
    },
  ];
  const starting = ask('Let three of them write it', [
    calls('mcp_activate', { name: 'children' }),
    calls('mcp_activate', { name: 'contract-net' }),
    calls('mcp_activate', { name: 'plans' }),
    calls('mcp_switchyard_child_batch_create', { entries }),
    says('They are there.'),
  ]);
  // The command of the other two was approved before.
  const start = await dialogText();
  assert.ok(start.includes(worker), start);
  await clickDialogButton('Start Agent');
  const { results: started } = await starting;
  assert.match(started[3] ?? '', /"child_id":"worker"/);

  const bids = (i: number) =>
    Object.entries(COSTS).map(([agent_id, cost]) => ({
      tool: BID,
      input: (results: readonly ToolResult[]) => ({ call_id: callIds(results)[i], agent_id, cost: cost[i] }),
    }));
  const shared = await ask(
    'Share out the work',
    [
      callsTogether(...PIECES.map(task_id => ({ tool: ANNOUNCE, input: { task_id, award: 'manual' } }))),
      ...PIECES.map((_, i) => callsTogether(...bids(i))),
      callsTogether(
        ...PIECES.map((_, i) => ({
          tool: AWARD,
          input: (results: readonly ToolResult[]) => ({ call_id: callIds(results)[i] }),
        })),
      ),
      callsTogether(
        ...WORK.map((payload, i) => ({
          tool: SEND,
          input: (results: readonly ToolResult[]) => ({
            child_id: 'auto',
            payload,
            contract_net: { call_id: callIds(results)[i] },
          }),
        })),
      ),
      calls('mcp_switchyard_plan_join', { children: ['api', 'docs', 'worker'] }),
      calls('mcp_switchyard_plan_reduce', { children: ['api', 'docs', 'worker'], reducer: 'concat' }),
      callsTogether(...Object.keys(COSTS).map(child_id => ({ tool: COLLECT, input: { child_id } }))),
      calls('mcp_switchyard_cnp_list'),
      says('All of it is written.'),
    ],
    { timeoutMs: 120_000 },
  );
  const [joined, reduced, ofApi, ofDocs, ofWorker, awards] = shared.results.slice(-6);
  assert.deepEqual(
    shared.results.slice(-9, -6).map(text => /"child_id":"([^"]+)"/.exec(text)?.[1]),
    ['api', 'docs', 'worker'],
  );
  assert.match(joined ?? '', /"satisfied":true[\s\S]*"success_count":3/);
  assert.ok(reduced?.includes('API written\\nDocs written\\nworker is done'), reduced);
  assert.match(ofApi ?? '', /"files":\["src\/api\/a\.ts"\]/);
  assert.match(ofDocs ?? '', /"files":\["docs\/a\.md","docs\/b\.md"\]/);
  assert.match(ofWorker ?? '', /"files":\["src\/web\/a\.ts"\]/);
  for (const [text, others] of [
    [ofApi, /docs\/|src\/web/],
    [ofDocs, /src\/(api|web)/],
    [ofWorker, /docs\/|src\/api/],
  ] as const)
    assert.doesNotMatch(text?.replaceAll(/"areas":\[[^\]]*\]/g, '') ?? '', others);
  assert.equal(awards?.match(/"status":"completed"/g)?.length, 3, awards);
});

test('one of three is killed and comes back, one goes over its budget and is stopped, and a person sees both', async function () {
  this.timeout(120_000);
  await commands.executeCommand('switchyard.openChild', { child: 'docs' });
  const shown = () => window.activeTextEditor?.document.getText() ?? '';
  const untilShown = async (words: RegExp) =>
    await until(`The page says ${words}`, () => (words.test(shown()) ? shown() : undefined));
  await untilShown(/Budget: cpu_seconds [\d.]+ \/ 600/);
  await ask('Let the one for the docs crash', [
    calls(SEND, { child_id: 'docs', payload: '{"exit": 9}' }),
    says('It has.'),
  ]);
  await untilShown(/exited with code 9\.[\s\S]*It is restarted in 250 ms/);
  const again = await ask('Say hello to the one for the docs', [
    calls(SEND, { child_id: 'docs', payload: 'hello', expect: 'final' }),
    calls(STATUS, { child_id: 'docs' }),
    says('It is back.'),
  ]);
  assert.match(again.results[0] ?? '', /You said: hello/);
  assert.match(again.results[1] ?? '', /"state":"ready"[\s\S]*"restarts":1/);

  await commands.executeCommand('switchyard.openChild', { child: 'worker' });
  await untilShown(/Budget: tool_calls 0 \/ 3/);
  await ask('Give the worker more than it may do', [
    calls(SEND, { child_id: 'worker', payload: { calls: 4 } }),
    says('It has it.'),
  ]);
  await untilShown(/Its budget of 3 tool calls is used up\./);
  await commands.executeCommand('switchyard.sessions.focus');
  await until('the rows of the three', async () => {
    const now = await rows('Sessions');
    return (
      /api[^\n]*(ready|idle)/.test(now) && /docs[^\n]*ready/.test(now) && /worker[^\n]*stopped/.test(now)
    );
  });
  await screenshot('children-three');
});
