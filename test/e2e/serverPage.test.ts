import assert from 'node:assert/strict';
import { commands } from 'vscode';
import { acrossReloads } from '../support/vscode/acrossReloads';
import { ask, readyChat, untilOffered } from '../support/vscode/chat';
import { axeFindings, rows, tree, untilViewWears } from '../support/vscode/explorer';
import { untilTabIsKept } from '../support/vscode/kept';
import { untilTitled } from '../support/vscode/quickInput';
import { calls, says } from '../support/vscode/script';
import { coverPage, focused, inPage, PAGE, untilPageSays, wear } from '../support/vscode/taskPage';
import { THEMES } from '../support/vscode/themes';
import { until } from '../support/vscode/until';
import { click, clickDialogButton, hover, press, screenshot, type } from '../support/vscode/window';

const EVERYTHING = '[role="treeitem"][aria-label^="everything"]';
const ECHO = 'mcp_switchyard_everything__echo';
const FIRST = '#field-0';
const SECOND = '#field-1';
/** The tabs of the page of a server that is on, and what each of them alone says. */
const TABS = [
  ['tools', /get-sum/],
  ['log', /Starting default \(STDIO\) server/i],
  ['setup', /You approved this\./],
  ['chats', /turned on by you/],
] as const;

suiteSetup(async () => {
  await readyChat();
});

test('a click on a row of the catalog opens the page of a server that never ran', async () => {
  await commands.executeCommand('switchyard.catalog.focus');
  await until('The catalog is there', async () => (await rows('Catalog')).includes('everything'));
  await click(EVERYTHING);
  const text = await untilPageSays(
    /everything[\s\S]*Status off[\s\S]*Tools[\s\S]*Log[\s\S]*Setup[\s\S]*Chats/,
  );
  assert.match(text, /Echo, add, long running operation/);
  await screenshot('server-off');
});

test('before the first chat, a server waits for it, and that can be taken back', async () => {
  const queued = /^For the Next Chat, 1\neverything, /m;
  await button('Turn On');
  await clickDialogButton('Start Server');
  await untilPageSays(/Status on in the next chat/);
  await until('Its row waits too', async () => queued.test(await rows('Catalog')));
  await screenshot('server-queued');
  for (const [theme, kind] of THEMES) {
    await wear(theme, kind);
    await untilViewWears('Catalog', kind);
    assert.deepEqual(await axeFindings(tree('Catalog'), 'sideBar'), []);
    assert.deepEqual(await axeFindings(PAGE, 'editor'), []);
  }
  await button("Don't Turn On in the Next Chat");
  await untilPageSays(/Status off/);
  // So does the list of Toggle, which the status bar, the walkthrough and the chat open.
  void commands.executeCommand('switchyard.toggleServer');
  await untilTitled('Turn On Server');
  await type('everything');
  await press('Enter');
  await untilPageSays(/Status on in the next chat/);
  await button("Don't Turn On in the Next Chat");
  await untilPageSays(/Status off/);
  // What was approved is not asked again: one click is all.
  await hover(EVERYTHING);
  await click(`${EVERYTHING} >> button[aria-label="Turn On in the Next Chat"]`);
  await untilPageSays(/Status on in the next chat/);
});

test('the first chat takes what waits, and the page shows its tools with a switch for each', async () => {
  await ask('Look around', [calls('mcp_environment'), says('Seen.')]);
  await untilPageSays(/on in 1 chat[\s\S]*echo/);
  await untilOffered(ECHO);
  const turn = ask('Echo something', [calls(ECHO, { message: 'hello yard' }), says('Done.')]);
  assert.match((await turn).results[0] ?? '', /hello yard/);
  const text = await untilPageSays(/on in 1 chat[\s\S]*echo/);
  assert.match(text, /\d+ tools · ~[\d.k]+ tokens/);
  await screenshot('server-tools');
  assert.deepEqual(await axeFindings(PAGE, 'editor'), []);
  await click('[role="switch"][aria-label="Show to agents: echo"]');
  await untilPageSays(/\d+ of \d+ tools/);
  await untilOffered(ECHO, false);
  const next = await ask('And now?', [says('I see fewer.')]);
  assert.ok(!next.requests[0]?.tools.includes(ECHO));
  await click('[role="switch"][aria-label="Show to agents: echo"]');
  await until('All are listed again', async () => !/\d+ of \d+ tools/.test(await untilPageSays(/tools ·/)));
});

