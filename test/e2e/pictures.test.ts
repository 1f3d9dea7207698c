import assert from 'node:assert/strict';
import { commands, ConfigurationTarget, Uri, window, workspace } from 'vscode';
import { ask, readyChat } from '../support/vscode/chat';
import { inView, rows } from '../support/vscode/explorer';
import { field, find } from '../support/vscode/results';
import { calls, says, type Step } from '../support/vscode/script';
import { inPage, PAGE, untilPageSays } from '../support/vscode/taskPage';
import { until } from '../support/vscode/until';
import {
  click,
  clickDialogButton,
  dialogText,
  evaluate,
  isVisible,
  press,
  screenshot,
  textOf,
} from '../support/vscode/window';

/** Closes the advice of a chat without sign-in, which would cover what was said. */
const ADVICE = '.chat-input-notification-dismiss';
const THEMES = [
  ['light', 'Default Light Modern', 'vscode-light'],
  ['dark', 'Default Dark Modern', 'vscode-dark'],
] as const;
const folder = workspace.workspaceFolders?.[0]?.uri ?? Uri.file('/');

/** Not tests of anything: scripts/pictures.mjs runs them to take the pictures of the README. */
suiteSetup(async () => {
  await readyChat();
  await commands.executeCommand('switchyard.workflows.focus');
  await textOf('text=No workflows yet.');
  await until('The catalog is there', async () => (await rows('Catalog')).includes('Ready'));
});

test('takes the moments of the animation: a server is asked for, used, and the work recorded', async () => {
  const wish = 'Remember that I like short poems';
  await wear('Default Dark Modern', 'vscode-dark');
  await window.showTextDocument(Uri.joinPath(folder, 'notes', 'haiku.txt'));
  await commands.executeCommand('workbench.action.chat.open', { query: wish, isPartialQuery: true });
  await dismissAdvice();
  await screenshot('moment-1');
  const turn = ask(wish, [
    calls('mcp_discover', { intent: 'remember something about the user' }),
    calls('mcp_activate', { name: 'memory' }),
    calls('mcp_switchyard_memory__create_entities', {
      entities: [{ name: 'user', entityType: 'person', observations: ['likes short poems'] }],
    }),
    says('Done: I will remember that you like short poems.'),
  ]);
  assert.match(await dialogText(), /Start the MCP server "memory"\?/);
  await screenshot('moment-2');
  await clickDialogButton('Start Server');
  const { results: answers } = await turn;
  assert.match(answers[2] ?? '', /short poems/);
  await textOf('.statusbar-item >> text=24 tools');
  await until('It is among the active ones', async () => /memory, [^\n]*9 · ~/.test(await rows('Catalog')));
  await dismissAdvice();
  await screenshot('moment-3');

  const begun = await ask('Write a poem about rivers, and record it', [
    calls('start_workflow', {
      name: 'A small book of poems',
      plan: [
        { step: '1', goal: 'Write about rivers' },
        { step: '2', goal: 'Write about the sea' },
        { step: '3', goal: 'Print it' },
      ],
    }),
    startTask('1', 'Write about rivers'),
    calls('log_milestone', progress('Second line…', 60)),
    says('I have begun.'),
  ]);
  await until('It runs', async () => (await rows('Workflows')).includes('60%'));
  await dismissAdvice();
  await screenshot('moment-4');
  await write('notes/rivers.txt', 'All rivers run\n');
  await ask('Go on', [endTask(find(begun.results, 'task_id'), 'success'), says('It is written.')]);
  await openRow('Write about rivers', 'rivers.txt');
  await window.showTextDocument(Uri.joinPath(folder, 'notes', 'rivers.txt'));
  await screenshot('moment-5');

  const sea = await ask('Now the sea', [
    calls('start_task', {
      workflow_id: find(begun.results, 'workflow_id'),
      planned_step: '2',
      name: 'Write about the sea',
      goal: 'One short poem, and a line for it in the index.',
      areas: ['notes'],
      depends_on: [find(begun.results, 'task_id')],
    }),
    calls('log_decision', results => ({
      task_id: field(results, 'task_id'),
      category: 'other',
      question: 'Which form?',
      options_considered: ['Haiku', 'Sonnet'],
      chosen: 'Haiku',
      reasoning: 'You like short poems.',
    })),
    calls('log_milestone', progress('Counting syllables…', 75)),
    says('I have begun.'),
  ]);
  await write('notes/sea.txt', 'Grey water, grey sky\n');
  await write('index.txt', 'rivers\nsea\n');
  await ask('End it', [endTask(find(sea.results, 'task_id'), 'partial_success'), says('Have a look at it.')]);
  await until('The task shows its files', async () => (await rows('Workflows')).includes('sea.txt'));
  await window.showTextDocument(Uri.joinPath(folder, 'index.txt'));
  await dismissAdvice();
  await screenshot('moment-6');
  await openTask(find(sea.results, 'task_id'));
  await screenshot('moment-7');
});

