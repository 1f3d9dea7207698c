/** Everything that the explorer and the page of a task can do, without a mouse. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { env, window, workspace } from 'vscode';
import { again } from '../support/vscode/again';
import { ask, newChat, readyChat, untilOffered } from '../support/vscode/chat';
import { focusedRow, inView, rows, selectedRows, toldRows } from '../support/vscode/explorer';
import {
  answer,
  asked,
  choose,
  comeBack,
  confirm,
  goTo,
  goToRow,
  leaveMenu,
  leaveMenuOfPage,
  leavePick,
  openMenu,
  pick,
  pressAction,
  pressInDialog,
  run,
  takeFromMenu,
} from '../support/vscode/keyboard';
import { everyMenuCommand, offeredFor } from '../support/vscode/offeredCommands';
import { recordWork } from '../support/vscode/recordedWork';
import { focusedContext } from '../support/vscode/rowMenu';
import { besideLongRound } from '../support/vscode/roundEndpoint';
import { calls, says } from '../support/vscode/script';
import { WAITING_PLAN } from '../support/vscode/waitingPlan';
import {
  focused,
  inPage,
  tabBackTo,
  tabFromTopTo,
  tabTo,
  untilPageHasKeyboard,
  untilPageSays,
} from '../support/vscode/taskPage';
import { until } from '../support/vscode/until';
import { keyboardIsAt } from '../support/vscode/whatIsShown';
import { write } from '../support/vscode/workspaceFiles';
import { isVisible, press, screenshot, textOf, type } from '../support/vscode/window';

const folder = workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
const ECHO = 'mcp_switchyard_everything__echo';
/** Commands that a menu offered. */
const offered = new Set<string>();

suiteSetup(async () => {
  await readyChat();
  await recordWork();
  await run('Focus on Workflows View');
  await until('The tasks are shown', async () => (await rows('Workflows')).includes('signals.ts'));
});

test('who comes to a view by keyboard is in its list, and hears the row', async () => {
  await goTo('Workflows');
  await press('Home');
  const told = (await toldRows('Workflows')).find(row => row.focused);
  assert.match(told?.name ?? '', /^Signals, [^,]*, 2 of 2, 2 to review, completed$/);
  assert.deepEqual({ level: told?.level, expanded: told?.expanded }, { level: 1, expanded: true });
});

test('rows are walked, opened, closed and found by their first letters', async () => {
  await goToRow('Workflows', 'Signal box');
  await press('ArrowLeft');
  assert.doesNotMatch(await rows('Workflows'), /Zod/);
  await press('ArrowRight');
  assert.match(await rows('Workflows'), /Zod/);
  // Letters count together only where they follow each other quickly.
  await again('It is found', async () => {
    await press('Home');
    await type('lamps.t');
    assert.match(await focusedRow('Workflows'), /^lamps\.ts/);
  });
  await press('ArrowLeft');
  assert.match(await focusedRow('Workflows'), /^Lamps/);
  await press('Control+ArrowLeft');
  await until('All is closed', async () => /^Signals[^\n]*$/.test(await rows('Workflows')));
  await press('ArrowRight');
  await goToRow('Workflows', 'Signal box');
  await press('ArrowRight');
  await goToRow('Workflows', 'Lamps');
  await press('ArrowRight');
  await run('Switchyard: Collapse All Workflows');
  await until('All is closed', async () => /^Signals[^\n]*$/.test(await rows('Workflows')));
  await goTo('Workflows');
  for (const row of ['Signals', 'Signal box', 'Lamps']) {
    await goToRow('Workflows', row);
    await press('ArrowRight');
  }
});

