import assert from 'node:assert/strict';
import { commands, ConfigurationTarget, lm, workspace } from 'vscode';
import { type AgentBeside, startBesideWindow } from '../support/vscode/besideWindow';
import { ask, newChat, readyChat, requestsFor, type Turn } from '../support/vscode/chat';
import { untilAsked, untilTitled } from '../support/vscode/quickInput';
import { calls, says } from '../support/vscode/script';
import { until, within } from '../support/vscode/until';
import { click, press, screenshot, textOf } from '../support/vscode/window';

const OURS = 'mcp_switchyard_';
const STATUS = '[id="switchyard.switchyard.switchyard.status"]';
const PICK = '.quick-input-widget';
/** What VS Code gives a model at most (its own limit). */
const MOST_TOOLS = 128;
/** The longest wait there is, and a turn that must end before it: who waits is woken by what happens, not let go in the end. */
const WAIT = { wait_ms: 30_000 };
const WOKEN = { timeoutMs: 29_000 };

interface Change {
  readonly version: number;
  readonly kind: string;
  readonly key: string;
  readonly reason: string | null;
  readonly entry: { readonly value: unknown } | null;
}

let beside: AgentBeside;

suiteSetup(async () => {
  await readyChat();
  await ask('Say hello', [says('Hello.')]);
  beside = await startBesideWindow();
  await beside.call('mcp_activate', { name: 'blackboard' });
});

suiteTeardown(() => beside.close());

test('a chat that waits at the blackboard sees what another chat of the window writes', async () => {
  await newChat();
  const waiting = ask(
    'Wait for the plan',
    [calls('mcp_activate', { name: 'blackboard' }), calls(`${OURS}bb_watch`, WAIT), says('I have seen it.')],
    WOKEN,
  );
  await until('The watch was asked for', async () => (await requestsFor('Wait for the plan')).length === 2);
  await newChat();
  const wrote = await ask('Write the plan', [
    calls('mcp_activate', { name: 'blackboard' }),
    calls(`${OURS}bb_set`, { key: 'plan:auth', value: { step: 'JWT' }, expected_version: 0 }),
    says('Written.'),
  ]);
  assert.equal(answer(wrote, 1)['version'], 1);
  assert.deepEqual(changes(await waiting, 1), [[1, 'set', 'plan:auth', { step: 'JWT' }]]);
  const sessions = [...(await requestsFor('Wait for the plan')), ...(await requestsFor('Write the plan'))];
  assert.equal(new Set(sessions.map(({ modelOptions }) => modelOptions['_conversationId'])).size, 2);
  await until('The status bar counts the tools of the board', async () =>
    /1 · 6 tools/.test(await textOf(STATUS)),
  );
  await screenshot('together-two-chats');
});

test('the program beside the window sees it, writes too, and wakes a chat that waits', async () => {
  assert.deepEqual((await beside.call('bb_get', { key: 'plan:auth' }))['entry'], {
    ...((await beside.call('bb_query'))['entries'] as object[])[0],
  });
  const waiting = ask(
    'Wait for the others',
    [calls(`${OURS}bb_watch`, { start_version: 1, ...WAIT }), says('Seen.')],
    WOKEN,
  );
  await until('The watch was asked for', async () => (await requestsFor('Wait for the others')).length === 1);
  const news = besideWatches(2);
  const set = await beside.call('bb_set', { key: 'plan:auth', value: 'mine', expected_version: 1 });
  assert.equal(set['version'], 2);
  assert.deepEqual(changes(await waiting, 0), [[2, 'set', 'plan:auth', 'mine']]);
  const late = await ask('Write over it', [
    calls(`${OURS}bb_set`, { key: 'plan:auth', value: 'late', expected_version: 1 }),
    calls(`${OURS}bb_set`, { key: 'plan:auth', value: 'in time', expected_version: 2 }),
    says('Told.'),
  ]);
  assert.match(late.results[0] ?? '', /"error":\s*"E-BB-CONFLICT"/);
  assert.equal(answer(late, 1)['version'], 3);
  assert.deepEqual(rows((await news)['events']), [[3, 'set', 'plan:auth', 'in time']]);
  assert.equal(
    (await beside.call('bb_set', { key: 'plan:auth', value: 0, expected_version: 2 }))['error'],
    'E-BB-CONFLICT',
  );
});

test('an entry whose time is over is announced to every agent, once and with the same number', async () => {
  const set = await beside.call('bb_set', { key: 'lock:build', value: 'ada', ttl_ms: 5_000 });
  const start = { start_version: set['version'], ...WAIT };
  const heard = besideWatches(set['version']);
  const told = await ask('Wait for the lock', [calls(`${OURS}bb_watch`, start), says('Free.')], WOKEN);
  const events = answer(told, 0)['events'] as readonly Change[];
  assert.deepEqual(
    events.map(({ version, kind, key, reason }) => [version, kind, key, reason]),
    [[Number(set['version']) + 1, 'expire', 'lock:build', 'ttl']],
  );
  assert.deepEqual((await heard)['events'], events);
});

