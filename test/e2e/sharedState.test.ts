import assert from 'node:assert/strict';
import { commands, ConfigurationTarget, env, window, workspace } from 'vscode';
import { acrossReloads } from '../support/vscode/acrossReloads';
import { ask, readyChat } from '../support/vscode/chat';
import { axeFindings } from '../support/vscode/explorer';
import { untilTabIsKept } from '../support/vscode/kept';
import { calls, says } from '../support/vscode/script';
import { coverPage, focused, inPage, PAGE, pageText, untilPageSays } from '../support/vscode/taskPage';
import { until } from '../support/vscode/until';
import {
  click,
  clickDialogButton,
  dialogText,
  press,
  screenshot,
  textOf,
  type,
} from '../support/vscode/window';

const HOSTILE = `<img src=x onerror="document.title=1"> [a](command:workbench.action.quit) \u202Eback ${'w'.repeat(900)}`;

suiteSetup(async () => {
  await readyChat();
});

test('a person opens the page, which says what it is for while nothing is shared', async () => {
  await commands.executeCommand('switchyard.openSharedState');
  const text = await untilPageSays(/The blackboard is empty\./);
  assert.match(text, /^Shared State\s/);
  assert.match(text, /Toggle Feature…/);
  await commands.executeCommand('switchyard.openSharedState');
  assert.deepEqual(tabs(), ['Shared State']);
  await screenshot('shared-empty');
});

test('an agent writes, and the open page shows it without being refreshed', async () => {
  await ask('Share what you know', [
    calls('mcp_activate', { name: 'blackboard' }),
    calls('mcp_activate', { name: 'knowledge' }),
    calls('mcp_activate', { name: 'stigmergy' }),
    calls('bb_batch_set', {
      entries: [
        { key: 'plan:migration', value: { steps: ['install', 'routes', 'docs'] }, tags: ['plan', 'auth'] },
        { key: 'claim:src/auth', value: 'agent-2', tags: ['claim'], ttl_ms: 3_600_000 },
        { key: 'tests:last', value: { passed: 212, failed: 0 } },
      ],
    }),
    calls('kg_insert', {
      triples: [
        { subject: 'src/auth', predicate: 'uses', object: 'next-auth v5', source: 'agent-1' },
        { subject: 'session cookie', predicate: 'is named', object: 'sy_session', confidence: 0.8 },
      ],
    }),
    calls('stig_batch', {
      entries: [
        { node_id: 'src/auth', type: 'worked-on', intensity: 7.25 },
        { node_id: 'src/auth', type: 'tested', intensity: 2 },
        { node_id: 'src/routes', type: 'worked-on', intensity: 3 },
        { node_id: 'docs', type: 'outdated', intensity: 1 },
      ],
    }),
    says('Shared.'),
  ]);
  // The page is drawn anew with each of the three.
  const text = await untilPageSays(/Blackboard 3\s+Knowledge 2\s+Trails 3/);
  assert.match(text, /plan:migration/);
  assert.match(text, /Showing 3 of 3/);
  assert.match(text, /claim:src\/auth\s+"agent-2"\s+claim\s+2\s+\d\d:\d\d[^\n]*\s+\d\d:\d\d/);
  await screenshot('shared-blackboard');
});

test('tabs, rows and the filter are walked through by keyboard', async () => {
  await inPage(`element.querySelector('[role="tab"][aria-selected="true"]').focus()`);
  await press('ArrowRight');
  assert.match(await untilPageSays(/next-auth v5/), /session cookie\s+is named\s+sy_session\s+–\s+80%/);
  await screenshot('shared-knowledge');
  await press('ArrowRight');
  assert.match(await untilPageSays(/Strongest color/), /worked-on/);
  await screenshot('shared-trails');
  await press('Home');
  await untilPageSays(/plan:migration/);
  await inPage(`element.querySelector('[role="searchbox"]').focus()`);
  await type('PLAN');
  assert.doesNotMatch(await untilPageSays(/Showing 1 of 1 matches/), /tests:last/);
  await press('ArrowDown');
  assert.match(await focused(), /^plan:migration/);
  await press('Enter');
  await until('The value is copied', async () => (await env.clipboard.readText()).includes('"install"'));
  await inPage(`element.querySelector('[role="searchbox"]').focus()`);
  await press('Escape');
  await untilPageSays(/tests:last/);
});

