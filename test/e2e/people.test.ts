import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commands, ConfigurationTarget, env, Uri, window, workspace } from 'vscode';
import { environmentText } from '../support/vscode/environment';
import { ask, loadScript, newChat, readyChat, requestsFor, type Turn } from '../support/vscode/chat';
import { answerNotification } from '../support/vscode/notifications';
import { untilTitled } from '../support/vscode/quickInput';
import { calls, says } from '../support/vscode/script';
import { until } from '../support/vscode/until';
import { click, hover, isVisible, press, screenshot, textOf } from '../support/vscode/window';

const folder = workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
const STATUS = '[id="switchyard.switchyard.switchyard.status"]';
const TOAST = '.notifications-toasts';
/** Under the chat's input. */
const CHAT_STATUS = '.interactive-session .codicon-plug';
const HOSTILE = 'Move $(trash) [it](command:workbench.action.closeWindow) <b>now</b>';

suiteSetup(async () => {
  await readyChat();
});

teardown(async () => {
  await commands.executeCommand('workbench.action.closeQuickOpen');
  await commands.executeCommand('workbench.action.closeModalEditor');
});

test('the walkthrough comes when it is asked for, and not before', async () => {
  await until('The chat has our button', () => isVisible(CHAT_STATUS));
  const labels = window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ label }) => label));
  assert.deepEqual(labels, []);
  await commands.executeCommand('workbench.action.closeAuxiliaryBar'); // The pictures need room.
  await commands.executeCommand('switchyard.openWalkthrough');
  await textOf('.gettingStartedContainer >> text=Get Started with Switchyard');
  await textOf('.gettingStartedContainer >> text=Try it in chat');
  await screenshot('people-walkthrough');
  await click('.gettingStartedContainer >> text=Track work and review it');
  await textOf('.gettingStartedContainer >> role=button[name="Open Task"]');
  await screenshot('people-walkthrough-review');
  await commands.executeCommand('workbench.action.closeAllEditors');
});

test('"see how" in the empty view leads to the step about tasks', async () => {
  await commands.executeCommand('switchyard.workflows.focus');
  assert.equal(await textOf('.note .primary'), 'Open Chat');
  await click('.note p >> role=button[name="see how"]');
  await textOf('.gettingStartedContainer >> role=button[name="Open Task"]');
  await commands.executeCommand('workbench.action.closeAllEditors');
});

test('the settings open on ours', async () => {
  await commands.executeCommand('switchyard.openSettings');
  await textOf('.settings-editor >> text=Core Servers');
  await screenshot('people-settings');
});

