import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commands, lm, workspace } from 'vscode';
import { ask, newChat, readyChat, type Turn } from '../support/vscode/chat';
import { field } from '../support/vscode/results';
import { calls, type ModelRequest, says, type Step, type ToolCall } from '../support/vscode/script';
import { until } from '../support/vscode/until';
import { clickDialogButton } from '../support/vscode/window';

/** The two that VS Code shows whole, whatever else there is. */
const ALWAYS = ['mcp_switchyard-hq_mcp_call_tool', 'mcp_switchyard-hq_mcp_discover'];
/** What VS Code gives a model at most (its own limit). */
const MOST_TOOLS = 128;
type Input = Extract<ToolCall['input'], (...args: never) => object>;

const folder = workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';

/** What stands in `.vscode/mcp.json`: servers with so many tools. `first`: what of our names is seen before anything is switched on. */
const BESIDE: readonly { readonly servers: readonly number[]; readonly first: readonly string[] }[] = [
  { servers: [30], first: ['_mcp_activate', '_start_task', '_start_workflow', 'complete_task'] },
  { servers: [60], first: ['_mcp_activate', '_start_task', '_start_workflow', 'complete_task'] },
  { servers: [60, 4, 2, 1], first: ['_mcp_activate'] },
  { servers: [110], first: ['_mcp_activate', '_start_task'] },
  { servers: [200], first: ['_mcp_activate'] },
];

suiteSetup(() => readyChat());

for (const { servers, first } of BESIDE) {
  test(`beside ${servers.join(', ')} tools of others, an agent does its whole job with what VS Code sends`, async () => {
    await haveServers(servers);
    await newChat();
    const file = join(folder, `beside-${servers.join('-')}.txt`);
    const turn = ask(`Beside ${servers.join(' and ')} tools, write a note`, wholeJob(file));
    if (servers === BESIDE[0]?.servers) await clickDialogButton('Start Server');
    const { requests, results } = await turn;
    tell(servers, requests);

    for (const { tools } of requests) {
      assert.deepEqual(
        ALWAYS.filter(name => !tools.includes(name)),
        [],
      );
      assert.ok(tools.length <= MOST_TOOLS, `${tools.length} tools`);
    }
    assert.deepEqual(
      first.filter(name => !requests[0]?.tools.includes(`mcp_switchyard_${name}`)),
      [],
    );
    assert.match(results[0] ?? '', /filesystem/);
    assert.match(results[1] ?? '', /"server":\s*"filesystem"/);
    assert.equal(readFileSync(file, 'utf8'), 'Seen beside others.');
    assert.match(
      results[5] ?? '',
      new RegExp(`beside-${servers.join('-')}\\.txt`),
      'the record names the file',
    );
    assert.match(results[6] ?? '', /"tools_removed":\s*14/);
    assert.match(results[7] ?? '', /not active in this session/);
    assert.deepEqual(
      oursIn(requests.at(-1)).filter(name => name.includes('filesystem__')),
      [],
    );
  });
}

test('two tools do for the whole job, and what they switch on is offered by itself as well', async () => {
  await haveServers([60]);
  await newChat();
  const file = join(folder, 'two-tools.txt');
  const { requests, results } = await ask(
    'With two tools only, write a note',
    wholeJob(file, tool => ['mcp_discover', 'mcp_call_tool'].includes(tool)),
  );
  tell([60], requests);
  const isOffered = requests.map(request => oursIn(request).some(name => name.includes('_filesystem__')));
  assert.deepEqual([isOffered.at(0), isOffered.includes(true), isOffered.at(-1)], [false, true, false]);
  assert.equal(readFileSync(file, 'utf8'), 'Seen beside others.');
  assert.match(results[5] ?? '', /two-tools\.txt/);
  assert.match(results[6] ?? '', /"tools_removed":\s*14/);
  assert.match(results[7] ?? '', /not active in this session/);
});

