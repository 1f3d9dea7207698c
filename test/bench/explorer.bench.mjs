/**
 * 10,000 open rows in the explorer's webview, beside a document drawn by hand from the very same checked message and the same
 * model: first paint, elements of the tree, longest frame of 3 s of scrolling, and how long a key waits while 50 pictures a second come.
 * Fails where a bound of the design is broken.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { chromium as playwright } from 'playwright-core';
import { chromium, CHROMIUM_ARGS } from '../../scripts/chromium.mjs';
import { repositoryRoot } from '../../scripts/processes.mjs';
import { buildWebview } from '../../scripts/webview-bundle.mjs';

const ROUNDS = 11;
const BOUNDS = { ratio: 1.2, elements: 400, frameMs: 100 };
const WEBVIEW = join(repositoryRoot, 'dist', 'webview');

await buildWebview();
const style = readFileSync(join(WEBVIEW, 'explorer.css'), 'utf8');
const scripts = {
  ours: readFileSync(join(WEBVIEW, 'explorer.js'), 'utf8'),
  plain: await plainTree(),
};
const picture = pictureOf10k();
const browser = await playwright.launch({ executablePath: await chromium(), args: CHROMIUM_ARGS });
try {
  const measured = { plain: [], ours: [] };
  for (let i = 0; i < ROUNDS; i += 1) {
    for (const name of ['plain', 'ours']) measured[name].push(await measure(scripts[name], i === 0));
  }
  const paint = {
    plain: median(measured.plain.map(({ paintMs }) => paintMs)),
    ours: median(measured.ours.map(({ paintMs }) => paintMs)),
  };
  const [plain] = measured.plain;
  const [ours] = measured.ours;
  console.table({
    'first paint (ms)': {
      plain: Math.round(paint.plain),
      ours: Math.round(paint.ours),
      bound: `${BOUNDS.ratio} ×`,
    },
    'elements in the tree': { plain: plain.elements, ours: ours.elements, bound: BOUNDS.elements },
    'longest frame (ms)': { plain: plain.frameMs, ours: ours.frameMs, bound: BOUNDS.frameMs },
    'key under 50 pictures/s (ms)': { plain: plain.keyMs, ours: ours.keyMs, bound: BOUNDS.frameMs },
  });
  const ratio = paint.ours / paint.plain;
  console.log(`first paint: ${ratio.toFixed(2)} × the plain tree`);
  const isGood =
    ratio <= BOUNDS.ratio &&
    ours.elements <= BOUNDS.elements &&
    ours.frameMs <= BOUNDS.frameMs &&
    ours.keyMs <= BOUNDS.frameMs;
  process.exitCode = isGood ? 0 : 1;
} finally {
  await browser.close();
}

/** One page: its first paint, and where asked for the rest. */
async function measure(script, isWhole) {
  const page = await browser.newPage({ viewport: { width: 340, height: 600 } });
  try {
    await page.setContent(
      `<!DOCTYPE html><html lang="en"><head><style>${style}</style></head><body data-view="workflows" data-state="{}"><div id="root"></div></body></html>`,
    );
    const paintMs = await page.evaluate(firstPaint, { script, picture });
    if (!isWhole) return { paintMs };
    const elements = await page.evaluate(() => document.querySelectorAll('.tree *').length);
    return {
      paintMs,
      elements,
      frameMs: await page.evaluate(scroll),
      keyMs: await page.evaluate(keys, picture),
    };
  } finally {
    await page.close();
  }
}

/** From the start of the script to the first frame with rows in it. */
async function firstPaint({ script, picture: given }) {
  globalThis.acquireVsCodeApi = () => ({
    postMessage: ({ type }) => {
      if (type === 'ready') window.postMessage({ type: 'picture', picture: given }, '*');
    },
    getState: () => undefined,
    setState: () => undefined,
  });
  await new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const startedMs = performance.now();
  // oxlint-disable-next-line typescript/no-implied-eval -- the script that is measured
  new Function(script)();
  return await new Promise(resolve => {
    const look = () => {
      const isThere = document.querySelector('[role="treeitem"]') !== null;
      // What the next task finds has been painted.
      requestAnimationFrame(isThere ? () => setTimeout(() => resolve(performance.now() - startedMs)) : look);
    };
    look();
  });
}

/** The longest frame while 3 s of turning the wheel go by. */
async function scroll() {
  const tree = document.querySelector('.tree');
  const startedMs = performance.now();
  let last = startedMs;
  let longest = 0;
  while (last - startedMs < 3_000) {
    tree.scrollTop = (tree.scrollTop + 300) % (tree.scrollHeight - 600);
    const now = await new Promise(resolve => requestAnimationFrame(resolve));
    longest = Math.max(longest, now - last);
    last = Math.max(last, now);
  }
  return Math.round(longest);
}

/** How long the slowest of some arrow keys waits for its row, while a new picture comes every 20 ms. */
async function keys(given) {
  document.querySelector('.tree').scrollTop = 0;
  await new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  let count = 0;
  const coming = setInterval(() => {
    count += 1;
    const rows = given.rows.map((row, at) => (at === 1 ? { ...row, detail: `step ${count}` } : row));
    // As the extension does it: 50 changes a second are at most 10 pictures.
    if (count % 5 === 0) window.postMessage({ type: 'picture', picture: { ...given, rows } }, '*');
  }, 20);
  document.querySelector('[role="treeitem"][tabindex="0"]').focus();
  let longest = 0;
  for (let i = 0; i < 20; i += 1) {
    await new Promise(resolve => setTimeout(resolve, 37));
    const from = document.activeElement;
    const startedMs = performance.now();
    from.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true, cancelable: true }));
    while (document.activeElement === from) await new Promise(resolve => setTimeout(resolve));
    longest = Math.max(longest, performance.now() - startedMs);
  }
  clearInterval(coming);
  return Math.round(longest);
}

/** 50 workflows of 20 tasks of 9 files, all open. */
function pictureOf10k() {
  const rows = [];
  const add = (level, label, facts) =>
    rows.push({ id: `${rows.length}`, level, icon: 'file', label, kind: 'row', target: {}, ...facts });
  for (let w = 0; w < 50; w += 1) {
    add(1, `Workflow ${w}`, { icon: 'layers', detail: '20 of 20 tasks', isOpen: true });
    for (let t = 0; t < 20; t += 1) {
      add(2, `Task ${t} of ${w}`, { icon: 'pass', tone: 'ok', state: 'done', detail: '6 min', isOpen: true });
      for (let f = 0; f < 9; f += 1) {
        const change = { kind: 'modified', letter: 'M', title: 'modified' };
        const actions = [{ command: 'openFileChanges', title: 'Open Changes', icon: 'diff' }];
        add(3, `file${f}.ts`, { detail: `src/area${t}`, change, actions, enter: 'openFileChanges' });
      }
    }
  }
  const words = {
    tree: 'Workflows',
    searchLabel: '',
    searchPlaceholder: '',
    noMatches: '',
    clear: '',
  };
  return { rows, notes: [], meters: [], words, query: '' };
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}

/** The reference, as one script. */
async function plainTree() {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, 'plainTree.ts')],
    bundle: true,
    format: 'iife',
    minify: true,
    write: false,
  });
  return outputFiles[0].text;
}
