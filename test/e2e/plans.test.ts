import assert from 'node:assert/strict';
import { join } from 'node:path';
import { commands, workspace } from 'vscode';
import { ask, readyChat } from '../support/vscode/chat';
import { calls, says } from '../support/vscode/script';
import { clickDialogButton, dialogText, press, screenshot, textOf, type } from '../support/vscode/window';

const RUN = 'mcp_switchyard_plan_run_bt';
const STATUS = 'mcp_switchyard_plan_status';

suiteSetup(() => readyChat());

test('an agent runs twenty calls of two real servers as one, in the turn in which it switched them on', async () => {
  const read = { tool: 'filesystem__read_text_file', input: { path: sign() } };
  const echo = {
    tool: 'everything__echo',
    input: { message: { $text: 'The sign says {/outputs/first/content}' } },
  };
  const tree = {
    id: 'twenty',
    root: {
      type: 'sequence',
      children: [
        { type: 'task', id: 'first', ...read },
        ...leaves(9, read),
        { type: 'parallel', policy: 'all', children: leaves(9, echo) },
        { type: 'task', id: 'last', ...echo },
      ],
    },
  };
  const turn = ask('Read the sign often', [
    calls('mcp_activate', { name: 'filesystem', tools: ['read_text_file'] }),
    calls('mcp_activate', { name: 'everything', tools: ['echo'] }),
    calls('mcp_activate', { name: 'plans' }),
    calls(RUN, { tree, return: ['/outputs/last'] }),
    says('Done.'),
  ]);
  for (const server of ['filesystem', 'everything']) {
    assert.ok((await dialogText()).includes(`"${server}"`));
    await clickDialogButton('Start Server');
  }
  const { requests, results } = await turn;
  assert.deepEqual(
    requests.map(request => request.tools.includes(RUN)),
    [false, false, false, true, true],
  );
  const answer = results[3] ?? '';
  assert.match(answer, /"status":"success"/);
  assert.match(answer, /"calls":20/);
  assert.match(answer, /The sign says The yard is open\./);
  assert.ok(answer.length < 2_000, `the answer has ${answer.length} characters`);
});

test('a person pauses and cancels a plan, and the agent is told in its next request', async () => {
  const tree = { id: 'slow', root: { type: 'task', tool: 'wait', input: { duration_ms: 600_000 } } };
  const started = await ask('Wait long', [
    calls(RUN, { tree, background: true, run_id: 'slow' }),
    says('It runs.'),
  ]);
  assert.match(started.results[0] ?? '', /"status":"running"/);

  await manage('Pause');
  const paused = await ask('How is it?', [calls(STATUS, { run_id: 'slow' }), says('Paused.')]);
  assert.match(paused.results[0] ?? '', /"state":"paused"/);

  await manage('Cancel');
  const cancelled = await ask('And now?', [calls(STATUS, { run_id: 'slow' }), says('Cancelled.')]);
  assert.match(cancelled.results[0] ?? '', /"state":"cancelled"/);
});

/** Picks the only running plan, then what to do with it. */
async function manage(action: string): Promise<void> {
  const managed = commands.executeCommand('switchyard.managePlans');
  await textOf('.quick-input-title >> text=Plan Runs');
  await press('Enter');
  await textOf('.quick-input-title >> text=slow');
  await type(action);
  await screenshot(`plan-${action.toLowerCase()}`);
  await press('Enter');
  await managed;
}

function leaves(count: number, call: Readonly<Record<string, unknown>>) {
  return Array.from({ length: count }, () => ({ type: 'task', ...call }));
}

function sign(): string {
  return join(workspace.workspaceFolders?.[0]?.uri.fsPath ?? '', 'sign.txt');
}
