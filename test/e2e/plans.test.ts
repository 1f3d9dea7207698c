import assert from 'node:assert/strict';
import { join } from 'node:path';
import { commands, workspace } from 'vscode';
import { acrossReloads } from '../support/vscode/acrossReloads';
import { ask, loadScript, readyChat } from '../support/vscode/chat';
import { untilTitled } from '../support/vscode/quickInput';
import { calls, says } from '../support/vscode/script';
import { axeFindings } from '../support/vscode/explorer';
import { untilTabIsKept } from '../support/vscode/kept';
import {
  coverPage,
  focused,
  inPage,
  PAGE,
  tabFromTopTo,
  untilPageSays,
  wear,
} from '../support/vscode/taskPage';
import { THEMES } from '../support/vscode/themes';
import { until } from '../support/vscode/until';
import { click, clickDialogButton, dialogText, press, screenshot, type } from '../support/vscode/window';

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

test('a leaf of a plan asks a model of VS Code, which uses a real server, and the next leaf has its answer', async () => {
  await loadScript({
    prompt: 'Judge the sign',
    steps: [calls('echo', { message: 'open' }), says('The sign is right.')],
  });
  const round = (model: string) => ({
    type: 'task',
    id: 'judge',
    tool: 'llm_round',
    input: { model, prompt: 'Judge the sign', servers: [{ name: 'everything', allowed_tools: ['echo'] }] },
  });
  const tell = {
    type: 'task',
    id: 'tell',
    tool: 'everything__echo',
    input: { message: { $from: '/outputs/judge/text' } },
  };
  const treeOf = (model: string) => ({
    id: 'judged',
    root: { type: 'sequence', children: [round(model), tell] },
  });
  const { results } = await ask('Have it judged', [
    calls(RUN, { tree: treeOf('no-such') }),
    calls(RUN, { tree: treeOf('scripted'), return: ['/outputs/judge/tool_calls', '/outputs/tell'] }),
    says('Judged.'),
  ]);
  assert.match(results[0] ?? '', /E-PLAN-TOOL[^]*VS Code has no model/);
  assert.match(results[1] ?? '', /"status":"success"/);
  assert.match(results[1] ?? '', /"server":"everything","tool":"echo"[^]*Echo: The sign is right\./);
});

test('a person pauses and cancels a plan on its page, and the agent is told in its next request', async () => {
  const children = [
    { type: 'task', id: 'greet', tool: 'noop', input: 'The yard is open.' },
    {
      type: 'retry',
      id: 'patiently',
      max_attempts: 2,
      child: { type: 'task', id: 'doze', tool: 'wait', input: { duration_ms: 600_000 } },
    },
    { type: 'task', tool: 'noop' },
  ];
  const tree = { id: 'slow', root: { type: 'sequence', children } };
  const started = await ask('Wait long', [
    calls(RUN, { tree, background: true, run_id: 'slow' }),
    says('It runs.'),
  ]);
  assert.match(started.results[0] ?? '', /"status":"running"/);

  await openPage('slow');
  await untilPageSays(/slow[\s\S]*Status running[\s\S]*greet[\s\S]*patiently[\s\S]*doze[\s\S]*since/);
  await screenshot('plan-running');
  for (const [theme, kind] of THEMES) {
    await wear(theme, kind);
    await screenshot(`plan-${kind}`);
    assert.deepEqual(await axeFindings(PAGE, 'editor'), []);
  }
  await tabFromTopTo(/doze/);
  for (const key of ['ArrowUp', 'ArrowUp']) await press(key);
  await untilPageSays(/Output\s+The yard is open\./);
  await screenshot('plan-output');

  await pressButton('Pause');
  await untilPageSays(/Status paused/);
  const paused = await ask('How is it?', [calls(STATUS, { run_id: 'slow' }), says('Paused.')]);
  assert.match(paused.results[0] ?? '', /"state":"paused"/);

  await openPage('slow');
  await pressButton('Cancel');
  await untilPageSays(/Status cancelled/);
  const cancelled = await ask('And now?', [calls(STATUS, { run_id: 'slow' }), says('Cancelled.')]);
  assert.match(cancelled.results[0] ?? '', /"state":"cancelled"/);
});

test('a retry from the page skips what succeeded', async () => {
  const tree = {
    id: 'brittle',
    root: {
      type: 'sequence',
      children: [
        { type: 'task', id: 'greet', tool: 'noop' },
        { type: 'task', tool: 'abort' },
      ],
    },
  };
  await ask('Fail', [calls(RUN, { tree, run_id: 'brittle' }), says('It failed.')]);
  await openPage('brittle');
  await untilPageSays(/Status failed/);
  await screenshot('plan-failed');
  await pressButton('Retry…');
  const asked = await dialogText();
  assert.match(asked, /Run plan "brittle"\?[\s\S]*aren't made again/);
  await clickDialogButton('Run');
  await untilPageSays(/greet\s+noop · from the run before/);
});

test('back from another tab, the button that had the keyboard has it', async () => {
  await inPage(
    `[...element.querySelectorAll('button')].find(each => each.innerText === 'Show as Text').focus()`,
  );
  await coverPage(/greet/);
  await until('It has the keyboard', async () => (await focused()) === 'Show as Text');
});

test('the page of a run is there again after a reload of the window', () => {
  return acrossReloads(
    async () => {
      await openPage('slow');
      await untilPageSays(/Status cancelled/);
      await untilTabIsKept('slow');
    },
    async () => {
      // Which tab is in front is as VS Code saved it last.
      await click('.tab[aria-label^="slow"]');
      await untilPageSays(/slow[\s\S]*Status cancelled[\s\S]*greet/);
      await screenshot('plan-reloaded');
    },
  );
});

/** Opens the page of the run of this plan, which the palette's command offers. */
async function openPage(plan: string): Promise<void> {
  const opened = commands.executeCommand('switchyard.openPlan');
  await untilTitled('Open Plan Run');
  await type(plan);
  await press('Enter');
  await opened;
}

/** Presses a button of the page, by keyboard. */
async function pressButton(name: string): Promise<void> {
  await tabFromTopTo(new RegExp(`^${name}$`));
  await press('Enter');
}

function leaves(count: number, call: Readonly<Record<string, unknown>>) {
  return Array.from({ length: count }, () => ({ type: 'task', ...call }));
}

function sign(): string {
  return join(workspace.workspaceFolders?.[0]?.uri.fsPath ?? '', 'sign.txt');
}