test('a custom agent that has the two tools and nothing else does the whole job', async () => {
  await newChat();
  const file = join(folder, 'dispatched.txt');
  const { requests, results } = await ask('Dispatcher, write a note', wholeJob(file), { mode: 'dispatcher' });
  for (const request of requests) assert.deepEqual(oursIn(request).toSorted(), ALWAYS);
  assert.equal(readFileSync(file, 'utf8'), 'Seen beside others.');
  assert.match(results[5] ?? '', /dispatched\.txt/);
  assert.match(results[7] ?? '', /not active in this session/);
});

/** Finds, switches on, records, uses, and switches off: by a tool itself where it is offered, else through mcp_call_tool. */
function wholeJob(path: string, isCalledItself: (tool: string) => boolean = () => true): readonly Step[] {
  const reaches = (tool: string, input: Input): Step => {
    const otherwise: ToolCall = {
      tool: 'mcp_call_tool',
      input: results => ({ tool, arguments: input(results) }),
    };
    return { calls: [isCalledItself(tool) ? { tool, input, otherwise } : otherwise] };
  };
  return [
    calls('mcp_discover', { intent: 'write a file' }),
    reaches('mcp_activate', () => ({ name: 'filesystem' })),
    reaches('start_workflow', () => ({ name: 'Notes' })),
    reaches('start_task', results => ({
      workflow_id: field(results, 'workflow_id'),
      name: 'Write a note',
      goal: 'A note is there',
    })),
    reaches('filesystem__write_file', () => ({ path, content: 'Seen beside others.' })),
    reaches('complete_task', results => ({
      task_id: field(results, 'task_id'),
      status: 'success',
      outcome: { summary: 'The note is there' },
    })),
    reaches('mcp_deactivate', () => ({ name: 'filesystem' })),
    reaches('filesystem__read_text_file', () => ({ path })),
    says('Done.'),
  ];
}

/** Has VS Code run exactly these servers, as a person does who writes them into the file and starts them there. */
async function haveServers(sizes: readonly number[]): Promise<void> {
  mkdirSync(join(folder, '.vscode'), { recursive: true });
  const servers = sizes.map(size => [
    `others-${size}`,
    {
      type: 'stdio',
      command: process.env['SWITCHYARD_TEST_NODE'],
      args: [process.env['SWITCHYARD_TEST_MANY'], String(size)],
    },
  ]);
  writeFileSync(
    join(folder, '.vscode', 'mcp.json'),
    JSON.stringify({ servers: Object.fromEntries(servers) }),
  );
  const all = sizes.reduce((sum, size) => sum + size, 0);
  await until(`${all} tools of others are there`, async () => {
    await commands.executeCommand('workbench.mcp.startServer', '*', {
      autoTrustChanges: true,
      waitForLiveTools: true,
    });
    return lm.tools.filter(({ name }) => name.includes('_ledger_')).length === all;
  });
}

/** Prints what is visible before, after switching on, and after switching off. */
function tell(servers: readonly number[], requests: readonly ModelRequest[]): void {
  console.log(`    Beside ${servers.join(', ')} tools of others:`);
  for (const [moment, at] of [
    ['before', 0],
    ['active', 2],
    ['after', -1],
  ] as const) {
    const request = requests.at(at);
    const ours = oursIn(request);
    const names = ours.map(name => name.replace(/^mcp_switchyard(-hq)?_/, '')).join(' ');
    console.log(`      ${moment}: ${request?.tools.length ?? 0} sent, ${ours.length} of ours: ${names}`);
  }
  const ways = requests.at(-1)?.results.map(({ tool }) => (tool.endsWith('_mcp_call_tool') ? 'call' : 'own'));
  console.log(`      called by: ${ways?.join(' ') ?? ''}`);
}

/** Our tools that a request offers. */
function oursIn(request: Turn['requests'][number] | undefined): readonly string[] {
  return request?.tools.filter(name => name.startsWith('mcp_switchyard')) ?? [];
}