test('a heading sorts the rows by its column, the other way round, and newest first again', async () => {
  const keys = async (): Promise<string> =>
    String(
      await inPage(
        `return [...element.querySelectorAll('tbody td.name')].map(cell => cell.textContent).join(' ')`,
      ),
    );
  const sorted = async (): Promise<string> =>
    String(await inPage(`return element.querySelector('th.name').getAttribute('aria-sort')`));
  const newestFirst = await keys();
  await inPage(`element.querySelector('th.name .heading').focus()`);
  await press('Enter');
  await until('The keys go up', async () => (await keys()) === 'claim:src/auth plan:migration tests:last');
  assert.equal(await sorted(), 'ascending');
  await screenshot('shared-sorted');
  await press('Enter');
  await until('The keys go down', async () => (await keys()) === 'tests:last plan:migration claim:src/auth');
  assert.equal(await sorted(), 'descending');
  await press('Enter');
  await until('The newest is first', async () => (await sorted()) === 'none');
  assert.equal(await keys(), newestFirst);
});

test('the rows of another tab are entered at the first one', async () => {
  await inPage(`element.querySelector('tbody tr').focus()`);
  await press('End');
  await inPage(`element.querySelector('#tab-blackboard').focus()`);
  await press('ArrowRight');
  await untilPageSays(/next-auth v5/);
  await inPage(`element.querySelector('[role="searchbox"]').focus()`);
  await press('ArrowDown');
  const entered = await focused();
  await inPage(`element.querySelector('#tab-knowledge').focus()`);
  await press('Home');
  await untilPageSays(/plan:migration/);
  assert.match(entered, /^session cookie/);
});

test('back from another tab, what had the keyboard has it', async () => {
  await inPage(`element.querySelector('th.name .heading').focus()`);
  const heading = await focused();
  await coverPage(/plan:migration/);
  await until('The heading has the keyboard', async () => (await focused()) === heading);
});

test('an entry is shown whole, with who set it and what stood there before, and stays up to date', async () => {
  await click('tr[data-place="bb:tests:last"] >> button[aria-label="Show History"]');
  const shown = (): string => window.activeTextEditor?.document.getText() ?? '';
  await until('It is shown', () => shown().startsWith('tests:last\nversion 3 · '));
  assert.match(shown(), /"passed": 212,[\s\S]*Changes, newest first\n\nversion 3 · .* · set by Chat, /);
  await ask('Test again', [
    calls('mcp_activate', { name: 'blackboard' }),
    calls('bb_set', { key: 'tests:last', value: { passed: 213, failed: 0 } }),
    says('Tested.'),
  ]);
  await until('The new value is shown', () => shown().includes('"passed": 213'));
  await screenshot('shared-history');
  await commands.executeCommand('workbench.action.closeActiveEditor');
  await untilPageSays(/tests:last/);
});

test('a person deletes an entry after a question, and the next agent that looks is told that it is gone', async () => {
  await inPage(`element.querySelector('tbody tr').focus()`);
  await press('End');
  assert.match(await focused(), /^plan:migration/);
  await press('ContextMenu');
  for (const name of ['Copy Key', 'Copy Value', 'Delete Entry…'])
    await textOf(`.monaco-menu >> text=${name}`);
  await screenshot('shared-menu');
  await press('Escape');
  await until('The keyboard is in the row again', async () =>
    (await keyboardAt()).startsWith('plan:migration'),
  );
  await press('Delete');
  await clickDialogButton('Cancel');
  await until('The keyboard is in the row again', async () =>
    (await keyboardAt()).startsWith('plan:migration'),
  );
  await press('Delete');
  assert.match(await dialogText(), /Delete the entry "plan:migration" from the blackboard\?/);
  await clickDialogButton('Delete');
  await until('The row is gone', async () => !(await pageText()).includes('plan:migration'));
  await until('The keyboard is in the row that is in its place', async () =>
    (await keyboardAt()).startsWith('claim:src/auth'),
  );
  await press('ArrowUp');
  assert.match(await keyboardAt(), /^tests:last/);
  const next = await ask('Read the plan', [
    calls('mcp_activate', { name: 'blackboard' }),
    calls('bb_get', { key: 'plan:migration' }),
    calls('bb_watch', { start_version: 3 }),
    says('It is gone.'),
  ]);
  assert.match(next.results.at(-2) ?? '', /E-BB-NOTFOUND/);
  assert.match(next.results.at(-1) ?? '', /"kind":\s*"delete"/);
});

test('where the only row that is left is deleted, the keyboard is in the filter', async () => {
  await ask('Write what goes at once', [
    calls('mcp_activate', { name: 'blackboard' }),
    calls('bb_set', { key: 'only:one', value: 1 }),
    says('Written.'),
  ]);
  await untilPageSays(/only:one/);
  await inPage(`element.querySelector('[role="searchbox"]').focus()`);
  await type('only:one');
  await untilPageSays(/Showing 1 of 1 matches/);
  await press('ArrowDown');
  assert.match(await keyboardAt(), /^only:one/);
  await press('Delete');
  await dialogText();
  await clickDialogButton('Delete');
  await untilPageSays(/No matches\./);
  await until('The keyboard is in the filter', async () => (await keyboardAt()) === 'Filter');
  await press('Escape');
  await untilPageSays(/tests:last/);
});