test('workflows are filtered, and several rows are selected for one command', async () => {
  await goTo('Workflows');
  await press('/');
  await textOf('role=searchbox[name="Filter by name or state"]');
  await type('.ts');
  await until('It is filtered', async () => !(await rows('Workflows')).includes('Zod'));
  await press('Enter');
  await goToRow('Workflows', 'points.ts');
  await press('Shift+ArrowDown');
  const selected = await selectedRows('Workflows');
  assert.deepEqual(
    selected.map(name => name.split(',', 1)[0]),
    ['points.ts', 'signals.ts'],
  );
  const menu = await openMenu();
  assert.deepEqual(menu, ['Copy Path']);
  await takeFromMenu('Copy Path', menu);
  const paths = ['src/points.ts', 'src/signals.ts'].map(path => join(folder, path)).join('\n');
  await until('They are copied', async () => (await env.clipboard.readText()) === paths);
  await goTo('Workflows');
  await press('Escape');
  assert.deepEqual(await selectedRows('Workflows'), []);
  await run('Switchyard: Filter Workflows');
  await until('The field has the focus', () => searchHasFocus('Workflows'));
  await press('Escape');
  await press('Escape');
  await until('All is there', async () => (await rows('Workflows')).includes('Zod'));
});

test('a workflow is read, summed up, exported, archived and deleted', async () => {
  await choose('Workflows', 'Signals', 'Open Workflow');
  await until('The report is shown', () => activeLabel().includes('Signals'));
  await choose('Workflows', 'Signals', 'Copy Summary');
  await until('It is copied', async () => (await env.clipboard.readText()).includes('Signal box'));
  const exportIt = (): Promise<void> => choose('Workflows', 'Signals', 'Export Workflow As…');
  await pick(exportIt, 'A file in .switchyard/workflows');
  const shared = join(folder, '.switchyard', 'workflows');
  await until('It is written', () => existsSync(shared) && readdirSync(shared).length === 1);
  await newChat();
  await ask('Begin what comes to nothing', [calls('start_workflow', { name: 'Nothing' }), says('Begun.')]);
  await choose('Workflows', 'Nothing', 'Archive Workflow');
  await until('It is archived', async () => !(await rows('Workflows')).includes('Nothing'));
  await pick(() => run('Switchyard: Delete Workflow…'), 'Nothing');
  assert.match(await pressInDialog('Delete'), /Delete the workflow "Nothing"/);
});

test('a task and its files are opened from their rows', async () => {
  await goToRow('Workflows', 'Lamps');
  await press('Enter');
  await untilPageSays(/Task started/);
  await choose('Workflows', 'Lamps', 'Open Task Changes');
  await until('The changes are open', () => activeLabel().startsWith('Changes of'));
  await choose('Workflows', 'Lamps', 'Copy Task ID');
  await until('It is copied', async () => /^[\w-]{20,}$/.test(await env.clipboard.readText()));
  await choose('Workflows', 'Zod', 'Copy');
  await until('It is copied', async () => (await env.clipboard.readText()).startsWith('Which?\nZod'));
  await goToRow('Workflows', 'sign.txt');
  await press('Enter');
  await until('Its difference is open', () => activeLabel().includes('sign.txt'));
  await choose('Workflows', 'sign.txt', 'Open Snapshot Version');
  await until(
    'It is as it was',
    () => window.activeTextEditor?.document.uri.scheme === 'switchyard-snapshot',
  );
  await pressAction('Workflows', 'signals.ts', 'Open File');
  await until('It is open', () => window.activeTextEditor?.document.uri.path.endsWith('src/signals.ts'));
  await choose('Workflows', 'Lamps', 'Reveal in Source Control');
  await until('Source control is shown', () => isVisible('[id="workbench.view.scm"]'));
});

