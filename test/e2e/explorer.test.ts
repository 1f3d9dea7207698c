import assert from 'node:assert/strict';
import { mkdirSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { commands, ConfigurationTarget, window, workspace } from 'vscode';
import { ask, newChat, readyChat, untilOffered } from '../support/vscode/chat';
import { axeFindings, focusedRow, inView, ROW, rows, tree, untilViewWears } from '../support/vscode/explorer';
import { calls, says } from '../support/vscode/script';
import { field, find } from '../support/vscode/results';
import { openMenu } from '../support/vscode/rowMenu';
import { THEMES } from '../support/vscode/themes';
import { until } from '../support/vscode/until';
import {
  click,
  clickDialogButton,
  evaluateNow,
  fill,
  isVisible,
  press,
  screenshot,
  textOf,
} from '../support/vscode/window';
import { folder, write } from '../support/vscode/workspaceFiles';

const ECHO = 'mcp_switchyard_everything__echo';

const FILTER = 'role=searchbox[name="Filter by name or state"]';

/** Whether what is typed now goes into a field. */
async function hasKeyboard(box: string): Promise<boolean> {
  return (await evaluateNow(box, 'return element.matches(":focus")')) === true;
}

suiteSetup(async () => {
  await readyChat();
});

test('a person opens the explorer and is told what to do first', async () => {
  // The first wish of all: it waits until the view is there.
  await commands.executeCommand('switchyard.filterWorkflows');
  await textOf(FILTER);
  await until('The field has the keyboard', () => hasKeyboard(FILTER));
  await press('Escape');
  await textOf('text=No workflows yet.');
  await until('The catalog shows its groups', async () => (await rows('Catalog')).includes('Ready'));
  await screenshot('explorer-empty');
});

test('what is said of git is looked at again with a refresh', async () => {
  const note = 'text=No Git repository: file snapshots are stored by VS Code.';
  await textOf(note);
  mkdirSync(join(folder, '.git'));
  await commands.executeCommand('switchyard.refresh');
  await until('It is a repository', async () => !(await isVisible(note)));
  rmdirSync(join(folder, '.git'));
});

test('rows appear and move while an agent works, and nobody refreshes anything', async () => {
  const begun = await ask('Begin the migration', [
    calls('start_workflow', {
      name: 'Migration',
      plan: [
        { step: '1', goal: 'Routes' },
        { step: '2', goal: 'Docs' },
      ],
    }),
    calls('start_task', results => ({
      workflow_id: field(results, 'workflow_id'),
      planned_step: '1',
      name: 'Configure routes',
      goal: 'Routes',
      areas: ['src/auth'],
    })),
    calls('log_milestone', results => ({
      task_id: field(results, 'task_id'),
      message: 'Running tests',
      progress: 75,
    })),
    says('Begun.'),
  ]);
  const shown = await until('The running task is shown', async () => {
    const text = await rows('Workflows');
    return text.includes('75%') ? text : undefined;
  });
  assert.match(shown, /Migration, 0 of 2/);
  assert.match(shown, /Configure routes, Running tests, 75%, running/);
  assert.match(shown, /Docs, not started/);
  await screenshot('explorer-running');

  write('src/auth/route.ts', '// route\n');
  write('src/lib/utils.ts', '// utils\n');
  await ask('End the routes', [
    calls('complete_task', {
      task_id: find(begun.results, 'task_id'),
      status: 'partial_success',
      outcome: { summary: 'Moved.', manual_review_needed: true, manual_review_reason: 'Look at the cookie.' },
    }),
    says('Done.'),
  ]);
  const ended = await until('The task that ended shows its files', async () => {
    const text = await rows('Workflows');
    return text.includes('route.ts') ? text : undefined;
  });
  assert.match(ended, /Migration, 1 of 2, 1 to review/);
  assert.match(ended, /Configure routes, [^\n]*, Review/);
  assert.match(ended, /utils\.ts, src\/lib · outside src\/auth, added, Outside the declared areas/);
  // The badge is said with the name of the icon in the activity bar.
  // One task to review, and the entry without a command that the workspace has.
  await textOf('.activitybar .badge >> text=2');
  await screenshot('explorer-review');
});

test('a person walks the tree by keyboard alone, and opens a diff with Enter', async () => {
  await commands.executeCommand('switchyard.workflows.focus');
  await inView('Workflows', `element.querySelector('[tabindex="0"]').focus()`);
  await press('Home');
  assert.match(await focusedRow('Workflows'), /^Migration/);
  await press('ArrowDown');
  assert.match(await focusedRow('Workflows'), /^Configure routes/);
  await press('ArrowLeft');
  assert.doesNotMatch(await rows('Workflows'), /route\.ts/);
  await press('ArrowRight');
  await press('ArrowRight');
  assert.match(await focusedRow('Workflows'), /^route\.ts/);
  await press('ArrowLeft');
  assert.match(await focusedRow('Workflows'), /^Configure routes/);
  await press('End');
  assert.match(await focusedRow('Workflows'), /^Docs/);
  await press('u');
  assert.match(await focusedRow('Workflows'), /^utils\.ts/);
  await press('Enter');
  await until('The diff is open', () =>
    window.tabGroups.activeTabGroup.activeTab?.label.includes('utils.ts'),
  );
  await screenshot('explorer-diff');
});

test('a row of a task has the commands of a task in its menu', async () => {
  await click(`${ROW}[aria-label^="Configure routes"]`);
  await textOf('h1 >> text=Configure routes');
  await commands.executeCommand('switchyard.workflows.focus');
  await inView('Workflows', `element.querySelector('[tabindex="0"]').focus()`);
  assert.ok((await openMenu()).some(command => command.startsWith('Mark Reviewed')));
  await screenshot('explorer-menu');
  await press('Escape');
});

test('a click on a server switches it on for the chat, and the next request of the agent has its tools', async () => {
  await newChat();
  const first = await ask('Look around in the yard', [calls('mcp_environment'), says('Seen.')]);
  assert.ok(first.requests.every(request => !request.tools.includes(ECHO)));
  await commands.executeCommand('switchyard.catalog.focus');
  const everything = `[role="tree"][aria-label="Catalog"] ${ROW}[aria-label^="everything"]`;
  await inView('Catalog', `element.querySelector('[aria-label^="everything"]').focus()`);
  await click(`${everything} >> button[aria-label^="Turn On"]`);
  await clickDialogButton('Start Server');
  await until('It stands among the active ones', async () => {
    const text = await rows('Catalog');
    return /Active, \d+\n(?:[^\n]+\n)*?everything, [^\n]*\d+ · ~/.test(text.split('Yours')[0] ?? '');
  });
  await untilOffered(ECHO);
  const second = await ask('Now say it back', [calls(ECHO, { message: 'over' }), says('Done.')]);
  assert.ok(second.requests[0]?.tools.includes(ECHO));

  await commands.executeCommand('switchyard.sessions.focus');
  const shown = await until('The chat shows what it has', async () => {
    const text = await rows('Sessions');
    return text.includes('everything') ? text : undefined;
  });
  assert.match(shown, /everything, turned on by you · .*tools/);
  await screenshot('explorer-sessions');
});

for (const [theme, kind] of THEMES) {
  test(`axe finds nothing against WCAG A and AA in any view: ${theme}`, async () => {
    await workspace.getConfiguration('workbench').update('colorTheme', theme, ConfigurationTarget.Global);
    for (const view of ['Workflows', 'Catalog', 'Sessions']) {
      await untilViewWears(view, kind);
      assert.deepEqual(await axeFindings(tree(view), 'sideBar'), []);
    }
    await screenshot(`explorer-${kind}`);
  });
}

test('what a person opened and closed is as it was after the views were hidden', async () => {
  await commands.executeCommand('switchyard.workflows.focus');
  await inView('Workflows', `element.querySelector('[aria-label^="Configure routes"]').focus()`);
  await press('ArrowLeft');
  const before = await rows('Workflows');
  assert.doesNotMatch(before, /route\.ts/);
  await commands.executeCommand('workbench.view.explorer');
  await until('It is hidden', async () => (await rows('Workflows')) === '');
  await commands.executeCommand('switchyard.workflows.focus');
  await until('It is as it was', async () => (await rows('Workflows')) === before);
});

test('a person searches the catalog by what they want to do, and filters workflows', async () => {
  const search = 'role=searchbox[name="Search servers by name or intent"]';
  await fill(search, 'long running operation');
  await until('What was found comes first', async () => /^everything, .*matches/.test(await rows('Catalog')));
  await fill(search, 'zzzzzz');
  await textOf('text=No matches.');
  await press('Tab');
  await press('Tab');
  await press('Enter');
  await until('The groups are back', async () => (await rows('Catalog')).startsWith('Active'));
  assert.equal(await hasKeyboard(search), true);

  // The views are hidden, so the wish waits until this one is there.
  await commands.executeCommand('workbench.view.explorer');
  await commands.executeCommand('switchyard.filterWorkflows');
  await until('The field has the keyboard', () => hasKeyboard(FILTER));
  await fill(FILTER, 'utils');
  await until('Only what matches is left, and what it stands below', async () =>
    /^Migration[^\n]*\nConfigure routes[^\n]*\nutils\.ts[^\n]*$/.test(await rows('Workflows')),
  );
  await press('Escape');
  await press('Escape');
  await commands.executeCommand('switchyard.collapseAll');
  await until('All is closed', async () => /^Migration[^\n]*$/.test(await rows('Workflows')));
});

test('what an agent writes is text: nothing of it runs, and the layout holds', async () => {
  await newChat();
  const name =
    '<img src=x onerror="document.title=1"> [a](command:workbench.action.quit) \u202Eback ' + 'w'.repeat(120);
  await ask('Begin something hostile', [
    calls('start_workflow', { name, plan: [{ step: '1', goal: '<b>bold</b>' }] }),
    says('Begun.'),
  ]);
  await commands.executeCommand('switchyard.workflows.focus');
  const shown = await until('It is shown', async () => {
    const text = await rows('Workflows');
    return text.includes('<img src=x') ? text : undefined;
  });
  assert.match(shown, /\\u\{202e\}back/);
  const found = await inView(
    'Workflows',
    `return {
      images: element.querySelectorAll('img, a, b').length,
      isWide: element.scrollWidth > element.clientWidth,
      heights: [...new Set([...element.querySelectorAll('.row')].map(row => row.offsetHeight))],
      policy: element.ownerDocument.querySelector('meta[http-equiv]').content.replaceAll(/https?:[^;]*/g, 'ours'),
    }`,
  );
  assert.deepEqual(
    { ...(found as object), policy: undefined },
    { images: 0, isWide: false, heights: [22], policy: undefined },
  );
  const { policy } = found as { policy: string };
  assert.match(policy, /^default-src 'none'; /);
  assert.doesNotMatch(policy, /unsafe|\*/);
  await screenshot('explorer-hostile');
});
