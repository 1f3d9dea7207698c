/**
 * The plots of a task among 500 in Chromium, under the policy of our webviews: the longest task of the page (in time of the
 * processor, so that a busy machine says the same) while they are drawn for the first time and while pictures come, and elements;
 * and that the layout of tangled graphs is loaded, everything is reached by keyboard, and axe finds nothing. Fails where a bound
 * of the design is broken.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build as bundle } from 'esbuild';
import { chromium as playwright } from 'playwright-core';
import { chromium, CHROMIUM_ARGS } from '../../scripts/chromium.mjs';
import { repositoryRoot } from '../../scripts/processes.mjs';
import { build, needNode24 } from '../support/bundle.mjs';

needNode24();
const TASKS = 500;
const BOUNDS = { makeMs: 50, taskMs: 100, elements: 1_500 };
const NONCE = 'bm9uY2U=';
const POLICY = `default-src 'none'; style-src 'self'; script-src 'nonce-${NONCE}'`;

const [scene] = await build('test/bench/plotsScene.ts');
const { manyTasks } = await import(pathToFileURL(scene).href);
const { plots, ms: makeMs } = await manyTasks(TASKS);
const files = await page();
const server = createServer(answer).listen(0, '127.0.0.1');
const browser = await playwright.launch({ executablePath: await chromium(), args: CHROMIUM_ARGS });
try {
  const measured = await look();
  console.table({
    'making them (ms, processor)': { measured: makeMs.toFixed(1), bound: BOUNDS.makeMs },
    'longest task (ms, processor)': { measured: measured.taskMs.toFixed(1), bound: BOUNDS.taskMs },
    elements: { measured: measured.elements, bound: BOUNDS.elements },
  });
  console.log(measured.findings.join('\n') || 'layout loaded, keys and axe: nothing found');
  const isGood =
    makeMs <= BOUNDS.makeMs &&
    measured.taskMs <= BOUNDS.taskMs &&
    measured.elements <= BOUNDS.elements &&
    measured.findings.length === 0;
  process.exitCode = isGood ? 0 : 1;
} finally {
  await browser.close();
  server.close();
}

async function look() {
  const shown = await browser.newPage({ viewport: { width: 1_000, height: 800 } });
  const findings = [];
  shown.on('pageerror', error => findings.push(`error: ${error.message}`));
  shown.on('console', message => findings.push(`console: ${message.text()}`));
  await shown.goto(`http://127.0.0.1:${server.address().port}/`);
  const taskMs = await longestTask(shown);
  await shown.waitForSelector('.graph-node');
  const elements = await shown.evaluate(() => document.querySelectorAll('#root *').length);
  const loaded = await shown.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  if (!loaded.some(name => name.includes('dagreLayout'))) findings.push('the layout was not loaded');
  findings.push(...(await keys(shown)), ...(await axe(shown)));
  return { taskMs, elements, findings };
}

/** The longest task of the page's main thread while 20 pictures come, the first one included. */
async function longestTask(shown) {
  await browser.startTracing(shown, { categories: ['toplevel'] });
  await shown.evaluate(draw, plots);
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
  const main = traceEvents.find(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain');
  const tasks = traceEvents.filter(({ pid, tid, tdur }) => pid === main.pid && tid === main.tid && tdur > 0);
  return Math.max(...tasks.map(({ tdur }) => tdur)) / 1_000;
}

async function draw(first) {
  for (let count = 0; count < 20; count += 1) {
    const rows = first.gantt.rows.map(row => ({ ...row, state: `step ${count}` }));
    window.postMessage({ ...first, gantt: { ...first.gantt, rows } }, '*');
    await new Promise(resolve => setTimeout(resolve, 100));
  }
}

/** What does not work by keyboard: from the own task to a neighbour and back, in both plots. */
async function keys(shown) {
  const findings = [];
  for (const [list, forth, back] of [
    ['.gantt', 'ArrowUp', 'ArrowDown'],
    ['.graph', 'ArrowLeft', 'ArrowRight'],
  ]) {
    const own = plots.gantt.rows.find(({ isOwn }) => isOwn).id;
    const opened = [];
    await shown.focus(`${list} [aria-current]`);
    for (const key of [forth, 'Enter', back, 'Enter']) {
      await shown.keyboard.press(key);
      if (key === 'Enter') opened.push(await shown.evaluate(() => document.body.dataset.opened));
    }
    if (opened[0] === own || opened[1] !== own) findings.push(`${list}: keys opened ${opened.join(', ')}`);
    const stops = await shown.evaluate(
      selector => document.querySelectorAll(`${selector} li [tabindex="0"]`).length,
      list,
    );
    if (stops !== 1) findings.push(`${list}: ${stops} stops for the Tab key`);
  }
  await shown.click('.plot-link');
  if ((await shown.locator('.plot-table tbody tr').count()) !== plots.gantt.rows.length) {
    findings.push('the table has not as many rows as the time line');
  }
  return findings;
}

/** What axe has against the page. Colours are the theme's: they are looked at in VS Code. */
async function axe(shown) {
  const source = readFileSync(join(repositoryRoot, 'node_modules', 'axe-core', 'axe.min.js'), 'utf8');
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
  const options = { runOnly: { type: 'tag', values: tags }, rules: { 'color-contrast': { enabled: false } } };
  const violations = await shown.evaluate(
    `${source}; axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations.map(v => v.id + ': ' + v.nodes[0].html))`,
  );
  return violations.map(violation => `axe: ${violation}`);
}

/** The page's own files, in memory. */
async function page() {
  const { outputFiles } = await bundle({
    absWorkingDir: repositoryRoot,
    entryPoints: [
      { in: 'test/bench/plotsPage.ts', out: 'page' },
      { in: 'webview-ui/plots/plots.css', out: 'page' },
    ],
    bundle: true,
    outdir: 'out',
    format: 'esm',
    splitting: true,
    chunkNames: '[name]',
    target: 'chrome138',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    minify: true,
    write: false,
  });
  return new Map(outputFiles.map(({ path, contents }) => [path.replace(/^.*[\\/]/, ''), contents]));
}

function answer({ url }, response) {
  const name = url.slice(1);
  const type = name.endsWith('.css') ? 'text/css' : name === '' ? 'text/html' : 'text/javascript';
  response.setHeader('Content-Type', `${type}; charset=utf-8`);
  if (name !== '') return response.end(files.get(name) ?? '');
  response.setHeader('Content-Security-Policy', POLICY);
  response.end(`<!DOCTYPE html>
<html lang="en">
  <head><title>Plots</title><link rel="stylesheet" href="page.css"></head>
  <body><main><h1>Plots</h1><div id="root"></div></main>
  <script type="module" nonce="${NONCE}" src="page.js"></script></body>
</html>`);
}
