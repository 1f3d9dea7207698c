import assert from 'node:assert/strict';
import { join } from 'node:path';
import { commands, ConfigurationTarget, env, Uri, window, workspace } from 'vscode';
import { acrossReloads } from '../support/vscode/acrossReloads';
import { again } from '../support/vscode/again';
import { ask, newChat, readyChat } from '../support/vscode/chat';
import { dragTo, focusedRow, inView, ROW, rows, selectedRows, toldRows } from '../support/vscode/explorer';
import { isKept } from '../support/vscode/kept';
import { untilAsked, untilTitled } from '../support/vscode/quickInput';
import { openMenu, take, takeAsking } from '../support/vscode/rowMenu';
import { recordWork } from '../support/vscode/recordedWork';
import { calls, says } from '../support/vscode/script';
import { pageTabs, untilPageSays } from '../support/vscode/taskPage';
import { until } from '../support/vscode/until';
import { keyboardIsAt } from '../support/vscode/whatIsShown';
import {
  click,
  clickDialogButton,
  hover,
  isVisible,
  press,
  screenshot,
  textOf,
  type,
} from '../support/vscode/window';

const folder = workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
const MENU = '.monaco-menu';
const CARD = '.hover-card';

/** Signs that are read as a whole or not at all. */
const BADGES = '.badge, .meter > :last-child';

suiteSetup(async () => {
  await readyChat();
});

test('Chromium tells a screen reader every row with its place, its state and what is written in it', async () => {
  await recordWork();
  await commands.executeCommand('switchyard.workflows.focus');
  await until('The tasks are shown', async () => (await rows('Workflows')).includes('signals.ts'));
  const told = (await toldRows('Workflows')).map(({ name, level, expanded, selected }) => {
    assert.equal(selected, false);
    const openness = expanded === undefined ? '' : expanded ? 'open: ' : 'closed: ';
    return `${level} ${openness}${name.replaceAll(/\d+ sec/g, 'n sec')}`;
  });
  assert.deepEqual(told, [
    '1 open: Signals, n sec, 2 of 2, 2 to review, completed',
    '2 open: Signal box, n sec, Review, needs review',
    '3 Zod, library choice',
    '3 Docs out of date, documentation gap, needs review',
    '3 sign.txt, outside src, deleted, Outside the declared areas',
    '3 points.ts, src, added',
    '3 signals.ts, src, added',
    '2 open: Lamps, n sec, Review, needs review',
    '3 lamps.ts, src, added',
  ]);
  await screenshot('rows');
});

test('a person selects several rows by keyboard, as in any list of VS Code', async () => {
  await focusTree('Workflows');
  await press('Home');
  await press('Shift+ArrowDown');
  await press('Shift+ArrowDown');
  assert.deepEqual(await selection(), ['Signals', 'Signal box', 'Zod']);
  await press('Shift+ArrowUp');
  assert.deepEqual(await selection(), ['Signals', 'Signal box']);
  await press('ArrowDown');
  await press('ArrowDown');
  assert.deepEqual(await selection(), ['Signals', 'Signal box'], 'an arrow alone only moves the focus');
  await press('Space');
  assert.deepEqual(await selection(), ['Signals', 'Signal box', 'Docs out of date']);
  await press('Space');
  assert.deepEqual(await selection(), ['Signals', 'Signal box']);
  await press('Control+a');
  assert.equal((await selection()).length, 9);
  await press('Escape');
  assert.deepEqual(await selection(), []);
  await press('PageDown');
  assert.match(await focusedRow('Workflows'), /^lamps\.ts/);
  await press('PageUp');
  assert.match(await focusedRow('Workflows'), /^Signals/);
});

test('a command of a menu acts on every row that is selected', async () => {
  await click(row('sign.txt'), ['Control']);
  await click(row('signals.ts'), ['Shift']);
  assert.deepEqual(await selection(), ['sign.txt', 'points.ts', 'signals.ts']);
  assert.deepEqual(await openMenu(), ['Copy Path']);
  await screenshot('rows-menu');
  await take('Copy Path');
  const paths = ['sign.txt', 'src/points.ts', 'src/signals.ts'].map(path => join(folder, path));
  await until('The paths are copied', async () => (await env.clipboard.readText()) === paths.join('\n'));
});

test('in the narrowest sidebar, what waits for a review is whole also beside the progress of its workflow', async () => {
  assert.match(await rows('Workflows'), /^Signals, .*2 to review/);
  assert.equal(await cutIn('Workflows', BADGES), '172 px, true, cut: ');
});

