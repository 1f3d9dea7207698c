import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { commands, env } from 'vscode';
import { ask, newChat, readyChat, untilOffered } from '../support/vscode/chat';
import { inView, ROW, rows } from '../support/vscode/explorer';
import { untilTitled } from '../support/vscode/quickInput';
import { find } from '../support/vscode/results';
import { calls, says } from '../support/vscode/script';
import { Steps } from '../support/vscode/steps';
import { PAGE, untilPageSays } from '../support/vscode/taskPage';
import { complete, startTask } from '../support/vscode/taskSteps';
import { until } from '../support/vscode/until';
import { screenshot, textOf } from '../support/vscode/window';
import { folder, git, read, write } from '../support/vscode/workspaceFiles';

/** Jobs that people do every day, and all that they do for each: a step more is seen here. */
const counted = new Map<string, readonly string[]>();

const TOAST = '.notifications-toasts';
const row = (view: string, label: string): string =>
  `[role="tree"][aria-label="${view}"] ${ROW}[aria-label^="${label}"]`;

/** Plays a job, which takes these steps and no more. */
async function takes(job: string, steps: readonly string[], play: (steps: Steps) => Promise<void>) {
  const taken = new Steps();
  await play(taken);
  counted.set(job, taken.done);
  assert.deepEqual(taken.done, steps);
}

async function show(view: string, label: string): Promise<void> {
  await commands.executeCommand(`switchyard.${view.toLowerCase()}.focus`);
  await until(`${label} is there`, async () => (await rows(view)).includes(label));
  await inView(view, `element.querySelector('[aria-label^="${label}"]').focus()`);
}

/** A task that changed files and waits for its review; its id. */
async function waitingTask(name: string, ...files: readonly string[]): Promise<string> {
  await newChat();
  const begun = await ask(`Begin ${name}`, [
    calls('start_workflow', { name: `Flow ${name}` }),
    startTask(name),
    says('Begun.'),
  ]);
  const task = find(begun.results, 'task_id');
  for (const file of files) write(file, `// ${name}\n`);
  await ask(`End ${name}`, [complete(task), says('Done.')]);
  return task;
}

suiteSetup(async () => {
  git('init', '--initial-branch=main');
  write('plan.md', 'The plan.\n');
  git('add', '--all');
  git('commit', '--message', 'Begin');
  await readyChat();
});

suiteTeardown(() => {
  for (const [job, steps] of counted) console.log(`${job}: ${steps.length} (${steps.join(', ')})`);
});

test('a server is on for the chat after a click on its row, and the approval of its first start', async () => {
  await newChat();
  await ask('Look around', [calls('mcp_environment'), says('Seen.')]);
  await show('Catalog', 'everything');
  await takes('turn a server on for one chat', ['click Turn On', 'click Start Server'], async steps => {
    await steps.click(`${row('Catalog', 'everything')} >> button[aria-label^="Turn On"]`, 'Turn On');
    await steps.answer('Start Server');
    await untilOffered('mcp_switchyard_everything__echo');
  });
  await commands.executeCommand('switchyard.deactivateServer', 'everything');
  await untilOffered('mcp_switchyard_everything__echo', false);
  await show('Catalog', 'everything');
  await takes('turn on a server that was approved', ['click Turn On'], async steps => {
    await steps.click(`${row('Catalog', 'everything')} >> button[aria-label^="Turn On"]`, 'Turn On');
    await untilOffered('mcp_switchyard_everything__echo');
  });
});

test('a key that an agent lacks is entered from what says so, and so is its server turned on', async () => {
  await ask('Use the keyed one', [calls('mcp_activate', { name: 'keyed' }), says('It lacks a key.')]);
  await textOf(`${TOAST} >> text=keyed needs EXAMPLE_API_KEY.`);
  const all = ['click Enter Credentials', 'text', 'Enter', 'click Turn On', 'click Start Server'];
  await takes('enter a key, then use it', all, async steps => {
    await steps.click(`${TOAST} >> role=button[name="Enter Credentials"]`, 'Enter Credentials');
    await untilTitled('keyed (1/1)');
    await steps.type('a-real-looking-key-1234');
    await steps.press('Enter');
    await steps.click(`${TOAST} >> role=button[name="Turn On"]`, 'Turn On');
    await steps.answer('Start Server');
    await untilOffered('mcp_switchyard_keyed__echo');
  });
  await commands.executeCommand('notifications.clearAll');
});