test('a person comes to what waits, asks for changes and approves, and the agent is told', async () => {
  await run('Switchyard: Go to Next Item to Review');
  await untilPageSays(/Task started/);
  const review = (): Promise<void> => choose('Workflows', 'Signal box', 'Mark Reviewed…');
  const requestChanges = (): Promise<void> => pick(review, 'Request Changes');
  await answer(requestChanges, 'Sent with the agent', 'Paint it green.');
  const reviewLamps = (): Promise<void> => pressAction('Workflows', 'Lamps', 'Mark Reviewed…');
  await answer(() => pick(reviewLamps, 'Approve'), 'Sent with the agent', 'Bright.');
  await until('Neither waits', async () => !(await rows('Workflows')).includes('Review'));
  const { results } = await ask('What now?', [calls('get_context'), says('I see.')]);
  assert.match(results[0] ?? '', /Paint it green\.[^]*Bright\.|Bright\.[^]*Paint it green\./);
});

test('files are put back after a look at what would happen, and that is undone', async () => {
  await confirm(() => choose('Workflows', 'Signal box', 'Restore Task Files…'), 'Restore Files of');
  await textOf('.notifications-toasts >> text=Restore the files of "Signal box"?');
  await run('Switchyard: Confirm Restore');
  // The preview closes meanwhile, and what comes to the front would take the keyboard from a list.
  await textOf('.notifications-toasts >> text=Restored 3 files.');
  assert.deepEqual(lies('sign.txt', 'src/points.ts'), [true, false]);
  await pick(() => run('Switchyard: Undo Restore'), 'Signal box');
  // One file after the other.
  await until('It is undone', () => lies('sign.txt', 'src/points.ts').join() === 'false,true');
});

test('a server is found, switched on and off, and the agent has its tools and has them not', async () => {
  await search('everything');
  await press('Enter');
  await untilPageSays(/everything[\s\S]*Status off/);
  await pressAction('Catalog', 'everything', 'Turn On in the Last Used Chat');
  await pressInDialog('Start Server');
  await until('It is on', async () => /^everything, .*Active$/m.test(await rows('Catalog')));
  await untilOffered(ECHO);
  const on = await ask('Say it back', [calls(ECHO, { message: 'over' }), says('Done.')]);
  assert.match(on.results[0] ?? '', /over/);
  // One chat has it, so nobody is asked which.
  await choose('Catalog', 'everything', 'Turn Off in Chat…');
  await until('It is off', async () => /^everything, .*Ready$/m.test(await rows('Catalog')));
  await untilOffered(ECHO, false);
  const off = await ask('And now?', [calls('mcp_environment'), says('It is gone.')]);
  assert.ok(!off.requests[0]?.tools.includes(ECHO));
});

test('a server gets its key, loses it, and is switched off and on for the workspace', async () => {
  await search('keyed');
  const enter = (): Promise<void> => pressAction('Catalog', 'keyed', 'Enter Credentials…');
  await answer(enter, 'keyed (1/1)', 'a-key-of-ours');
  await until('It is ready', async () => /^keyed, [^\n]*Ready/m.test(await rows('Catalog')));
  await choose('Catalog', 'keyed', 'Forget Credentials…');
  await pressInDialog('Forget');
  await until('It lacks it', async () => /^keyed, needs EXAMPLE_API_KEY/m.test(await rows('Catalog')));
  await pick(() => choose('Catalog', 'keyed', 'Disable Server…'), 'Workspace');
  await until('It is off', async () => /^keyed, [^\n]*Disabled/m.test(await rows('Catalog')));
  await pick(() => pressAction('Catalog', 'keyed', 'Enable Server…'), 'Workspace');
  await until('It is on', async () => /^keyed, needs/m.test(await rows('Catalog')));
  await choose('Catalog', 'keyed', 'Show Output');
  await until('The output has the keyboard', async () => (await keyboardIsAt()).includes('Output'));
  await run('View: Toggle Panel Visibility');
});