test('a fact is deleted in the same way, by mouse, and not where the person thinks again', async () => {
  await inPage(`element.querySelector('#tab-knowledge').click()`);
  await untilPageSays(/next-auth v5/);
  const remove = `element.querySelector('[data-index="0"] .codicon-trash').click()`;
  await inPage(remove);
  assert.match(
    await dialogText(),
    /Delete this fact from the agents' knowledge\?[\s\S]*session cookie · is named · sy_session/,
  );
  await clickDialogButton('Cancel');
  assert.match(await pageText(), /sy_session/);
  await inPage(remove);
  await clickDialogButton('Delete');
  await until('The row is gone', async () => !(await pageText()).includes('sy_session'));
  const next = await ask('What is known', [
    calls('mcp_activate', { name: 'knowledge' }),
    calls('kg_query', {}),
    says('Less.'),
  ]);
  assert.doesNotMatch(next.results.at(-1) ?? 'sy_session', /sy_session/);
  await inPage(`element.querySelector('#tab-blackboard').click()`);
});

test('what agents write is text: nothing of it runs, and the page keeps its width', async () => {
  await ask('Write something hostile', [
    calls('mcp_activate', { name: 'blackboard' }),
    calls('bb_set', { key: HOSTILE, value: HOSTILE, tags: ['<b>bold</b>'] }),
    says('Written.'),
  ]);
  assert.match(await untilPageSays(/<img src=x/), /<b>bold<\/b>/);
  assert.match(await pageText(), /\\u\{202e\}back/);
  assert.deepEqual(await inPage(`return element.querySelectorAll('img, a, b, script').length`), 0);
  for (const layout of ['workbench.action.editorLayoutThreeColumns', 'workbench.action.editorLayoutSingle']) {
    await commands.executeCommand(layout);
    const isWide = await inPage(
      'const root = element.ownerDocument.documentElement; return root.scrollWidth > root.clientWidth',
    );
    assert.equal(isWide, false);
    await screenshot(`shared-hostile-${layout.endsWith('Single') ? 'wide' : 'narrow'}`);
  }
});

for (const [theme, kind] of [
  ['Default Light Modern', 'vscode-light'],
  ['Default High Contrast', 'vscode-high-contrast'],
  ['Default High Contrast Light', 'vscode-high-contrast-light'],
  ['Default Dark Modern', 'vscode-dark'],
] as const) {
  test(`axe finds nothing against WCAG A and AA on any tab: ${theme}`, async () => {
    await workspace.getConfiguration('workbench').update('colorTheme', theme, ConfigurationTarget.Global);
    await until('The page has the theme', async () =>
      String(await inPage('return element.ownerDocument.body.className'))
        .split(' ')
        .includes(kind),
    );
    for (const tab of ['trails', 'knowledge', 'blackboard']) {
      await inPage(`element.querySelector('#tab-${tab}').click()`);
      await until(
        'The tab is drawn',
        async () =>
          (await inPage(`return element.querySelector('table.heat-table') !== null`)) === (tab === 'trails'),
      );
      assert.deepEqual(await axeFindings(PAGE, 'editor'), []);
      await inPage('element.ownerDocument.body.style.backgroundColor = ""');
      await screenshot(`shared-${tab}-${kind}`);
    }
  });
}

test('the page is there again after a reload of the window, once', () => {
  return acrossReloads(
    async () => {
      await commands.executeCommand('switchyard.openSharedState');
      await untilPageSays(/tests:last/);
      await untilTabIsKept('Shared State');
      return [];
    },
    async () => {
      await until('Its tab is there', () => tabs().length === 1);
      await untilPageSays(/Trails 3/);
      // A restored page may take the place of the one that was clicked a moment before.
      const shown = await until('Its blackboard', async () => {
        await inPage(`element.querySelector('#tab-blackboard').click()`);
        const text = await pageText();
        return text.includes('tests:last') ? text : undefined;
      });
      assert.match(shown, /Blackboard 3\s+Knowledge 1\s+Trails 3/);
      await commands.executeCommand('switchyard.openSharedState');
      assert.deepEqual(tabs(), ['Shared State']);
    },
  );
});

/** What has the keyboard on the page: its name, else its text; nothing where the keyboard is elsewhere. */
async function keyboardAt(): Promise<string> {
  return (await inPage('return element.ownerDocument.hasFocus()')) === true ? await focused() : '';
}

/** The tabs in which the page is open. */
function tabs(): readonly string[] {
  return window.tabGroups.all
    .flatMap(group => group.tabs)
    .filter(({ input }) =>
      String((input as { viewType?: string } | undefined)?.viewType).endsWith('switchyard.sharedState'),
    )
    .map(({ label }) => label);
}