test('takes the explorer, the page of a task and that of all reviews, light and dark', async () => {
  for (const [name, theme, kind] of THEMES) {
    await wear(theme, kind);
    await screenshot(`explorer-${name}`);
  }
  await commands.executeCommand('workbench.action.closeSidebar');
  await commands.executeCommand('workbench.action.closeAuxiliaryBar');
  for (const [name, theme, kind] of THEMES) {
    await wear(theme, kind);
    await until('The page is wide', async () => Number(await inPage('return element.clientWidth')) > 900);
    await screenshot(`task-${name}`);
  }
  await commands.executeCommand('workbench.action.closeAllEditors');
  await takePage('reviews', 'switchyard.reviewAll', /index\.txt/);
});

test('takes the chat, what it asked, and the list of servers, light and dark', async () => {
  await window.showTextDocument(Uri.joinPath(folder, 'notes', 'haiku.txt'));
  await commands.executeCommand('workbench.action.chat.newChat');
  await commands.executeCommand('workbench.action.chat.open');
  await ask('What do you remember of me?', [
    calls('mcp_discover', { intent: 'remember something about the user' }),
    calls('mcp_activate', { name: 'memory' }),
    calls('mcp_switchyard_memory__read_graph'),
    says('You like short poems.'),
  ]);
  await dismissAdvice();
  await click('text=/Completed \\d steps/');
  await textOf('text=/Ran Read/');
  for (const [name, theme, kind] of THEMES) {
    await wear(theme, kind);
    await screenshot(`chat-${name}`);
    const picking = commands.executeCommand('switchyard.toggleServer');
    await textOf('.quick-input-title');
    if (await isVisible('.quick-input-title >> text=Chat Session')) await press('Enter');
    await textOf('.quick-input-list >> text=memory');
    await screenshot(`toggle-${name}`);
    while (await isVisible('.quick-input-list')) await press('Escape');
    await picking;
  }
});

test('takes the page of a server, light and dark', async () => {
  await commands.executeCommand('workbench.action.closeAllEditors');
  await commands.executeCommand('workbench.action.closeAuxiliaryBar');
  await takePage('server', 'switchyard.showServer', /create_entities/, 'memory');
});