test('the status bar shows what runs and what waits, and nothing of a task that its name would have it do', async () => {
  const { task, workflow } = await begin(HOSTILE);
  await ask('Half of it is done', [
    calls('log_milestone', { task_id: task, message: 'Half', progress: 50 }),
    says('Half.'),
  ]);
  await until('It runs', async () => (await textOf(STATUS)).includes('50%'));
  await until('It is read without markup', async () =>
    isVisible(`${STATUS} a[aria-label^="Switchyard: Move $(trash) [it](command:"]`),
  );
  assert.match(await textOf(STATUS), /Move \$\(trash\) \[it\]\(command:workbenc.*50%/);
  assert.equal(await isVisible(`${STATUS} .codicon-trash`), false);
  await hover(`${STATUS} a`);
  const tooltip = await textOf('.monaco-hover >> text=Running:');
  assert.ok(tooltip.includes(HOSTILE));
  assert.equal(await isVisible('.monaco-hover >> role=link[name="it"]'), false);
  assert.equal(await isVisible('.monaco-hover >> .codicon-trash'), false);
  assert.match(await textOf('.monaco-hover'), /Tools: 15 of 48/);
  await screenshot('people-status');

  await complete(task, 'That is done');
  await until('It waits', async () => /1 to review/.test(await textOf(STATUS)));
  await screenshot('people-status-review');
  assert.equal(await isVisible(TOAST), false);
  await commands.executeCommand('switchyard.copySummary', workflow);
  await textOf(`${TOAST} >> text=Copied the summary`);
  assert.equal(await isVisible(`${TOAST} a[href]`), false);
  assert.equal(await isVisible(`${TOAST} .notification-list-item-message a`), false);
  await commands.executeCommand('notifications.clearAll');
});

test('a task that waits for a review is a notification where that is wanted, until it is not', async () => {
  await reviewSetting('notify');
  const second = await begin('The second one');
  await complete(second.task, 'The second is done');
  // The one before came while nobody wanted to be told.
  await textOf(`${TOAST} >> text=1 task needs review.`);
  await screenshot('people-toast');
  await answerNotification("Don't Show Again");
  await commands.executeCommand('notifications.hideList');

  const third = await begin('The third one');
  await complete(third.task, 'The third is done');
  await until('It waits', async () => /3 to review/.test(await textOf(STATUS)));
  await commands.executeCommand('switchyard.resetNotifications');
  await textOf(`${TOAST} >> text=Hidden notifications are shown again: 1.`);
  await commands.executeCommand('notifications.clearAll');

  const fourth = await begin('The fourth one');
  await complete(fourth.task, 'The fourth is done');
  await textOf(`${TOAST} >> text=1 task needs review.`);
  await commands.executeCommand('notifications.clearAll');
  await reviewSetting('off');
  await until('Only the rows show it', async () => !/review/.test(await textOf(STATUS)));
  await reviewSetting('badge');
});

test('an agent that lacks a key: the person is asked for it once, and can enter it at once', async () => {
  const lacking = calls('mcp_activate', { name: 'keyed' });
  const turn = await ask('Use the keyed one', [lacking, lacking, says('It lacks a key.')]);
  assert.match(turn.results[0] ?? '', /EXAMPLE_API_KEY/);
  await textOf(`${TOAST} >> text=keyed needs EXAMPLE_API_KEY.`);
  await screenshot('people-credentials');
  await answerNotification('Enter Credentials');
  await untilTitled('/keyed.*1\\/1/');
  await press('Escape');
  await until(
    'It is told no more',
    async () => !(await isVisible('.notifications-center >> text=keyed needs')),
  );
  await commands.executeCommand('notifications.hideList');
});

test('the list of servers leads on: to keys, switches, the search and the own tools of VS Code', async () => {
  void commands.executeCommand('switchyard.toggleServer');
  await untilTitled('Toggle MCP Server');
  await textOf('.quick-input-list >> text=Ready');
  await press('ArrowUp');
  await textOf('.quick-input-list >> text=Configure Tools…');
  await textOf('.quick-input-list >> text=Search by intent…');
  await screenshot('people-toggle-end');
  await press('ArrowDown');
  const row = '.quick-input-list .monaco-list-row[aria-label*="everything"]';
  await hover(row);
  await screenshot('people-toggle');
  await click(`${row} .codicon-settings-gear`);
  await untilTitled('Disable "everything"');
  await press('Escape');
  await untilTitled('Toggle MCP Server');
  await textOf(`${row} >> text=everything`);
  await press('ArrowUp');
  await press('ArrowUp');
  await press('Enter');
  await untilTitled('Search Catalog');
  await press('Escape');
});

test('where agents may not switch servers on, they are told so, and who can', async () => {
  const settings = workspace.getConfiguration('switchyard');
  await settings.update('activation.allowAgent', 'never', ConfigurationTarget.Global);
  // A repository's settings make nothing easier.
  await settings.update('activation.allowAgent', 'ask', ConfigurationTarget.Workspace);
  const turn = await ask('Switch it on', [calls('mcp_activate', { name: 'everything' }), says('No.')]);
  assert.match(turn.results[0] ?? '', /switchyard\.activation\.allowAgent.*Toggle MCP Server/);
  for (const target of [ConfigurationTarget.Workspace, ConfigurationTarget.Global])
    await settings.update('activation.allowAgent', undefined, target);
});

test('a person leaves sources out of the catalog, and a workspace cannot bring them back', async () => {
  const settings = workspace.getConfiguration('switchyard');
  assert.match(await environmentText(), /everything[\s\S]*sequential-thinking/);
  await settings.update('catalog.sources', ['builtin', 'workspace'], ConfigurationTarget.Workspace);
  await settings.update('catalog.sources', ['imported'], ConfigurationTarget.Global);
  await until('Both are gone', async () => !/everything|sequential-thinking/.test(await environmentText()));
  for (const target of [ConfigurationTarget.Workspace, ConfigurationTarget.Global])
    await settings.update('catalog.sources', undefined, target);
  await until('Both are back', async () =>
    /everything[\s\S]*sequential-thinking/.test(await environmentText()),
  );
  await commands.executeCommand('workbench.action.closeAllEditors');
});

test('where there are two chats, the list of servers is the second step', async () => {
  await newChat();
  await ask('Look around from here', [calls('mcp_environment'), says('Seen.')]);
  void commands.executeCommand('switchyard.toggleServer');
  await untilTitled('Chat Session (1/2)');
  await press('Enter');
  await untilTitled('/Toggle MCP Server.*2\\/2/');
  await press('Escape');
});

test('a link opens a task of this workspace, and says of any other that there is none', async () => {
  const { task } = await begin('Linked');
  await openLink(`/task/${task}`);
  await until('It is open', () => window.tabGroups.activeTabGroup.activeTab?.label.includes('Linked'));
  await screenshot('people-link');
  await openLink('/task/00000000-0000-4000-8000-000000000000');
  await textOf(`${TOAST} >> text=/This workspace has no task/`);
  await openLink('/task/delete-everything');
  await textOf(`${TOAST} >> text=this link doesn't point to a task or server`);
  await commands.executeCommand('notifications.clearAll');
});

test('the agent, the skill and the prompts of Switchyard reach the model', async () => {
  await newChat();
  const agent = await ask('What can you do for me?', [says('Much.')], { mode: 'Switchyard' });
  assert.match(textsOf(agent), /If you lack a tool for the request, call `mcp_discover`/);
  assert.ok(agent.requests[0]?.tools.some(name => name.endsWith('mcp_activate')));
  assert.match(textsOf(agent), /switchyard-workflow[\s\S]{0,200}Records a piece of work/);
  await newChat();
  await loadScript({ prompt: 'Rename the sign', steps: [says('Tracked.')] });
  await commands.executeCommand('workbench.action.chat.open', {
    query: '/switchyard-track Rename the sign',
    mode: 'agent',
    blockOnResponse: true,
  });
  const requests = await requestsFor('Rename the sign');
  assert.match(textsOf({ requests }), /Do the following as tracked work, using the skill/);
  await screenshot('people-chat');
});

function textsOf({ requests }: Pick<Turn, 'requests'>): string {
  return (requests[0]?.messages ?? []).map(({ text }) => text).join('\n');
}

async function openLink(path: string): Promise<void> {
  const link = Uri.from({ scheme: env.uriScheme, authority: 'switchyard.switchyard', path });
  await commands.executeCommand('vscode.open', link);
}

async function reviewSetting(value: string): Promise<void> {
  await workspace
    .getConfiguration('switchyard')
    .update('notifications.reviewNeeded', value, ConfigurationTarget.Global);
}

let begun = 0;

async function begin(name: string): Promise<{ task: string; workflow: string }> {
  begun++;
  const turn = await ask(`Begin number ${begun}`, [
    calls('start_workflow', { name: `${name} (${begun})` }),
    calls('start_task', results => ({
      workflow_id: idIn(
        results.map(({ text }) => text),
        'workflow_id',
      ),
      name,
      goal: name,
    })),
    says('Begun.'),
  ]);
  return { task: idIn(turn.results, 'task_id'), workflow: idIn(turn.results, 'workflow_id') };
}

async function complete(task: string, prompt: string): Promise<void> {
  writeFileSync(join(folder, `${begun}.txt`), `${begun}\n`);
  await ask(prompt, [
    calls('complete_task', {
      task_id: task,
      status: 'success',
      outcome: { summary: 'Done.', manual_review_needed: true, manual_review_reason: 'Look.' },
    }),
    says('Done.'),
  ]);
}

function idIn(results: readonly string[], name: string): string {
  for (const text of results.toReversed()) {
    const value = new RegExp(`"${name}":\\s*"([^"]+)"`).exec(text)?.[1];
    if (value !== undefined) return value;
  }
  throw new Error(`No answer has a ${name}: ${results.join('\n')}`);
}