test('a chat is named, its servers are switched off together, and it is forgotten', async () => {
  await run('Focus on Sessions View');
  await until('The chats are there', async () => (await rows('Sessions')).includes('server'));
  const session = (await rows('Sessions')).split(',', 1)[0] ?? '';
  await answer(() => choose('Sessions', session, 'Rename Session…'), 'Rename Session', 'Night shift');
  await until('It has its name', async () => (await rows('Sessions')).includes('Night shift'));
  await search('everything');
  await pick(() => choose('Catalog', 'everything', 'Turn On in Chat…'), 'Night shift');
  await until('It is on', async () => /^everything, turned on by you/m.test(await rows('Sessions')));
  await screenshot('keyboard-sessions');
});

test('what is done with a server below a chat is done in that chat, and no other is asked for', async () => {
  await choose('Sessions', 'everything', 'Turn Off in Chat…');
  await until('It is off', async () => !(await rows('Sessions')).includes('everything'));
  await pick(() => choose('Catalog', 'everything', 'Turn On in Chat…'), 'Night shift');
  await until('It is on', async () => /^everything, turned on by you/m.test(await rows('Sessions')));
});

test('every command that a menu can have is offered, on every kind of row', async () => {
  const plan = [{ step: '1', goal: 'Sweep up' }];
  await ask('Plan a sweep', [calls('start_workflow', { name: 'Sweep', plan }), says('Planned.')]);
  await search('fixture');
  await pick(() => choose('Catalog', 'fixture', 'Disable Server…'), 'Workspace');
  await until('It is off', async () => /^fixture, .*Disabled$/m.test(await rows('Catalog')));
  await search('');
  const plans = calls('mcp_activate', { name: 'plans' });
  await ask('Wait a while', [plans, calls('mcp_call_tool', WAITING_PLAN), says('It waits.')]);
  await until('The plan has a row', async () => /^wait, running/m.test(await rows('Sessions')));
  await besideLongRound(async () => {
    for (const view of ['Workflows', 'Catalog', 'Sessions']) await compareMenus(view);
  });
  // Two servers of one group: a group itself has no menu.
  await goToRow('Catalog', 'memory');
  await press('Shift+ArrowDown');
  await compareMenu('Catalog', { ...(await focusedContext('Catalog')).context, listMultiSelection: true });
  await press('Escape');
  const missing = [...everyMenuCommand()].filter(command => !offered.has(command));
  // Only a file that a task modified has the first (suite "task-page"), and a server whose tools changed the second ("trust").
  assert.deepEqual(missing, ['switchyard.restoreHunk', 'switchyard.reviewTools']);
});

test('the servers of a chat are switched off with its button, and the chat is forgotten', async () => {
  await pressAction('Sessions', 'Night shift', 'Turn Off All Servers of This Chat');
  await until('They are off', async () => !(await rows('Sessions')).includes('everything'));
  await choose('Sessions', 'Night shift', 'Forget Session…');
  await pressInDialog('Forget');
  await until('It is gone', async () => !(await rows('Sessions')).includes('Night shift'));
});

test('the buttons of the page of a task are reached and pressed', async () => {
  await goToRow('Workflows', 'Signal box');
  await press('Enter');
  await untilPageSays(/Task started/);
  await pressOnPage('Copy Summary');
  await textOf('.notifications-toasts >> text=Copied the summary of "Signal box".');
  await run('Notifications: Clear All Notifications');
  await pressOnPage('Open All Changes');
  await until('The changes are open', () => activeLabel().startsWith('Changes of'));
  await comeBack();
  await pressOnPage('Compare with Now');
  await textOf('.notifications-toasts >> text=All files are as "Signal box" left them.');
  await run('Notifications: Clear All Notifications');
  write('src/points.ts', '// points, painted\n');
  await pressOnPage('Compare with Now');
  await until('The comparison is open', () => activeLabel().includes('↔ Now'));
  await comeBack();
  await pressOnPage('Restore Files…');
  await asked('Restore Files of');
  await leavePick();
  await pressOnPage('Request Changes');
  await untilPageSays(/Describe what should change\./);
  await pressOnPage('Show as Table');
  await untilPageSays(/Show as Chart|Hide Table|Signal box\s+[^]*Lamps/);
});