test('a server that is pasted is named and reviewed in one step, and turned on from what then says so', async () => {
  await show('Catalog', 'everything');
  const command = `${process.env['SWITCHYARD_TEST_NODE']} ${process.env['SWITCHYARD_TEST_SERVERS']}/server-everything/dist/index.js`;
  const all = ['text', 'Enter', 'Enter', 'click Turn On', 'click Start Server'];
  await takes('add a server, then use it (from Add Server…)', all, async steps => {
    void commands.executeCommand('switchyard.addServer');
    await untilTitled('Add Server');
    await steps.type(command);
    await steps.press('Enter');
    await textOf('.quick-input-list >> text=Add to User Settings');
    await steps.press('Enter');
    await steps.click(`${TOAST} >> role=button[name="Turn On"]`, 'Turn On');
    await steps.answer('Start Server');
    await until('It is on', async () => /turned on by you/.test(await sessions()));
  });
  await commands.executeCommand('notifications.clearAll');
});

test('a task is approved with one click on its page', async () => {
  const task = await waitingTask('To approve', 'approve.ts');
  await commands.executeCommand('switchyard.openTask', task);
  await untilPageSays(/Your Review/);
  await takes('approve a task', ['click Approve'], async steps => {
    await steps.click(`${PAGE} >> role=button[name="Approve"]`, 'Approve');
    await untilPageSays(/Review: approved/);
  });
});

test('changes are asked for with a comment and a click, and the agent goes on', async () => {
  const task = await waitingTask('To change', 'change.ts');
  await commands.executeCommand('switchyard.openTask', task);
  await untilPageSays(/Your Review/);
  const all = ['click the comment', 'text', 'click Send to Chat'];
  await takes('request changes, the agent goes on', all, async steps => {
    await steps.click(`${PAGE} >> textarea`, 'the comment');
    await steps.type('Test it.');
    await steps.click(`${PAGE} >> role=button[name="Send to Chat"]`, 'Send to Chat');
    await untilPageSays(/You asked for changes at[^]*Test it\./);
  });
});

test('a task is reverted from its page: the preview of its diffs is the question', async () => {
  const task = await waitingTask('To revert', 'revert.ts', 'as well.ts');
  await commands.executeCommand('notifications.clearAll');
  await commands.executeCommand('switchyard.openTask', task);
  await untilPageSays(/Your Review/);
  const all = ['click Restore Files…', 'Enter', 'click Restore'];
  await takes('revert a task', all, async steps => {
    await steps.click(`${PAGE} >> role=button[name="Restore Files…"]`, 'Restore Files…');
    await untilTitled('Restore Files of');
    await steps.press('Enter');
    await textOf(`${TOAST} >> text=Review the changes, then confirm.`);
    await steps.click(`${TOAST} .monaco-button >> text=Restore`, 'Restore');
    await until('The file is gone', () => !existsSync(join(folder, 'revert.ts')));
  });
  await screenshot('clicks-reverted');
});

test('a file that was changed since is one key more, before the preview', async () => {
  const task = await waitingTask('To settle', 'settled.ts', 'by hand.ts');
  write('by hand.ts', '// changed by hand\n');
  await commands.executeCommand('notifications.clearAll');
  await commands.executeCommand('switchyard.openTask', task);
  await untilPageSays(/To settle[\s\S]*Your Review/);
  const all = ['click Restore Files…', 'Enter', 'Enter', 'click Restore'];
  await takes('revert a task with a conflict', all, async steps => {
    await steps.click(`${PAGE} >> role=button[name="Restore Files…"]`, 'Restore Files…');
    await untilTitled('Restore Files of');
    await steps.press('Enter');
    await untilTitled('by hand.ts was changed after the task');
    await steps.press('Enter');
    await textOf(`${TOAST} >> text=Review the changes, then confirm.`);
    await steps.click(`${TOAST} .monaco-button >> text=Restore`, 'Restore');
    await until('The other file is gone', () => !existsSync(join(folder, 'settled.ts')));
  });
  assert.equal(read('by hand.ts'), '// changed by hand\n');
});

test('the report for a pull request is in the clipboard after the menu of its workflow', async () => {
  await show('Workflows', 'Flow To approve');
  await takes('report for a pull request', ['menu', 'click Copy Summary'], async steps => {
    await steps.menu('Workflows', 'Copy Summary');
    await until('It is copied', async () => (await env.clipboard.readText()).includes('Flow To approve'));
  });
});

async function sessions(): Promise<string> {
  await commands.executeCommand('switchyard.sessions.focus');
  return await rows('Sessions');
}