test('a person reviews two tasks at once', async () => {
  await focusTree('Workflows');
  await press('Escape');
  await click(row('Signal box'), ['Control']);
  await click(row('Lamps'), ['Control']);
  await takeAsking('Mark Reviewed…', 'Review of 2 tasks');
  await press('Enter');
  await untilAsked('Sent with the agent');
  await press('Enter');
  await until('Neither waits any more', async () => !(await rows('Workflows')).includes('Review'));
  assert.match(await rows('Workflows'), /\nLamps/, 'what is open over the focus stays open');
  await focusTree('Workflows');
  await press('Escape');
  await press('ArrowUp');
  await press('ArrowRight');
  await until('The other one is open again', async () => (await rows('Workflows')).includes('Zod'));
});

test('in the narrowest sidebar, figures and badges are whole, and names give way', async () => {
  for (const view of ['Workflows', 'Sessions', 'Catalog']) {
    await commands.executeCommand(`switchyard.${view.toLowerCase()}.focus`);
    await until(`${view} has rows`, async () => (await rows(view)) !== '');
    assert.equal(await cutIn(view, `${BADGES}, .row-figures`), '172 px, true, cut: ', view);
  }
});

test('a click shows a task in the one tab that is used again and leaves the keyboard in the tree, two clicks keep it', async () => {
  await commands.executeCommand('workbench.action.closeAllEditors');
  await click(row('Signal box'));
  await until('The page is there', () => pageTabs().join() === 'Signal box');
  await untilPageSays(/Task started/);
  assert.match(await focusedRow('Workflows'), /^Signal box/);
  assert.match(await keyboardIsAt(), /Signal box/);
  const outline = `return getComputedStyle(element.querySelector('.row:focus')).outlineStyle`;
  assert.equal(await inView('Workflows', outline), 'none', 'a click shows no ring');
  await press('ArrowDown');
  assert.equal(await inView('Workflows', outline), 'solid');
  await click(row('Lamps'));
  await until('The tab is used again', () => pageTabs().join() === 'Lamps');
  await untilPageSays(/^Signals\s+›\s+Task 2 of 2\s+Lamps/);
  assert.match(await keyboardIsAt(), /Lamps/);
  // The second click of two.
  await inView(
    'Workflows',
    `element.querySelector('[aria-label^="Lamps"]').dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 2 }))`,
  );
  await until('The page has the keyboard', async () => !(await keyboardIsAt()).includes('tree'));
  await click(row('Signal box'));
  await until('The other tab is kept', () => pageTabs().join() === 'Lamps,Signal box');
  await screenshot('rows-preview');
  await commands.executeCommand('workbench.action.closeAllEditors');
});

test('what is known of a row is read on a card, by mouse and by keyboard, and by a screen reader with the row', async () => {
  await commands.executeCommand('switchyard.workflows.focus');
  await hover(row('Lamps'));
  assert.match(await textOf(CARD), /^Lamps: done/);
  await hover(row('Signal box'));
  const card = `${CARD} >> text=Signal box: done`;
  await textOf(card);
  assert.match(await textOf(CARD), /^Signal box: done\s+Signal box\s+Done\.\s+3 files changed/);
  await screenshot('card');
  await click(row('Lamps'));
  assert.equal(await isVisible(CARD), false);
  await commands.executeCommand('workbench.action.closeAllEditors');
  await focusTree('Workflows');
  await press('Home');
  for (const keys of ['Control+k', 'Control+i']) await press(keys);
  assert.match(await textOf(CARD), /^Signals: completed\s+2 of 2 tasks\s+4 files changed/);
  await press('Escape');
  await until('It is closed', async () => !(await isVisible(CARD)));
  const told = `return element.querySelector('[aria-label^="Signal box"]').getAttribute('aria-description')`;
  assert.match(String(await inView('Workflows', told)), /^Signal box: done\n/);
});

test('every kind of row has its commands in its menu', async () => {
  await focusTree('Workflows');
  await press('Escape');
  const menus: Record<string, readonly string[]> = {};
  for (const label of ['Signals', 'Signal box', 'Zod', 'Docs out of date', 'signals.ts', 'sign.txt']) {
    await inView('Workflows', `element.querySelector('[aria-label^="${label}"]').focus()`);
    menus[label] = await openMenu();
    await press('Escape');
    await until('The menu is closed', async () => !(await isVisible(MENU)));
  }
  assert.deepEqual(menus, {
    Signals: [
      'Open Workflow',
      'Replay Workflow',
      'Add Task…',
      'Copy Summary',
      'Export Workflow',
      'Export Workflow As…',
      'Archive Workflow',
      'Delete Workflow…',
    ],
    'Signal box': [
      'Open Task',
      'Open Task Changes',
      'Open Snapshot Version',
      'Reveal in Source Control',
      'Copy Task ID',
      'Mark Reviewed…',
      'Restore Task Files…',
      'Restore to This Point…',
    ],
    Zod: ['Open Task', 'Copy'],
    'Docs out of date': ['Open Task', 'Copy'],
    'signals.ts': ['Open File Changes', 'Open File', 'Copy Path'],
    'sign.txt': ['Open File Changes', 'Open Snapshot Version', 'Copy Path'],
  });
});