test('a person tries a tool with a form of its schema, which says what is wrong, and sees the result', async () => {
  await click('.tool-name:has-text("get-sum")');
  await untilPageSays(/Try Tool[\s\S]*Run Tool[\s\S]*Input schema/);
  await click('main >> role=button[name="Run Tool"]');
  await untilPageSays(/Enter a value\./);
  await click(FIRST);
  await type('two');
  await click(SECOND);
  await type('40');
  await press('Enter');
  await untilPageSays(/Enter a number\./);
  await screenshot('server-try-problem');
  assert.deepEqual(await axeFindings(PAGE, 'editor'), []);
  await click(FIRST);
  await press('Control+A');
  await type('2');
  await press('Enter');
  await untilPageSays(/Result after [\s\S]*42/);
  await untilPageSays(/get-sum[\s\S]*1 call · p50 \d+ ms, p95 \d+ ms · ~?\d+ tokens returned/);
  await screenshot('server-try-result');
});

test('who runs a tool by keyboard is at the button still when its result is there, and can run it again', async () => {
  await inPage(`element.querySelector('[type="submit"]').focus()`);
  for (const count of [2, 3]) {
    await press('Enter');
    await untilPageSays(new RegExp(`get-sum[\\s\\S]*${count} calls`));
    assert.equal(await focused(), 'Run Tool');
  }
});

test('back from another tab, the tool that had the keyboard has it', async () => {
  await inPage(
    `[...element.querySelectorAll('.tool-name')].find(each => /get-env/.test(each.innerText)).focus()`,
  );
  await coverPage(/get-sum/);
  await until('It has the keyboard', async () => (await focused()).startsWith('get-env'));
});

test('the other tabs show what the server wrote, how it is launched, and who uses it', async () => {
  await inPage(`element.querySelector('[role="tab"][aria-selected="true"]').focus()`);
  await press('ArrowRight');
  await untilPageSays(/Starting default \(STDIO\) server/i);
  await screenshot('server-log');
  await press('ArrowRight');
  await untilPageSays(/Command[\s\S]*server-everything[\s\S]*You approved this\.[\s\S]*Defined in/);
  await screenshot('server-setup');
  await press('ArrowRight');
  await untilPageSays(/turned on by you/);
  await screenshot('server-chats');
});

for (const [theme, kind] of THEMES) {
  test(`axe finds nothing against WCAG A and AA on any tab: ${theme}`, async () => {
    await wear(theme, kind);
    for (const [tab, words] of TABS) {
      await click(`#tab-${tab}`);
      await untilPageSays(words);
      assert.deepEqual(await axeFindings(PAGE, 'editor'), [], tab);
    }
    await inPage('element.ownerDocument.body.style.backgroundColor = ""');
    await screenshot(`server-${kind}`);
  });
}

test('a person stops, starts and turns off the server', async () => {
  await button('Stop');
  await untilPageSays(/Process not running/);
  await button('Start');
  await untilPageSays(/Process running/);
  await button('Turn Off');
  await untilPageSays(/Status off/);
});

test('a server without its key says which one is missing, in four themes', async () => {
  await commands.executeCommand('switchyard.showServer', 'keyed');
  await untilPageSays(/keyed[\s\S]*Status needs setup[\s\S]*EXAMPLE_API_KEY/);
  await click('#tab-setup');
  await untilPageSays(/Keys[\s\S]*EXAMPLE_API_KEY[\s\S]*missing/);
  for (const [theme, kind] of THEMES) {
    await wear(theme, kind);
    await screenshot(`server-keyed-${kind}`);
    assert.deepEqual(await axeFindings(PAGE, 'editor'), []);
  }
});

test('the page is there again after a reload of the window, where it was left', () => {
  return acrossReloads(
    async () => {
      await commands.executeCommand('switchyard.showServer', 'everything');
      await untilPageSays(/everything[\s\S]*Status off[\s\S]*Setup/);
      await untilTabIsKept('everything');
    },
    async () => {
      await click('.tab[aria-label^="everything"]');
      await untilPageSays(/everything[\s\S]*Status off[\s\S]*Setup/);
    },
  );
});

/** Presses one of the buttons of the page. */
async function button(name: string): Promise<void> {
  await click(`main >> role=button[name="${name}"]`);
}
