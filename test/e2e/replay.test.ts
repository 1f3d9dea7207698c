import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { commands, window } from 'vscode';
import { acrossReloads } from '../support/vscode/acrossReloads';
import { ask, readyChat } from '../support/vscode/chat';
import { axeFindings, inView, rows } from '../support/vscode/explorer';
import { field, find } from '../support/vscode/results';
import { untilTabIsKept } from '../support/vscode/kept';
import { openMenu, take } from '../support/vscode/rowMenu';
import { calls, says } from '../support/vscode/script';
import { inPage, PAGE, untilPageSays, wear } from '../support/vscode/taskPage';
import { THEMES } from '../support/vscode/themes';
import { until } from '../support/vscode/until';
import { click, press, screenshot } from '../support/vscode/window';
import { folder, git, write } from '../support/vscode/workspaceFiles';

suiteSetup(async () => {
  if (existsSync(join(folder, '.git'))) return; // After a reload.
  git('init', '--initial-branch=main');
  write('src/auth/jwt.ts', '// old\n');
  git('add', '--all');
  git('commit', '--message', 'Begin');
  await readyChat();
  await commands.executeCommand('switchyard.workflows.focus');
});

test('a person opens the replay of a workflow from its row', async () => {
  await recordMigration();
  await commands.executeCommand('switchyard.workflows.focus');
  await until('The workflow has a row', async () => (await rows('Workflows')).startsWith('Migration'));
  await inView('Workflows', `element.querySelector('[role="treeitem"]').focus()`);
  const offered = await openMenu();
  assert.ok(offered.includes('Replay Workflow'), offered.join(', '));
  await take('Replay Workflow');
  assert.match(await untilPageSays(/Work Replay/), /Migration[^]*Status completed/);
  await until('It stands at the end', async () => /Workflow ended · 2 files so far/.test(await caption()));
  await screenshot('replay-end');
});

test('keys go through the moments, and everything stands as it did then', async () => {
  await inPage(`element.querySelector('[role="slider"]').focus()`);
  await press('Home');
  await until('It stands at the beginning', async () => /Workflow started/.test(await caption()));
  assert.deepEqual(await rowsOf('Tasks'), ['Docs, not started, not started']);
  assert.match(await page(), /No task that changed files had ended\.[^]*No trails had been left/);
  assert.match(await valueText(), /Workflow started/);
  await press('ArrowRight');
  await until('The first task runs', async () =>
    (await rowsOf('Tasks')).some(row => /^Routes, .*running/.test(row)),
  );
  await press('End');
  await press('ArrowLeft');
  await until('It stands before the end', async () => !/Workflow ended/.test(await caption()));
  await screenshot('replay-inside');
  await press('Home');
  await until('It stands at the beginning', async () => /Workflow started/.test(await caption()));
  await setSpeed('8');
  await press(' ');
  await until('It has played to its end', async () => /Workflow ended/.test(await caption()));
});

test('a click on the end of a task or on a file opens the diff of then', async () => {
  await clickRow('Task ended: done, Routes');
  await until('The changes are open', () => activeLabel()?.startsWith('Changes of "Routes"'));
  await commands.executeCommand('workbench.action.closeActiveEditor');
  await until('The page is in front', () => activeLabel() === 'Replay: Migration');
  await until('It stands where the task ended', async () => /Task ended: done/.test(await caption()));
  assert.deepEqual(await fileNames(), ['route.ts']);
  await clickRow('route.ts');
  await until('The diff is open', () => activeLabel()?.startsWith('route.ts (before'));
  await commands.executeCommand('workbench.action.closeActiveEditor');
  await until('The page is in front', () => activeLabel() === 'Replay: Migration');
});

for (const [theme, kind] of THEMES) {
  test(`axe finds nothing against WCAG A and AA on the page: ${theme}`, async () => {
    await untilPageSays(/Work Replay/);
    await wear(theme, kind);
    assert.deepEqual(await axeFindings(PAGE, 'editor'), []);
    await inPage('element.ownerDocument.body.style.backgroundColor = ""');
    await screenshot(`replay-${kind}`);
  });
}

test('the page is there again after a reload of the window, at the same moment', () => {
  return acrossReloads(
    async () => {
      await untilPageSays(/Work Replay/);
      await until('It stands where it stood', async () => /Task ended: done/.test(await caption()));
      // What is remembered with the moment tells what was kept before it from what is kept now.
      await setSpeed('4');
      await untilTabIsKept('Replay: Migration', '"speed":4');
    },
    async () => {
      await click('.tab[aria-label^="Replay"]');
      await untilPageSays(/Work Replay/);
      await until('It stands where it stood', async () => /Task ended: done/.test(await caption()));
      assert.equal(await inPage(`return element.querySelector('select').value`), '4');
    },
  );
});

/** A workflow with a plan, a decision, trails, and two tasks that changed a file each. */
async function recordMigration(): Promise<void> {
  const begun = await ask('Begin the migration', [
    calls('mcp_activate', { name: 'stigmergy' }),
    calls('start_workflow', { name: 'Migration', plan: [{ step: '1', goal: 'Docs' }] }),
    calls('start_task', results => ({
      workflow_id: field(results, 'workflow_id'),
      name: 'Routes',
      goal: 'Routes',
      areas: ['src'],
    })),
    says('Begun.'),
  ]);
  const workflow = find(begun.results, 'workflow_id');
  write('src/auth/route.ts', '// route\n');
  const next = await ask('Then the docs', [
    complete(find(begun.results, 'task_id')),
    calls('start_task', {
      workflow_id: workflow,
      planned_step: '1',
      name: 'Docs',
      goal: 'Docs',
      areas: ['src'],
    }),
    calls('mcp_switchyard_stig_mark', { node_id: 'src/auth', type: 'visited', intensity: 1 }),
    says('Begun.'),
  ]);
  write('src/auth/docs.ts', '// docs\n');
  await ask('The docs are done', [complete(find(next.results, 'task_id')), says('Done.')]);
}

function complete(task: string) {
  return calls('complete_task', { task_id: task, status: 'success', outcome: { summary: 'Done.' } });
}

async function page(): Promise<string> {
  return String(await inPage('return element.innerText'));
}

async function setSpeed(speed: string): Promise<void> {
  await inPage(
    `const select = element.querySelector('select'); select.value = '${speed}'; select.dispatchEvent(new Event('change', { bubbles: true }))`,
  );
}

async function caption(): Promise<string> {
  return String(await inPage(`return element.querySelector('.caption')?.innerText ?? ''`));
}

async function valueText(): Promise<string> {
  return String(
    await inPage(`return element.querySelector('[role="slider"]').getAttribute('aria-valuetext')`),
  );
}

async function rowsOf(tree: string): Promise<readonly string[]> {
  const names = await inPage(
    `return [...element.querySelectorAll('[role="tree"][aria-label="${tree}"] [role="treeitem"]')].map(row => row.ariaLabel).join('\\n')`,
  );
  return String(names).split('\n');
}

async function fileNames(): Promise<readonly string[]> {
  const names = await inPage(
    `return [...element.querySelectorAll('[aria-labelledby="files"] [role="treeitem"] .label')].map(row => row.innerText).join('\\n')`,
  );
  return String(names).split('\n');
}

async function clickRow(name: string): Promise<void> {
  await inPage(
    `[...element.querySelectorAll('[role="treeitem"]')].find(row => row.ariaLabel.startsWith('${name}')).click()`,
  );
}

function activeLabel(): string | undefined {
  return window.tabGroups.activeTabGroup.activeTab?.label;
}
