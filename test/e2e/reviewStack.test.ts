import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { commands, window } from 'vscode';
import { again } from '../support/vscode/again';
import { answered, ask, readyChat } from '../support/vscode/chat';
import { axeFindings, rows, selectedRows } from '../support/vscode/explorer';
import { field, find } from '../support/vscode/results';
import { calls, says } from '../support/vscode/script';
import { draftText, focused, inPage, PAGE, pageText, untilPageSays, wear } from '../support/vscode/taskPage';
import { THEMES } from '../support/vscode/themes';
import { until } from '../support/vscode/until';
import { press, screenshot, textOf, type } from '../support/vscode/window';
import { folder, git, write } from '../support/vscode/workspaceFiles';

/** Ids of tasks, by name. */
const tasks = new Map<string, string>();
let workflow = '';

suiteSetup(async () => {
  git('init', '--initial-branch=main');
  write('src/auth/jwt.ts', '// old\n'.repeat(7));
  write('src/lib/utils.ts', "export const cookieName = 'shop.session';\n");
  git('add', '--all');
  git('commit', '--message', 'Begin');
  await readyChat();
});

test('while nothing waits, the page says what comes here', async () => {
  // As a person without a mouse comes to it.
  // Of keys that belong together, the second has to come within five seconds.
  await again('The page is open', async patienceMs => {
    await press('Control+k');
    await press('Control+y');
    await untilPageSays(/Nothing needs review\./, patienceMs);
  });
  assert.match(await pageText(), /^Review\s+Nothing[^]*Open Chat/);
  await screenshot('stack-empty');
});

test('tasks that end come to the open page, the riskiest first', async () => {
  await work('Rename orders', {}, () => write('src/auth/purchases.ts', '// purchases\n'.repeat(21)));
  await work('Session cookie', { tests: 'passed' }, () => write('src/auth/cookie.ts', '// cookie\n'));
  await work('Migrate callbacks', { tests: 'failed' }, () =>
    write('src/auth/callbacks.ts', '// callbacks\n'.repeat(12)),
  );
  await work('Configure routes API', { tests: 'passed' }, () => {
    write('src/lib/utils.ts', "export const cookieName = process.env.COOKIE ?? 'shop.session';\n");
    write('src/auth/route.ts', "export const sameSite = 'lax';\n".repeat(30));
    rmSync(join(folder, 'src/auth/jwt.ts'));
  });
  await untilPageSays(/4 waiting/);
  assert.deepEqual(await titles(), [
    'Configure routes API',
    'Migrate callbacks',
    'Rename orders',
    'Session cookie',
  ]);
  const text = await untilPageSays(/1 outside/);
  assert.match(text, /Migrate callbacks\s+tests failed/);
  assert.match(text, /1 outside\s+1 deleted\s+tests only reported\s+3 files · \+31 −8 · Migration/);
  assert.match(text, /utils\.ts[^]*outside auth[^]*jwt\.ts/);
  await screenshot('stack');
});

test('keys move between tasks, open pages and diffs, and approve nothing by a letter', async () => {
  await inPage(`element.querySelector('[data-card="0"]').focus()`);
  await press('j');
  await press('ArrowDown');
  await press('k');
  assert.match(await focused(), /^Migrate callbacks/);
  await press('Home');
  await press('a');
  assert.equal(await focused(), 'Approve');
  await press('Escape');
  assert.match(await focused(), /^Configure routes API/);
  await press('r');
  assert.equal(await focused(), 'Comment for the agent');
  await type('jack said: keep the cookie name');
  assert.equal(await draftText(), 'jack said: keep the cookie name');
  assert.equal((await titles()).length, 4);
  await press('Escape');
  await press('d');
  await until('The changes are open', () => activeLabel()?.startsWith('Changes of "Configure routes API"'));
  await commands.executeCommand('workbench.action.closeActiveEditor');
  await until('The page is in front', () => activeLabel() === 'Review');
  await untilPageSays(/4 waiting/);
  await inPage(`element.querySelector('[role="treeitem"]').focus()`);
  await press('Enter');
  await until('The diff is open', () => activeLabel()?.startsWith('utils.ts'));
  await commands.executeCommand('workbench.action.closeActiveEditor');
});

test('back from a diff, the task that was open is open, and the keyboard is where it was', async () => {
  await until('The page is in front', () => activeLabel() === 'Review');
  await untilPageSays(/4 waiting/);
  await inPage(`element.querySelector('[data-card="0"]').focus()`);
  await press('End');
  assert.match(await focused(), /^Session cookie/);
  await inPage(`element.querySelector('[role="treeitem"]').focus()`);
  await press('Enter');
  await until('The diff is open', () => activeLabel()?.startsWith('cookie.ts'));
  await commands.executeCommand('workbench.action.closeActiveEditor');
  await until('The page is in front', () => activeLabel() === 'Review');
  await untilPageSays(/4 waiting/);
  await until('The file has the keyboard again', async () => (await focused()).startsWith('cookie.ts'));
  await press('Escape');
  assert.match(await focused(), /^Session cookie/);
});