test('the lists and plots of the page are walked, and its files have their menu and their buttons', async () => {
  await comeBack();
  await untilPageHasKeyboard();
  await tabFromTopTo(/^Task started/);
  await press('ArrowDown');
  assert.match(await focused(), /^Decision: library choice/);
  await press('End');
  assert.match(await focused(), /^Review: /);
  await tabTo(/^sign\.txt, /);
  await press('ArrowDown');
  assert.match(await focused(), /^points\.ts, src/);
  const context = JSON.parse(
    String(await inPage('return element.ownerDocument.activeElement.dataset.vscodeContext')),
  ) as Record<string, unknown>;
  const expected = offeredFor({ ...context, webviewId: 'switchyard.task' });
  assert.deepEqual(
    await openMenu(),
    expected.map(({ title }) => title),
  );
  await leaveMenuOfPage('points.ts, ');
  await press('Control+.');
  assert.equal(await focused(), 'Open Changes');
  await press('ArrowRight');
  assert.equal(await focused(), 'Restore File…');
  await press('ArrowRight');
  assert.equal(await focused(), 'Open File');
  await press('Enter');
  await until('It is open', () => window.activeTextEditor?.document.uri.path.endsWith('src/points.ts'));
  await comeBack();
  // The page is a new document by now: VS Code keeps none of what another tab covers.
  await until('The file has the keyboard again', async () => (await focused()).startsWith('points.ts, '));
  await untilPageHasKeyboard();
  await tabBackTo(/, this task$/);
  await press('ArrowDown');
  assert.match(await focused(), /^Lamps, /);
  await press('Enter');
  await until('Its page is open', () => activeLabel() === 'Lamps');
});

/** Whether each of these files is there. */
function lies(...paths: readonly string[]): readonly boolean[] {
  return paths.map(path => existsSync(join(folder, path)));
}

/** Goes to a button of the page with Tab, and presses it. */
async function pressOnPage(name: string): Promise<void> {
  await untilPageHasKeyboard();
  await tabFromTopTo(new RegExp(`^${name}$`));
  await press('Enter');
}

/** Opens the menu of one row of each kind, what is closed too, and holds it against the manifest. */
async function compareMenus(view: string): Promise<void> {
  await goTo(view);
  await press('Home');
  const seen = new Set<string>();
  for (let last = ''; ; await press('ArrowDown')) {
    const { id, context, isClosed } = await focusedContext(view);
    if (id === last) return;
    last = id;
    if (isClosed) await press('ArrowRight');
    const kind = String(context['webviewItem']);
    if (seen.has(kind)) continue;
    seen.add(kind);
    await compareMenu(view, context);
  }
}

/** Holds the menu of the focused row against the manifest. */
async function compareMenu(view: string, context: Record<string, unknown>): Promise<void> {
  const expected = offeredFor({ ...context, webviewId: `switchyard.${view.toLowerCase()}` });
  if (expected.length === 0) return;
  for (const { command } of expected) offered.add(command);
  const titles = expected.map(({ title }) => title);
  assert.deepEqual(await openMenu(), titles, String(context['webviewItem']));
  await leaveMenu(view);
}

/** Writes into the search of the catalog, and goes on in the list. */
async function search(words: string): Promise<void> {
  await goTo('Catalog');
  await press('Control+f');
  await until('The field has the focus', () => searchHasFocus('Catalog'));
  await press('Escape'); // Empties it.
  await type(words);
  if (words !== '') await until('It is found', async () => (await rows('Catalog')).startsWith(words));
  else await until('All is there', async () => (await rows('Catalog')).startsWith('Active'));
  await press('Enter');
}

async function searchHasFocus(view: string): Promise<boolean> {
  return (await inView(view, `return element.ownerDocument.activeElement.role === 'searchbox'`)) === true;
}

function activeLabel(): string {
  return window.tabGroups.activeTabGroup.activeTab?.label ?? '';
}
