import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { commands, window } from 'vscode';
import { again } from '../support/vscode/again';
import { field, find } from '../support/vscode/results';
import { acrossReloads } from '../support/vscode/acrossReloads';
import { answered, ask, newChat, readyChat } from '../support/vscode/chat';
import { axeFindings, inView, rows } from '../support/vscode/explorer';
import { untilTabIsKept } from '../support/vscode/kept';
import { calls, says, type ToolResult } from '../support/vscode/script';
import {
  draftText,
  focused,
  inPage,
  PAGE,
  pageTabs,
  tabFromTopTo,
  tabTo,
  untilPageSays,
  wear,
} from '../support/vscode/taskPage';
import { THEMES } from '../support/vscode/themes';
import { until } from '../support/vscode/until';
import { click, clickDialogButton, press, screenshot, textOf, type } from '../support/vscode/window';
import { folder, git, write } from '../support/vscode/workspaceFiles';

let workflow = '';
let task = '';

suiteSetup(async () => {
  git('init', '--initial-branch=main');
  write('package.json', '{}\n');
  write('src/utils/old-jwt.ts', '// old\n'.repeat(61));
  write('src/lib/utils.ts', '// utils\n');
  git('add', '--all');
  git('commit', '--message', 'Begin');
  await readyChat();
});

test('a person opens the page of a running task from the explorer, by keyboard alone', async () => {
  await commands.executeCommand('switchyard.workflows.focus');
  await textOf('text=No workflows yet.');
  const begun = await ask('Begin the migration', [
    calls('start_workflow', {
      name: 'Migration NextAuth v5',
      plan: [
        { step: '1', goal: 'Install NextAuth v5' },
        { step: '2', goal: 'Configure routes API' },
        { step: '3', goal: 'Update docs' },
      ],
    }),
    calls('start_task', results => ({
      workflow_id: field(results, 'workflow_id'),
      planned_step: '2',
      name: 'Configure routes API',
      goal: 'Move the auth handlers to the v5 route format and keep the session cookie name.',
      areas: ['auth', 'api'],
    })),
    says('Begun.'),
  ]);
  task = find(begun.results, 'task_id');
  workflow = find(begun.results, 'workflow_id');
  await until('The task is shown', async () => (await rows('Workflows')).includes('Configure routes API'));
  await commands.executeCommand('switchyard.workflows.focus');
  await inView('Workflows', `element.querySelector('[tabindex="0"]').focus()`);
  await press('Home');
  await press('c');
  await press('Enter');
  const text = await untilPageSays(/Task started/);
  assert.match(text, /Migration NextAuth v5\s+›\s+Task 2 of 3/);
  assert.match(text, /Configure routes API\s+Move the auth handlers/);
  assert.match(text, /Status running\s+Started .*\s+Snapshot git [0-9a-f]{7}\s+Areas auth, api/);
  await untilPageSays(/Changed Files\s+So far, compared with the start of the task\./);
  assert.deepEqual(pageTabs(), ['Configure routes API']);
});