test('takes the page of a plan that runs, light and dark', async () => {
  const search = (id: string, query: string) => ({
    type: 'task',
    id,
    tool: 'memory__search_nodes',
    input: { query },
  });
  const root = {
    type: 'sequence',
    children: [
      { type: 'task', id: 'everything', tool: 'memory__read_graph' },
      {
        type: 'parallel',
        id: 'search',
        policy: 'all',
        children: [search('poems', 'poems'), search('rivers', 'rivers')],
      },
      {
        type: 'retry',
        id: 'patiently',
        max_attempts: 3,
        child: { type: 'task', id: 'rest', tool: 'wait', input: { duration_ms: 600_000 } },
      },
      {
        type: 'task',
        id: 'remember',
        tool: 'memory__add_observations',
        input: { observations: [{ entityName: 'user', contents: [{ $text: 'Asked about {/vars/topic}' }] }] },
      },
    ],
  };
  const asked = { tree: { id: 'weekly', root }, variables: { topic: 'rivers' }, background: true };
  await ask('Run my weekly plan', [
    calls('mcp_activate', { name: 'plans' }),
    calls('mcp_switchyard_plan_run_bt', asked),
    says('It runs.'),
  ]);
  await commands.executeCommand('workbench.action.closeAllEditors');
  const opened = commands.executeCommand('switchyard.openPlan');
  await textOf('.quick-input-list >> text=weekly');
  await press('Enter');
  await opened;
  await commands.executeCommand('workbench.action.closeSidebar');
  await commands.executeCommand('workbench.action.closeAuxiliaryBar');
  await untilPageSays(/rest/);
  await inPage(`[...element.querySelectorAll('.row')].find(row => /poems/.test(row.innerText)).focus()`);
  await untilPageSays(/Output/);
  for (const [name, theme, kind] of THEMES) {
    await wear(theme, kind);
    await until('The page is wide', async () => Number(await inPage('return element.clientWidth')) > 900);
    await screenshot(`plan-${name}`);
  }
});

/** Opens a page by a command and takes its pictures, as `<picture>-light` and `-dark`; closes it again. */
async function takePage(picture: string, command: string, holds: RegExp, ...args: string[]): Promise<void> {
  await commands.executeCommand(command, ...args);
  await untilPageSays(holds);
  for (const [name, theme, kind] of THEMES) {
    await wear(theme, kind);
    await screenshot(`${picture}-${name}`);
  }
  await commands.executeCommand('workbench.action.closeAllEditors');
}

function startTask(step: string, name: string): Step {
  return calls('start_task', results => ({
    workflow_id: field(results, 'workflow_id'),
    planned_step: step,
    name,
    goal: 'One short poem',
    areas: ['notes'],
  }));
}

function progress(message: string, percent: number) {
  return (results: Parameters<typeof field>[0]) => ({
    task_id: field(results, 'task_id'),
    message,
    progress: percent,
  });
}

function endTask(task: string, status: 'success' | 'partial_success'): Step {
  return calls('complete_task', { task_id: task, status, outcome: { summary: 'A short poem.' } });
}

/** Opens a row of the workflows that is closed, as soon as it has a row in it. */
async function openRow(label: string, inside: string): Promise<void> {
  await commands.executeCommand('switchyard.workflows.focus');
  await until(`${inside} is seen`, async () => {
    if ((await rows('Workflows')).includes(inside)) return true;
    await inView('Workflows', `element.querySelector('[aria-label^="${label}"]').focus()`);
    await press('ArrowRight');
    return false;
  });
}

async function openTask(task: string): Promise<void> {
  await commands.executeCommand('switchyard.openTask', task);
  await untilPageSays(/Task ended: partial\b/);
}

/** Gives the window a theme, and waits until all that we draw has it. */
async function wear(theme: string, kind: string): Promise<void> {
  await workspace.getConfiguration('workbench').update('colorTheme', theme, ConfigurationTarget.Global);
  const has = async (script: Promise<unknown>): Promise<boolean> =>
    String(await script)
      .split(' ')
      .includes(kind);
  const worn = 'return element.ownerDocument.body.className';
  await until('The window has the theme', async () =>
    String(await evaluate('.monaco-workbench', 'return element.className'))
      .split(' ')
      .includes(kind === 'vscode-dark' ? 'vs-dark' : 'vs'),
  );
  for (const view of ['Workflows', 'Catalog'])
    if ((await rows(view)) !== '') await until(`${view} has it`, () => has(inView(view, worn)));
  if (await isVisible(PAGE)) await until('The page has it', () => has(inPage(worn)));
}

async function dismissAdvice(): Promise<void> {
  if (await isVisible(ADVICE)) await click(ADVICE);
}

async function write(path: string, text: string): Promise<void> {
  await workspace.fs.writeFile(Uri.joinPath(folder, path), Buffer.from(text));
}
