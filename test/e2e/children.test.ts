import assert from 'node:assert/strict';
import { commands, window } from 'vscode';
import { ask, readyChat } from '../support/vscode/chat';
import { pressAction } from '../support/vscode/keyboard';
import * as three from '../support/threeChildren';
import { inWindow, startThree, untilChildSays, untilRowsOfThree } from '../support/vscode/childStage';
import { untilTitled } from '../support/vscode/quickInput';
import { calls, says } from '../support/vscode/script';
import { rows } from '../support/vscode/explorer';
import { untilPageSays } from '../support/vscode/taskPage';
import { until } from '../support/vscode/until';
import { clickDialogButton, dialogText, press, screenshot, type } from '../support/vscode/window';

const CREATE = 'mcp_switchyard_child_create';
const SEND = 'mcp_switchyard_child_send';
const COLLECT = 'mcp_switchyard_child_collect';
const STATUS = 'mcp_switchyard_child_status';

suiteSetup(() => readyChat());

test('a child agent starts with the command that a person approves, asks them, and gets the files that it changed', async () => {
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
      timeout_ms: 120_000,
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

test('a person sees what a child does and wrote, sends it a message, opens its changes, and stops it', async () => {
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
  await untilTitled('Send Message');
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

/** The same three as in the tests of the built program. */
const members = three.scriptedThree({
  node: process.env['SWITCHYARD_TEST_NODE'] ?? '',
  acp: process.env['SWITCHYARD_TEST_AGENT'] ?? '',
  lines: process.env['SWITCHYARD_TEST_WORKER'] ?? '',
});

test('three children share out the work by awards, and each gets the files that it changed', async () => {
  const starting = startThree(members);
  // The command of the other two was approved before.
  const start = await dialogText();
  assert.ok(start.includes(process.env['SWITCHYARD_TEST_WORKER'] ?? '?'), start);
  await clickDialogButton('Start Agent');
  await starting;
  assert.deepEqual(await three.shareOut(inWindow, members), three.expectedShare(members));
});

test('one of three is killed and comes back, one goes over its budget and is stopped, and a person sees both', async () => {
  await untilChildSays('docs', /Budget: cpu_seconds [\d.]+ \/ 600/);
  const crash = async () => await inWindow.call(['child_send', { child_id: 'docs', payload: three.CRASH }]);
  const returned = await three.crashAndReturn(inWindow, 'docs', crash);
  assert.deepEqual(returned, { answer: 'You said: hello', standing: three.RETURNED });
  await untilChildSays('docs', /exited with code 9\./);

  await untilChildSays('worker', /Budget: tool_calls 0 \/ 3/);
  assert.deepEqual(
    await three.overspend(inWindow, 'worker', three.TOO_MUCH),
    three.overBudget(three.SCRIPTED_LIMIT),
  );
  await untilRowsOfThree('api', 'docs', 'worker');
  await screenshot('children-three');
});
