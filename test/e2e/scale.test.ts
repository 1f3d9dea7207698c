import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { commands, ViewColumn, window } from 'vscode';
import { acrossReloads } from '../support/vscode/acrossReloads';
import { stateFolderOf } from '../support/vscode/besideWindow';
import { inView, rows, untilRemembered } from '../support/vscode/explorer';
import { isKept } from '../support/vscode/kept';
import { until } from '../support/vscode/until';
import { evaluate, isVisible, press, screenshot } from '../support/vscode/window';
import { folder, write } from '../support/vscode/workspaceFiles';

const TASKS = 5_000;
const SERVERS = 300;

test('with thousands of tasks and hundreds of servers, a window shows what matters, and keeps the rest closed', function () {
  this.timeout(300_000);
  return acrossReloads(
    async () => {
      await commands.executeCommand('switchyard.workflows.focus');
      await drawn('body[data-view="workflows"]');
      await elsewhere();
    },
    async () => {
      // The references, in the same window: a webview with nothing but text, and the view without tasks and servers.
      const bare = await openedBare();
      console.log(told('a webview of one word', bare));
      const empty = await opened();
      console.log(told('no tasks, no servers', empty));
      await fill();
      await untilRemembered('Workflows');
      await elsewhere();
      await until('It is kept', () => isKept('Workflow 249'), 90_000);
    },
    async () => {
      const full = await opened();
      console.log(told(`${TASKS} tasks, ${SERVERS} servers`, full));
      assert.ok(full.firstPaintMs < full.currentMs, 'What was seen last stands there first');
      await until('The whole is there', async () => (await rows('Workflows')) !== '');
      const shownRows = (await rows('Workflows')).split('\n');
      assert.match(shownRows[0] ?? '', /^Workflow 249, .* 20 of 20, 1 to review, completed$/);
      assert.ok(shownRows.length < 100, `${shownRows.length} rows are drawn`);
      await shown('Catalog', text => text.includes('Yours, 300'));
      await commands.executeCommand('switchyard.workflows.focus');
      await inView('Workflows', `element.querySelector('[tabindex="0"]').focus()`);
      await press('End');
      await until('The last row says that there is more', async () =>
        (await rows('Workflows')).endsWith('\nShow 50 more…, 200 of 250'),
      );
      await screenshot('scale');
    },
  );
});

/** When a document was there, in milliseconds. */
interface Opened {
  /** From the wish to see it to the beginning of its document, which is VS Code's own work. */
  readonly documentMs: number;
  /** From there to the first paint that shows anything. */
  readonly firstPaintMs: number;
  /** From there until what is shown is as things are now. */
  readonly currentMs: number;
  /** From the wish until then; from the document's beginning where VS Code had opened the view by itself. */
  readonly readyMs: number;
  /** What the extension host computed meanwhile, all extensions together. */
  readonly cpuMs: number;
}

function told(what: string, { readyMs, cpuMs, documentMs, firstPaintMs, currentMs }: Opened): string {
  return `${what}: ready ${readyMs} ms (document after ${documentMs}), first paint ${firstPaintMs}, current ${currentMs}; processor ${cpuMs} ms`;
}

/** Opens the view, which nobody has seen in this window. */
async function opened(): Promise<Opened> {
  const before = process.cpuUsage();
  const askedAt = Date.now();
  await commands.executeCommand('switchyard.workflows.focus');
  const at = await drawn('body[data-view="workflows"]');
  return openedAt(at, askedAt, before);
}

/** Opens a webview that shows one word. */
async function openedBare(): Promise<Opened> {
  const before = process.cpuUsage();
  const askedAt = Date.now();
  const panel = window.createWebviewPanel('reference', 'Reference', ViewColumn.One, {});
  panel.webview.html = '<!DOCTYPE html><html lang="en"><body data-view="reference">Reference</body></html>';
  const at = await drawn('body[data-view="reference"]');
  panel.dispose();
  return openedAt(at, askedAt, before);
}

/** What a document says of itself: instants in epoch milliseconds. */
interface DocumentTimes {
  readonly began: number;
  readonly painted: number;
  readonly current: number;
}

function openedAt(
  { began, painted, current }: DocumentTimes,
  askedAt: number,
  before: NodeJS.CpuUsage,
): Opened {
  const { user, system } = process.cpuUsage(before);
  return {
    documentMs: Math.round(began - askedAt),
    firstPaintMs: Math.round(painted - began),
    currentMs: Math.round(current - began),
    readyMs: Math.round(current - Math.min(askedAt, began)),
    cpuMs: Math.round((user + system) / 1_000),
  };
}

/** Waits until a document has drawn what there is now. */
async function drawn(selector: string): Promise<DocumentTimes> {
  return await until(
    `${selector} is drawn`,
    async () => {
      if (!(await isVisible(selector))) return undefined;
      const said = await evaluate(
        selector,
        `const { performance } = element.ownerDocument.defaultView;
      const [painted] = performance.getEntriesByName('first-contentful-paint');
      // A document of another version, and one of nothing but text, have no such mark: what they paint first is as it is.
      const [current] = [...performance.getEntriesByName('current'), painted];
      const isOld = performance.getEntriesByName('current').length === 0;
      if (!painted || (isOld && element.querySelector('[aria-busy="true"]'))) return '';
      return JSON.stringify([0, painted.startTime, current.startTime].map(ms => ms + performance.timeOrigin));`,
      );
      if (said === '') return undefined;
      const [began = 0, painted = 0, current = 0] = JSON.parse(String(said)) as number[];
      return { began, painted, current };
    },
    90_000,
  );
}

/** Servers and tasks, and the view as a person has it before the window is closed. */
async function fill(): Promise<void> {
  const servers = Array.from({ length: SERVERS }, (_, n) => [
    `server-${n}`,
    { command: 'node', args: [`server-${n}.mjs`], description: `Does the ${n}th thing` },
  ]);
  write('.switchyard/servers.json', JSON.stringify({ servers: Object.fromEntries(servers) }));
  await shown('Catalog', text => text.includes('Yours, 300'));
  const { stdout } = await promisify(execFile)(process.env['SWITCHYARD_TEST_NODE'] ?? '', [
    process.env['SWITCHYARD_TEST_FILL'] ?? '',
    ...[stateFolderOf(folder), folder, String(TASKS)],
  ]);
  assert.ok(Number(stdout) > TASKS, stdout);
  await shown('Workflows', text => text.includes('Workflow 249'));
}

/** The next window opens on something else: the view is to be drawn when it is asked for. */
async function elsewhere(): Promise<void> {
  await commands.executeCommand('workbench.view.explorer');
}

/** Opens a view, and waits until it shows what it should. */
async function shown(view: string, isThere: (text: string) => boolean): Promise<void> {
  await commands.executeCommand(`switchyard.${view.toLowerCase()}.focus`);
  await until(`${view} shows its rows`, async () => isThere(await rows(view)), 90_000);
}