test('the timeline and the files move while the agent works, and nobody refreshes anything', async () => {
  await ask('Go on', [
    calls('log_decision', {
      task_id: task,
      category: 'library_choice',
      question: 'Which validation library?',
      options_considered: ['Zod', 'Yup', 'Joi'],
      chosen: 'Zod',
      reasoning: 'Native TypeScript types.',
    }),
    calls('log_milestone', { task_id: task, message: 'Running tests…', progress: 75 }),
    calls('log_issue', {
      task_id: task,
      type: 'documentation_gap',
      description: 'v5 callback docs are out of date.',
      resolution: 'Used the examples in the official repository.',
      requires_human_review: false,
    }),
    says('Going on.'),
  ]);
  const running = await untilPageSays(/Issue: documentation gap/);
  assert.match(running, /75% Running tests…/);
  assert.match(
    running,
    /Decision: library choice\s[\s\S]*Which validation library\? → Zod\s+over Yup, Joi\./,
  );
  assert.match(running, /Running…\s*\n/);
  write('src/lib/utils.ts', '// utils\n// so far\n');
  await untilPageSays(/Changed Files\s+1\s[^]*utils\.ts\s[^]*outside auth, api[^]*So far/);
  await screenshot('task-running');
  assert.equal(await inPage('return element.querySelectorAll(".button.primary").length'), 0);
  await inPage(`element.querySelector('[role="treeitem"]').click()`);
  await until('The diff is open', () => activeLabel()?.startsWith('utils.ts (before "Configure'));
  await commands.executeCommand('workbench.action.closeActiveEditor');

  write('src/auth/api/route.ts', '// route\n'.repeat(84));
  write('package.json', '{\n  "name": "app"\n}\n');
  rmSync(join(folder, 'src/utils/old-jwt.ts'));
  git('add', '--all');
  git('commit', '--message', 'Move the handlers to the v5 format');
  write('src/lib/utils.ts', '// utils\n// more\n');
  await ask('End it', [
    calls('complete_task', {
      task_id: task,
      status: 'partial_success',
      outcome: {
        summary: 'Handlers moved. E-mail callback kept on the old signature.',
        manual_review_needed: true,
        manual_review_reason: 'Session cookie is now SameSite=Lax; confirm the SSO flow.',
      },
      metadata: { packages_added: ['next-auth'], tests_status: 'passed' },
    }),
    says('Done.'),
  ]);
  const ended = await untilPageSays(/Task ended: partial\b/);
  assert.match(
    ended,
    /4 files changed, \d outside the declared areas \(auth, api\)\. Tests: passed \(reported, not verified\)\.[^\n]*src\/lib\/utils\.ts/,
  );
  assert.match(ended, /Review needed: “Session cookie is now SameSite=Lax; confirm the SSO flow\.”/);
  assert.match(ended, /Commit [0-9a-f]{7}\s+Move the handlers/);
  assert.match(ended, /Changed Files\s+4/);
  assert.match(String(await rowNames()), /route\.ts, src\/auth\/api · \+84, added/);
  await screenshot('task-review');
});

test('a person walks through the whole page by keyboard', async () => {
  await commands.executeCommand('switchyard.openTask', task);
  const passed = await tabFromTopTo(/^Copy Summary$/);
  assert.deepEqual(
    passed.filter(name => !name.includes('.')),
    'Migration NextAuth v5|Open All Changes|Compare with Now|Restore Files…|Restore to This Point…'.split(
      '|',
    ),
  );
  await press('Enter');
  await textOf('.notifications-toasts >> text=Copied the summary of "Configure routes API".');
  await commands.executeCommand('notifications.clearAll');
  await tabTo(/^Task started/);
  await press('ArrowDown');
  assert.match(await focused(), /^Decision: library choice/);
  await press('End');
  assert.match(await focused(), /^Task ended: partial\b/);
  await press('Home');
  assert.match(await focused(), /^Task started/);
  // Between the timeline and the files stands the time line of the workflow. Files are entered where they were left.
  assert.match((await tabTo(/^\S+\.(?:json|ts), /)).join('\n'), /^Configure routes API, .*, this task/);
  await press('End');
  assert.match(await focused(), /^old-jwt\.ts|^utils\.ts/);
  await press('Home');
  await press('Enter');
  await until('The diff is open', () => activeLabel()?.startsWith('package.json'));

  await commands.executeCommand('switchyard.openTask', task);
  await untilPageSays(/Task started/);
  await tabFromTopTo(/^package\.json, /);
  await press('ContextMenu');
  const names = 'Open File Changes|Open File|Open Snapshot Version|Restore Hunk…|Copy Path';
  for (const name of names.split('|')) await textOf(`.monaco-menu >> text=${name}`);
  await screenshot('task-menu');
  await press('Escape');
});

test('Open All Changes opens them, and a page that is open is brought back instead of opened twice', async () => {
  await commands.executeCommand('switchyard.openTask', task);
  await until('The page is in front', () => activeLabel() === 'Configure routes API');
  await untilPageSays(/Task started/);
  await tabFromTopTo(/^Open All Changes$/);
  await press('Enter');
  await until('The changes are open', () => activeLabel()?.startsWith('Changes of'));
  await screenshot('task-changes');
  await commands.executeCommand('switchyard.openTask', task);
  assert.deepEqual(pageTabs(), ['Configure routes API']);
});