test('a comment that was begun outlives the page, and is on the page of the task', async () => {
  await until('The page is in front', () => activeLabel() === 'Review');
  await commands.executeCommand('workbench.action.closeActiveEditor');
  await commands.executeCommand('switchyard.reviewAll');
  await untilPageSays(/4 waiting/);
  const isThere = async (): Promise<boolean> => (await draftText()) === 'jack said: keep the cookie name';
  await until('The comment is there', isThere);
  await inPage(`element.querySelector('[data-card="0"]').focus()`);
  await press('Enter');
  await untilPageSays(/Your Review[^]*Timeline/);
  await until('The comment is there', isThere);
  await commands.executeCommand('workbench.action.closeActiveEditor');
});

test('Next Review reveals the row of its task, however closed the explorer is', async () => {
  await commands.executeCommand('switchyard.workflows.focus');
  await until('The workflow is there', async () => (await rows('Workflows')).includes('Migration'));
  await commands.executeCommand('switchyard.collapseAll');
  await until('All is closed', async () => !(await rows('Workflows')).includes('Rename orders'));
  await commands.executeCommand('switchyard.nextReview');
  const name = await until('Its page is open', () => [...tasks.keys()].find(each => each === activeLabel()));
  await until('Its row is there', async () => (await rows('Workflows')).includes(`${name},`));
  await until('It is selected', async () => (await selectedRows('Workflows')).join().startsWith(name));
  await commands.executeCommand('workbench.action.closeActiveEditor');
});

for (const [theme, kind] of THEMES) {
  test(`axe finds nothing against WCAG A and AA on the page: ${theme}`, async () => {
    await commands.executeCommand('switchyard.reviewAll');
    await untilPageSays(/waiting/);
    await wear(theme, kind);
    assert.deepEqual(await axeFindings(PAGE, 'editor'), []);
    await inPage('element.ownerDocument.body.style.backgroundColor = ""');
    await screenshot(`stack-${kind}`);
  });
}

test('a person requests changes, approves, and sends a request to the chat; the next task takes the place', async () => {
  await inPage(`element.querySelector('[data-card="0"]').focus()`);
  await press('r');
  await press('Control+Enter');
  await untilPageSays(/3 waiting/);
  await textOf('.notifications-toasts >> text=Reviewed: "Configure routes API".');
  await commands.executeCommand('notifications.clearAll');
  await inPage(`element.querySelector('[data-card="2"]').focus()`);
  await press('a');
  await press('Enter');
  await untilPageSays(/2 waiting/);
  assert.deepEqual(await titles(), ['Migrate callbacks', 'Rename orders']);
  await until('The keyboard is in the list', async () => (await focused()).startsWith('Rename orders'));
  await press('Home');
  await press('r');
  await type('Mend the two tests.');
  const results = await answered(
    `Changes requested for the task "Migrate callbacks" (${tasks.get('Migrate callbacks')}): Mend the two tests.`,
    [calls('get_context'), says('I go on.')],
    async () => {
      await inPage(
        `[...element.querySelectorAll('button')].find(b => b.innerText === 'Send to Chat').click()`,
      );
    },
  );
  assert.match(results[0] ?? '', /Mend the two tests\./);
  await untilPageSays(/1 waiting/);
});

/** A task of the workflow that changes files and asks for a review. */
async function work(name: string, { tests }: { readonly tests?: string }, change: () => void): Promise<void> {
  const begun = await ask(`Begin ${name}`, [
    ...(workflow === '' ? [calls('start_workflow', { name: 'Migration' })] : []),
    calls('start_task', results => ({
      workflow_id: workflow || field(results, 'workflow_id'),
      name,
      goal: name,
      areas: ['auth'],
    })),
    says('Begun.'),
  ]);
  workflow ||= find(begun.results, 'workflow_id');
  tasks.set(name, find(begun.results, 'task_id'));
  change();
  await ask(`End ${name}`, [
    calls('complete_task', {
      task_id: tasks.get(name),
      status: 'success',
      outcome: { summary: 'Done.', manual_review_needed: true, manual_review_reason: 'Look.' },
      ...(tests === undefined ? {} : { metadata: { tests_status: tests } }),
    }),
    says('Done.'),
  ]);
}

async function titles(): Promise<readonly string[]> {
  const names = await inPage(
    `return [...element.querySelectorAll('.card-line h2')].map(title => title.innerText).join('\\n')`,
  );
  return String(names).split('\n');
}

function activeLabel(): string | undefined {
  return window.tabGroups.activeTabGroup.activeTab?.label;
}