test('the buttons of a row are reached by keyboard, and a file is opened with one', async () => {
  // The menu before gives the keyboard back a moment after it closed: a key that is pressed meanwhile is lost.
  await again('The keyboard goes to the button and back', async patienceMs => {
    await inView('Workflows', `element.querySelector('[aria-label^="signals.ts"]').focus()`);
    await press('Control+.');
    await until('The button has it', () => hasKeyboard('Open File'), patienceMs);
    await press('Escape');
    await until('The row has it again', () => hasKeyboard('signals.ts'), patienceMs);
  });
  await press('Control+.');
  await press('Enter');
  await until('The file is open', () =>
    window.activeTextEditor?.document.uri.fsPath.endsWith('src/signals.ts'),
  );
});

test('a decision, a task id and a summary are copied, and a workflow is read as a page', async () => {
  await choose('Workflows', 'Zod', 'Copy');
  await until('It is copied', async () => (await env.clipboard.readText()).startsWith('Which?\nZod\n'));
  await choose('Workflows', 'Lamps', 'Copy Task ID');
  await until('It is copied', async () => /^[\w-]{20,}$/.test(await env.clipboard.readText()));
  await choose('Workflows', 'Signals', 'Open Workflow');
  await until('The report is shown', () =>
    window.tabGroups.activeTabGroup.activeTab?.label.includes('Signals'),
  );
  await textOf('role=heading[name="Signals"]');
  await screenshot('workflow-report');
  await choose('Workflows', 'Lamps', 'Reveal in Source Control');
  await until('The explorer made room', () => isVisible('[id="workbench.view.scm"]'));
});

test('as many of the selected servers are switched on as the limit lets through, and the rest is said', async () => {
  const settings = workspace.getConfiguration('switchyard.activation');
  // Not the limit per minute: a slow machine starts two servers in more than one.
  await settings.update('maxActive', 2, ConfigurationTarget.Global);
  await newChat();
  await ask('Look around', [calls('mcp_environment'), says('Seen.')]);
  await commands.executeCommand('switchyard.catalog.focus');
  await until('The catalog is there', async () => (await rows('Catalog')).includes('filesystem'));
  await click(row('filesystem', 'Catalog'), ['Control']);
  await click(row('fixture', 'Catalog'), ['Shift']);
  assert.deepEqual(await selection('Catalog'), ['filesystem', 'everything', 'fixture']);
  const offered = await takeAsking('Turn On Selected Servers', 'Chat Session', 'Catalog');
  assert.deepEqual(offered, ['Turn On Selected Servers', 'Turn Off Selected Servers']);
  await press('Enter'); // The chat that was used last comes first.
  await clickDialogButton('Start Server');
  await clickDialogButton('Start Server');
  const told = await textOf('.notification-toast >> text=/Turned on/');
  assert.match(
    told,
    /Turned on 2 of 3 servers\. .* maximum number of active servers\. .*: filesystem, everything\./,
  );
  await screenshot('activate-selected');
  await settings.update('maxActive', undefined, ConfigurationTarget.Global);
});

test('a file that is dragged brings its address', async () => {
  await focusTree('Workflows');
  await press('Escape');
  const file = { view: 'Workflows', row: 'signals.ts' };
  const { data } = await dragTo(file, file);
  assert.deepEqual(data, { 'text/uri-list': Uri.file(join(folder, 'src/signals.ts')).toString() });
});

test('a server that is dragged onto a chat is switched on there', async () => {
  await commands.executeCommand('switchyard.sessions.focus');
  await until('The chats are there', async () => (await rows('Sessions')).includes('Chat'));
  await focusTree('Catalog');
  await press('Escape'); // What is selected would come along.
  const server = { view: 'Catalog', row: 'fixture' };
  assert.equal((await dragTo(server, { view: 'Catalog', row: 'Yours' })).isTaken, false);
  const { data, isTaken } = await dragTo(server, { view: 'Sessions', row: 'Chat' });
  assert.deepEqual(data, { 'application/vnd.switchyard.servers': 'fixture' });
  assert.equal(isTaken, true);
  await clickDialogButton('Start Server');
  await until('It is on', async () => /fixture, turned on by you/.test(await rows('Sessions')));
  await screenshot('dropped');
});