test('the row of a decision opens the page at that decision', async () => {
  // The page has the keyboard, and may take it back a moment later: the key has to go to the row.
  await again('The decision has the focus', async patienceMs => {
    await commands.executeCommand('switchyard.workflows.focus');
    await inView('Workflows', `element.querySelector('[aria-label^="Zod"]').focus()`);
    await press('Enter');
    const isThere = async () => (await focused()).startsWith('Decision: library choice');
    await until('The decision has the focus', isThere, patienceMs);
  });
});

test('a person asks for changes, the page shows it, and the agent reads it', async () => {
  await tabFromTopTo(/^Request Changes$/);
  await press('Enter');
  await untilPageSays(/Describe what should change\./);
  assert.equal(await focused(), 'Comment for the agent');
  await type('Keep the old cookie name.');
  await screenshot('task-draft');
  // What was begun is still there when the page comes back.
  await commands.executeCommand('switchyard.openTaskChanges', task);
  await until('The changes are open', () => activeLabel()?.startsWith('Changes of'));
  await commands.executeCommand('switchyard.openTask', task);
  await until('The draft is there', async () => (await draftText()) === 'Keep the old cookie name.');
  await tabFromTopTo(/^Request Changes$/);
  await press('Enter');
  const text = await untilPageSays(/You asked for changes at/);
  assert.match(text, /Review: changes requested/);
  assert.match(text, /Keep the old cookie name\./);
  await newChat();
  const next = await ask('What next?', [calls('get_context'), says('I see.')]);
  assert.match(next.results[0] ?? '', /Keep the old cookie name\./);
  await until('The draft is put away', async () => (await draftText()) === '');
});

test('a person sends a request to the chat from the page, and its agent goes on at once', async () => {
  await commands.executeCommand('switchyard.openTask', task);
  await untilPageSays(/Your Review/);
  await inPage(`element.querySelector('textarea').focus()`);
  await type('Test the SSO flow.');
  const request = `Changes requested for the task "Configure routes API" (${task}): Test the SSO flow.`;
  const results = await answered(request, [calls('get_context'), says('I go on.')], async () => {
    await tabTo(/^Send to Chat$/);
    await press('Enter');
  });
  assert.match(results[0] ?? '', /Test the SSO flow\./);
  await untilPageSays(/You asked for changes at[^]*Test the SSO flow\./);
});

for (const [theme, kind] of THEMES) {
  test(`axe finds nothing against WCAG A and AA on the page: ${theme}`, async () => {
    await commands.executeCommand('switchyard.openTask', task);
    await wear(theme, kind);
    assert.deepEqual(await axeFindings(PAGE, 'editor'), []);
    await inPage('element.ownerDocument.body.style.backgroundColor = ""');
    await screenshot(`task-${kind}`);
  });
}

test('the plots show how tasks hang together and when they ran, and lead to their pages by keyboard', async () => {
  await newChat();
  const start = (name: string, dependsOn: (results: readonly ToolResult[]) => readonly string[]) =>
    calls('start_task', (results: readonly ToolResult[]) => ({
      workflow_id: field(results.slice(0, 1), 'workflow_id'),
      name,
      goal: name,
      areas: ['auth'],
      depends_on: dependsOn(results),
    }));
  const id = (result: ToolResult | undefined): string => (result ? field([result], 'task_id') : '');
  const begun = await ask('Begin what hangs together', [
    calls('start_workflow', { name: 'Four tasks' }),
    start('Install', () => []),
    start('Routes', results => [id(results[1])]),
    start('Callbacks', results => [id(results[1])]),
    start('Docs', results => [id(results[2]), id(results[3])]),
    says('Begun.'),
  ]);
  await commands.executeCommand('switchyard.openTask', find(begun.results.slice(0, 2), 'task_id'));
  await untilPageSays(/Task Graph/);
  const boxes = await until('The layout was loaded', async () => {
    const nodes = await inPage(
      `return [...element.querySelectorAll('.graph-node')].map(node => node.ariaLabel).join('\\n')`,
    );
    return String(nodes) === '' ? undefined : String(nodes);
  });
  assert.match(
    boxes,
    /^Install, running, this task\nRoutes, .*, after Install\n[\s\S]*\nDocs, .*, after Routes, Callbacks$/,
  );
  const files = String(
    await inPage(`return performance.getEntriesByType('resource').map(({ name }) => name).join('\\n')`),
  );
  assert.match(files, /dagreLayout\.js/);
  for (const [theme, kind] of THEMES) {
    await wear(theme, kind);
    assert.deepEqual(await axeFindings(PAGE, 'editor'), []);
    await inPage('element.ownerDocument.body.style.backgroundColor = ""');
    await screenshot(`plots-${kind}`);
  }
  await inPage(`element.querySelector('.gantt [aria-current]').focus()`);
  await press('ArrowDown');
  assert.match(await focused(), /^(Routes|Callbacks), .*/);
  await inPage(`element.querySelector('.graph [aria-current]').focus()`);
  await press('ArrowRight');
  await press('Enter');
  await until('The other page is open', () => ['Routes', 'Callbacks'].includes(activeLabel() ?? ''));
  await commands.executeCommand('workbench.action.closeActiveEditor');
  await commands.executeCommand('workbench.action.closeActiveEditor');
});

