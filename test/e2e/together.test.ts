import assert from 'node:assert/strict';
import { commands, ConfigurationTarget, lm, workspace } from 'vscode';
import { type AgentBeside, startBesideWindow } from '../support/vscode/besideWindow';
import { ask, newChat, readyChat, requestsFor, type Turn } from '../support/vscode/chat';
import { untilAsked, untilTitled } from '../support/vscode/quickInput';
import { calls, says, type Step } from '../support/vscode/script';
import { until } from '../support/vscode/until';
import { click, press, screenshot, textOf } from '../support/vscode/window';

const OURS = 'mcp_switchyard_';
const STATUS = '[id="switchyard.switchyard.switchyard.status"]';
const PICK = '.quick-input-widget';
/** What VS Code gives a model at most (its own limit). */
const MOST_TOOLS = 128;
/** The longest wait there is. */
const LONGEST_WAIT_MS = 30_000;
/** What happens so shortly before the end of a wait can't tell whether it woke who waits. */
const TOO_LATE_TO_TELL_MS = 10_000;
/** For a turn with several of them. */
const PATIENT = { timeoutMs: 300_000 };

interface Change {
  readonly version: number;
  readonly kind: string;
  readonly key: string;
  readonly timestamp: number;
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
    [calls('mcp_activate', { name: 'blackboard' }), ...waits(0), says('I have seen it.')],
    PATIENT,
  );
  await until('The watch was asked for', async () => (await requestsFor('Wait for the plan')).length >= 2);
  await newChat();
  const wrote = await ask('Write the plan', [
    calls('mcp_activate', { name: 'blackboard' }),
    calls(`${OURS}bb_set`, { key: 'plan:auth', value: { step: 'JWT' }, expected_version: 0 }),
    says('Written.'),
  ]);
  assert.equal(answer(wrote, 1)['version'], 1);
  assert.deepEqual(rows(wokenBy(await waiting)), [[1, 'set', 'plan:auth', { step: 'JWT' }]]);
  const sessions = [...(await requestsFor('Wait for the plan')), ...(await requestsFor('Write the plan'))];
  assert.equal(new Set(sessions.map(({ modelOptions }) => modelOptions['_conversationId'])).size, 2);
  await until('The status bar counts the tools of the board, and those that are always there', async () =>
    /1 · 21 tools/.test(await textOf(STATUS)),
  );
  await screenshot('together-two-chats');
});

test('the program beside the window sees it, writes too, and wakes a chat that waits', async () => {
  assert.deepEqual((await beside.call('bb_get', { key: 'plan:auth' }))['entry'], {
    ...((await beside.call('bb_query'))['entries'] as object[])[0],
  });
  const waiting = ask('Wait for the others', [...waits(1), says('Seen.')], PATIENT);
  await until('The watch was asked for', async () => (await requestsFor('Wait for the others')).length >= 1);
  const news = besideWatches(2);
  const set = await beside.call('bb_set', { key: 'plan:auth', value: 'mine', expected_version: 1 });
  assert.equal(set['version'], 2);
  assert.deepEqual(rows(wokenBy(await waiting)), [[2, 'set', 'plan:auth', 'mine']]);
  const late = await ask('Write over it', [
    calls(`${OURS}bb_set`, { key: 'plan:auth', value: 'late', expected_version: 1 }),
    calls(`${OURS}bb_set`, { key: 'plan:auth', value: 'in time', expected_version: 2 }),
    says('Told.'),
  ]);
  assert.match(late.results[0] ?? '', /"error":\s*"E-BB-CONFLICT"/);
  assert.equal(answer(late, 1)['version'], 3);
  assert.deepEqual(rows(await news), [[3, 'set', 'plan:auth', 'in time']]);
  assert.equal(
    (await beside.call('bb_set', { key: 'plan:auth', value: 0, expected_version: 2 }))['error'],
    'E-BB-CONFLICT',
  );
});

test('an entry whose time is over is announced to every agent, once and with the same number', async () => {
  const set = await beside.call('bb_set', { key: 'lock:build', value: 'ada', ttl_ms: 5_000 });
  const heard = besideWatches(Number(set['version']));
  const told = await ask('Wait for the lock', [...waits(Number(set['version'])), says('Free.')], PATIENT);
  const events = wokenBy(told);
  assert.deepEqual(
    events.map(({ version, kind, key, reason }) => [version, kind, key, reason]),
    [[Number(set['version']) + 1, 'expire', 'lock:build', 'ttl']],
  );
  assert.deepEqual(await heard, events);
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

/** Waits for a change after a version, once more where a wait is over before there was one: others may be as slow as their machine. */
function waits(version: number): readonly Step[] {
  const watch = calls(`${OURS}bb_watch`, results => ({
    start_version: version,
    wait_ms: results.some(({ text }) => changesIn(text).length > 0) ? 0 : LONGEST_WAIT_MS,
  }));
  return Array.from({ length: 5 }, () => watch);
}

/** What woke the chat that waits. */
function wokenBy({ requests }: Turn): readonly Change[] {
  const found = requests.map(({ results }) => changesIn(results.at(-1)?.text ?? ''));
  const at = found.findIndex(events => events.length > 0);
  const [asking, told] = [requests[at - 1], requests[at]];
  assert.ok(asking && told, 'The chat has heard of a change.');
  assertWoken(asking.atMs, told.atMs, found[at]);
  return found[at] ?? [];
}

/** What woke the program beside the window. */
async function besideWatches(version: number): Promise<readonly Change[]> {
  for (;;) {
    const askedMs = Date.now();
    const watch = { start_version: version, wait_ms: LONGEST_WAIT_MS };
    const events = (await beside.call('bb_watch', watch))['events'] as readonly Change[];
    if (events.length === 0) continue;
    assertWoken(askedMs, Date.now(), events);
    return events;
  }
}

/** Who waits is woken by what happens, not let go in the end. */
function assertWoken(askedMs: number, toldMs: number, events: readonly Change[] = []): void {
  const endMs = askedMs + LONGEST_WAIT_MS;
  const happenedMs = events[0]?.timestamp ?? 0;
  assert.ok(
    toldMs < endMs || happenedMs > endMs - TOO_LATE_TO_TELL_MS,
    `It happened ${happenedMs - askedMs} ms after the watch began, and was told after ${toldMs - askedMs} ms.`,
  );
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

/** The changes that a watch answered with; none where the text is the answer of another tool. */
function changesIn(text: string): readonly Change[] {
  if (!text.includes('"next_version"')) return [];
  return (JSON.parse(text) as { readonly events: readonly Change[] }).events;
}

function rows(events: readonly Change[]): unknown {
  return events.map(({ version, kind, key, entry }) => [version, kind, key, entry?.value]);
}

/** The result that a tool answered with: VS Code shows a model what is structured, without its envelope. */
function answer({ results }: Turn, at: number): Readonly<Record<string, unknown>> {
  return JSON.parse(results[at] ?? '') as Readonly<Record<string, unknown>>;
}