test('a chat is given a name, its servers are switched off together, and it is forgotten', async () => {
  await again('A name is asked for', async patienceMs => {
    await choose('Sessions', 'Chat', 'Rename Session…');
    await untilTitled('Rename Session', patienceMs);
  });
  await press('Control+a');
  await type('<b>Night</b> shift');
  await press('Enter');
  await until('It has its name', async () => (await rows('Sessions')).startsWith('<b>Night</b> shift'));
  await focusTree('Sessions');
  await click(row('fixture', 'Sessions'), ['Control']);
  await click(row('filesystem', 'Sessions'), ['Control']);
  await openMenu('Sessions');
  await take('Turn Off Selected Servers');
  await until('They are off', async () => !/fixture|filesystem/.test(await rows('Sessions')));
  const before = (await toldRows('Sessions')).filter(({ level }) => level === 1).length;
  await choose('Sessions', '<b>Night', 'Forget Session…');
  await clickDialogButton('Forget');
  await until('It is gone', async () => !(await rows('Sessions')).includes('Night'));
  assert.equal((await toldRows('Sessions')).filter(({ level }) => level === 1).length, before - 1);
});

test('what is open, focused, selected and searched for is there again after a reload of the window', async () => {
  await acrossReloads(
    async () => {
      await commands.executeCommand('switchyard.workflows.focus');
      await until('The rows are there', async () => (await rows('Workflows')).includes('Lamps'));
      await inView('Workflows', `element.querySelector('[aria-label^="Signal box"]').focus()`);
      await press('ArrowLeft');
      await press('Space');
      await press('ArrowDown');
      await until('It is closed', async () => !(await rows('Workflows')).includes('Zod'));
      await press('/');
      await until('The field is there', () => isVisible('role=searchbox[name="Filter by name or state"]'));
      // In letters that no row has: rows that were seen are kept as well.
      await type('LAMPS.t');
      await until('It is filtered', async () => !(await rows('Workflows')).includes('Signal box'));
      const shown = await rows('Workflows');
      await until('It is kept', () => isKept('LAMPS.t'));
      return shown;
    },
    async ([filtered]) => {
      await readyChat();
      await commands.executeCommand('switchyard.workflows.focus');
      await until('It is filtered as before', async () => (await rows('Workflows')) === filtered);
      await click('role=searchbox[name="Filter by name or state"]');
      await press('Escape');
      await press('Escape');
      const all = await until('All rows are back', async () => {
        const text = await rows('Workflows');
        return text.includes('Signal box') ? text : undefined;
      });
      assert.doesNotMatch(all, /Zod/);
      assert.deepEqual(await selection(), ['Signal box']);
      await until('The focus is there', async () => (await focusedRow('Workflows')).startsWith('Lamps'));
    },
  );
});

function row(label: string, view = 'Workflows'): string {
  return `[role="tree"][aria-label="${view}"] ${ROW}[aria-label^="${label}"]`;
}

/** Whether it is on something in the workflows whose name begins so. */
async function hasKeyboard(name: string): Promise<boolean> {
  return (await focusedRow('Workflows')).startsWith(name);
}

async function focusTree(view: string): Promise<void> {
  await commands.executeCommand(`switchyard.${view.toLowerCase()}.focus`);
  await until(`${view} is there`, async () => (await rows(view)) !== '');
  await inView(view, `element.querySelector('[tabindex="0"]').focus()`);
}

/** The first words of what is selected. */
async function selection(view = 'Workflows'): Promise<readonly string[]> {
  return (await selectedRows(view)).map(name => name.split(',', 1)[0] ?? '');
}

/** Takes a command of a row's menu. */
async function choose(view: string, label: string, command: string): Promise<void> {
  await focusTree(view);
  await press('Escape');
  await inView(view, `element.querySelector('[aria-label^="${label}"]').focus()`);
  await openMenu(view);
  await take(command);
}

/** What of the narrowest sidebar can't be read whole. */
async function cutIn(view: string, signs: string): Promise<string> {
  return String(
    await inView(
      view,
      `const { documentElement: root, body } = element.ownerDocument;
      root.style.width = '172px';
      const { right } = body.getBoundingClientRect();
      const signs = [...body.querySelectorAll(${JSON.stringify(signs)})];
      const cut = signs.filter(sign => sign.getBoundingClientRect().right > right || sign.scrollWidth > sign.clientWidth + 1 && getComputedStyle(sign).display !== 'inline');
      root.style.width = '';
      return right + ' px, ' + (signs.length > 0) + ', cut: ' + cut.map(sign => sign.textContent).join(' | ');`,
    ),
  );
}