test('what an agent writes is text: nothing of it runs, and the layout holds, narrow and wide', async () => {
  await newChat();
  const text = `<img src=x onerror="document.title=1"> [a](command:workbench.action.quit) \u202Eback ${'w'.repeat(2_000)}`;
  const begun = await ask('Begin something hostile', [
    calls('start_workflow', { name: text.slice(0, 190) }),
    calls('start_task', results => ({
      workflow_id: field(results, 'workflow_id'),
      name: text.slice(0, 190),
      goal: text,
      areas: ['w'.repeat(200)],
    })),
    calls('log_decision', results => ({
      task_id: field(results, 'task_id'),
      category: 'other',
      question: text,
      chosen: text,
      reasoning: text,
    })),
    says('Begun.'),
  ]);
  await commands.executeCommand('switchyard.openTask', find(begun.results, 'task_id'));
  const shown = await untilPageSays(/<img src=x/);
  assert.match(shown, /\\u\{202e\}back/);
  assert.deepEqual(await inPage(`return element.querySelectorAll('img, a, script').length`), 0);
  for (const [layout, max] of [
    ['workbench.action.editorLayoutThreeColumns', 500],
    ['workbench.action.editorLayoutSingle', 2_000],
  ] as const) {
    await commands.executeCommand(layout);
    await until('The page has its width', async () => {
      const width = Number(await inPage('return element.ownerDocument.documentElement.clientWidth'));
      return width > 0 && width < max && (max < 1_000 || width > 700);
    });
    const isWide = await inPage(
      'const root = element.ownerDocument.documentElement; return root.scrollWidth > root.clientWidth',
    );
    assert.equal(isWide, false);
    await screenshot(`task-hostile-${max < 1_000 ? 'narrow' : 'wide'}`);
  }
  const policy = String(
    await inPage(
      `return element.ownerDocument.querySelector('meta[http-equiv]').content.replaceAll(/https?:[^;]*/g, 'ours')`,
    ),
  );
  assert.match(policy, /^default-src 'none'; /);
  assert.doesNotMatch(policy, /unsafe|\*/);
  await commands.executeCommand('workbench.action.closeActiveEditor');
});

test('the page is there again after a reload of the window, and says when its task is deleted', () => {
  return acrossReloads(
    async () => {
      await commands.executeCommand('switchyard.openTask', task);
      await untilPageSays(/Task started/);
      await untilTabIsKept('Configure routes API');
      return [task, workflow];
    },
    async ([notes]) => {
      const [, kept] = notes as string[];
      await until('Its tab is there', () => pageTabs().includes('Configure routes API'));
      // Which tab is in front is as VS Code saved it last.
      await click('.tab[aria-label^="Configure routes API"]');
      await untilPageSays(/Task ended: partial\b[\s\S]*Changed Files\s+4/);
      await commands.executeCommand('workbench.action.closeSidebar');
      await screenshot('task-reloaded');
      const deleted = commands.executeCommand('switchyard.deleteWorkflow', kept);
      await clickDialogButton('Delete');
      await deleted;
      await textOf('text=This task is no longer in this workspace');
      await screenshot('task-gone');
    },
  );
});

async function rowNames(): Promise<unknown> {
  return await inPage(
    `return [...element.querySelectorAll('[role="treeitem"]')].map(row => row.ariaLabel).join('\\n')`,
  );
}

function activeLabel(): string | undefined {
  return window.tabGroups.activeTabGroup.activeTab?.label;
}
