import assert from 'node:assert/strict';
import { join } from 'node:path';
import {
  commands,
  type Hover,
  MarkdownString,
  Position,
  Selection,
  TabInputTextDiff,
  Uri,
  window,
  workspace,
} from 'vscode';
import { ask, readyChat } from '../support/vscode/chat';
import { untilAsked } from '../support/vscode/quickInput';
import { field, find } from '../support/vscode/results';
import { calls, says } from '../support/vscode/script';
import { until } from '../support/vscode/until';
import { click, evaluate, isVisible, press, screenshot, textOf } from '../support/vscode/window';
import { folder, write } from '../support/vscode/workspaceFiles';

const PATH = 'src/lamps.ts';
const file = Uri.file(join(folder, PATH));

/** A task in which the agent makes the file hold something. */
async function task(name: string, text: string): Promise<void> {
  const begun = await ask(`Begin ${name}`, [
    calls('start_workflow', { name: `Work on ${name}` }),
    calls('start_task', results => ({
      workflow_id: field(results, 'workflow_id'),
      name,
      goal: `Do ${name}`,
    })),
    says('Begun.'),
  ]);
  write(PATH, text);
  await ask(`End ${name}`, [
    calls('complete_task', {
      task_id: find(begun.results, 'task_id'),
      status: 'success',
      outcome: { summary: 'Done.' },
    }),
    says('Done.'),
  ]);
}

/** What our hover says of a line; nothing where it has none. */
async function hoverOf(line: number): Promise<string> {
  const hovers = await commands.executeCommand<readonly Hover[]>(
    'vscode.executeHoverProvider',
    file,
    new Position(line, 0),
  );
  const texts = hovers.flatMap(({ contents }) =>
    contents.map(content => (content instanceof MarkdownString ? content.value : '')),
  );
  return texts.find(text => text.includes('switchyard.openTask')) ?? '';
}

/** How many lines of the editor in front have the bar. */
const bars = async () =>
  await evaluate(
    '.editor-instance',
    `const isBar = each => getComputedStyle(each).borderLeftWidth === '2px';
     return [...element.querySelectorAll('.view-overlays .cdr')].filter(isBar).length`,
  );

const untilBars = async (count: number) =>
  await until(`${count} lines have the bar`, async () => (await bars()) === count);

suiteSetup(() => readyChat());

test('the lines that tasks wrote have a bar and a hover, and what the person types has none', async () => {
  write(PATH, '// by hand\nred\n');
  await task('Lamps', '// by hand\nred\ngreen\nblue\n');
  await task('Colors', '// by hand\nred\ngreen\ncyan\n');
  const editor = await window.showTextDocument(file);
  assert.equal(await hoverOf(2), '');
  await commands.executeCommand('switchyard.toggleTaskBlame');
  assert.equal(workspace.getConfiguration('switchyard').get('workflows.taskBlame'), true);
  await untilBars(2);
  assert.deepEqual([await hoverOf(0), await hoverOf(1)], ['', '']);
  assert.match(await hoverOf(2), /^\*\*Lamps\*\* · done\n\nDo Lamps\n\n.*Work on Lamps/);
  assert.match(await hoverOf(3), /^\*\*Colors\*\* · done/);
  await screenshot('task-blame');

  // Not saved: the lines move on, and the new ones are nobody's.
  await editor.edit(change => {
    change.insert(new Position(2, 0), '// mine\n');
    change.insert(new Position(2, 5), ' as grass');
  });
  await untilBars(1);
  assert.deepEqual([await hoverOf(2), await hoverOf(3)], ['', '']);
  assert.match(await hoverOf(4), /^\*\*Colors\*\*/);
  await commands.executeCommand('workbench.action.files.revert');
  await untilBars(2);
});

test('a link of the hover opens the diff of then', async () => {
  const editor = await window.showTextDocument(file);
  editor.selection = new Selection(2, 0, 2, 0);
  await commands.executeCommand('editor.action.showHover');
  await click('.monaco-hover >> text=Open Changes');
  await until(
    'The diff is open',
    () => window.tabGroups.activeTabGroup.activeTab?.input instanceof TabInputTextDiff,
  );
  assert.match(window.tabGroups.activeTabGroup.activeTab?.label ?? '', /lamps\.ts.*Lamps/);
  // As words, it stood over two lines of the title bar.
  await until('Its task is an icon away', () =>
    isVisible('.editor-actions .codicon-go-to-file[aria-label^="Open Task"]'),
  );
  await screenshot('diff-of-then');
});

test('the history of a file lists its tasks, and opens the diff of the one that is picked', async () => {
  await commands.executeCommand('workbench.action.closeAllEditors');
  const picking = commands.executeCommand('switchyard.showFileHistory', file);
  await untilAsked('Colors');
  const list = await textOf('.quick-input-widget .quick-input-list');
  assert.match(list, /Colors[\s\S]*Lamps/);
  await screenshot('file-history');
  await press('ArrowDown');
  await press('Enter');
  await picking;
  const tab = await until('The diff is open', () => {
    const { activeTab } = window.tabGroups.activeTabGroup;
    return activeTab?.input instanceof TabInputTextDiff ? activeTab : undefined;
  });
  assert.match(tab.label, /lamps\.ts.*Lamps/);
});

test('switched off, nothing is marked and nothing is said', async () => {
  await commands.executeCommand('workbench.action.closeAllEditors');
  await window.showTextDocument(file);
  await untilBars(2);
  await commands.executeCommand('switchyard.toggleTaskBlame');
  await untilBars(0);
  assert.equal(await hoverOf(2), '');
});