test('a person switches a feature on and off, and the next request of every chat shows it', async () => {
  const settings = () => workspace.getConfiguration('switchyard').get<string[]>('catalog.coreServers');
  await workspace
    .getConfiguration('switchyard')
    .update('catalog.coreServers', ['everything'], ConfigurationTarget.Global);
  await newChat();
  const before = await ask('Which tools are there?', [says('Few.')]);
  assert.deepEqual(names(before, 'consensus_'), []);

  await toggle('Consensus');
  await listed('consensus_vote', true);
  assert.deepEqual(settings(), ['everything', 'consensus']);
  const on = await ask('Which are there now?', [
    calls(`${OURS}consensus_vote`, { votes: [{ voter: 'a', value: 'x' }] }),
    says('More.'),
  ]);
  assert.deepEqual(names(on, 'consensus_'), ['consensus_vote']);
  assert.equal(answer(on, 0)['outcome'], 'x');
  await newChat();
  const fresh = await ask('And in a fresh chat?', [says('More.')]);
  assert.deepEqual(names(fresh, 'consensus_'), ['consensus_vote']);

  await toggle('Consensus');
  await listed('consensus_vote', false);
  assert.deepEqual(settings(), ['everything']);
  const off = await ask('And at the end?', [says('Few.')]);
  assert.deepEqual(names(off, 'consensus_'), []);
  await workspace
    .getConfiguration('switchyard')
    .update('catalog.coreServers', undefined, ConfigurationTarget.Global);
});

test('with every module on, what VS Code does not send is reached all the same', async () => {
  const toggled = commands.executeCommand('switchyard.toggleFeature');
  await untilAsked('Stigmergy');
  await click(`${PICK} .quick-input-header .monaco-checkbox`);
  await screenshot('together-all-features');
  await press('Enter');
  await toggled;
  await listed('stig_snapshot', true);
  const { requests } = await ask('Show me all', [says('All.')]);
  const tools = requests[0]?.tools ?? [];
  const ours = tools.filter(name => name.startsWith(OURS));
  console.log(
    `${tools.length} tools with every module on: ${ours.length} of ours, ${tools.length - ours.length} others.`,
  );
  const expected = ['_mcp_activate', '_start_task', 'bb_watch', 'complete_workflow'];
  assert.deepEqual(
    expected.filter(name => !ours.includes(OURS + name)),
    [],
  );
  assert.ok(tools.length <= MOST_TOOLS, `${tools.length} tools`);

  // So many of ours leave no place for the two that always stay: they are in a group, which one call opens.
  const group = tools.find(name => name.startsWith('activate_fallback_mcp_switchyard-hq'));
  const opened = await ask('Show me what is left out', [
    ...(group === undefined ? [] : [calls(group, {})]),
    calls('mcp_call_tool', { tool: 'stig_snapshot', arguments: {} }),
    calls('mcp_call_tool', { tool: 'plan_status', arguments: {} }),
    says('All.'),
  ]);
  const [marks, runs] = opened.results.slice(-2);
  assert.match(marks ?? '', /"heatmap"/);
  assert.match(runs ?? '', /"runs":\[\]/);
});

/** What the program beside the window is woken by. */
function besideWatches(version: unknown): Promise<Readonly<Record<string, unknown>>> {
  const watch = beside.call('bb_watch', { start_version: version, ...WAIT });
  return within('The program is woken', watch, WOKEN.timeoutMs);
}

/** Checks or unchecks a feature in the list that a person gets. */
async function toggle(name: string): Promise<void> {
  const toggled = commands.executeCommand('switchyard.toggleFeature');
  await untilTitled('Toggle Feature');
  await click(`${PICK} .monaco-list-row >> text=${name}`);
  await screenshot('together-toggle');
  await press('Enter');
  await toggled;
}

/** VS Code has asked for our list since: a person takes longer to say something than it does. */
async function listed(tool: string, isThere: boolean): Promise<void> {
  await until(
    `${tool} is ${isThere ? 'there' : 'gone'}`,
    () => lm.tools.some(({ name }) => name === OURS + tool) === isThere,
  );
}

/** Names of our tools that begin so, as the first request of a turn has them. */
function names({ requests }: Turn, start: string): readonly string[] {
  const all = requests[0]?.tools ?? [];
  return all.filter(name => name.startsWith(OURS + start)).map(name => name.slice(OURS.length));
}

function changes(turn: Turn, at: number): unknown {
  return rows(answer(turn, at)['events']);
}

function rows(events: unknown): unknown {
  return (events as readonly Change[]).map(({ version, kind, key, entry }) => [
    version,
    kind,
    key,
    entry?.value,
  ]);
}

/** The result that a tool answered with: VS Code shows a model what is structured, without its envelope. */
function answer({ results }: Turn, at: number): Readonly<Record<string, unknown>> {
  return JSON.parse(results[at] ?? '') as Readonly<Record<string, unknown>>;
}
