/**
 * `npm run check`: types, lint with the room rules, format, unused code, size of the bundles. Stops at nothing, so that
 * one run tells all that is wrong.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { repositoryRoot, runKept } from './processes.mjs';

/** Budgets in bytes: what VS Code loads at activation, and what is loaded when something is used. */
const MAX_ACTIVATION_BYTES = 150_000;
const MAX_RUNTIME_BYTES = 1_600_000;
/** What few sessions load, each a file. */
const ISLANDS = new Map([
  ['accounts', 60_000],
  ['blame', 20_000],
  ['apps', 15_000],
  ['children', 110_000],
  ['commandLine', 25_000],
  ['commands', 120_000],
  ['documents', 10_000],
  ['endpoint', 60_000],
  ['gitVersion', 80_000],
  ['fileIcons', 10_000],
  ['fileRestores', 25_000],
  ['jsonPatch', 12_000],
  ['modernEra', 40_000],
  ['pages', 45_000],
  ['imports', 28_000],
  ['pasted', 35_000],
  ['planXml', 40_000],
  ['replay', 40_000],
  ['postgres', 200_000],
  ['prompts', 10_000],
  ['publishedServer', 20_000],
  ['registry', 40_000],
  ['restores', 30_000],
  ['reviewStack', 30_000],
  ['rounds', 80_000],
  ['serverPage', 40_000],
  ['sharedState', 15_000],
  ['telemetry', 20_000],
  ['toml', 20_000],
  ['yaml', 60_000],
  ['zod', 200_000],
]);
/** Each script of a webview, with its bytes and those packed: what is loaded later does not count. */
const WEBVIEWS = new Map([
  ['explorer', [45_000, 16_000]],
  ['taskPage', [80_000, 28_000]],
]);
/** What a page may have that is not named there. */
const PAGE_BUDGET = [45_000, 16_000];

const STEPS = [
  ['types', 'tsc', ['-b']],
  ['lint', 'oxlint', ['--deny-warnings']],
  ['format', 'oxfmt', ['--check', '.']],
  ['unused code', 'knip', ['--no-config-hints']],
  ['build', 'node', ['esbuild.mjs']],
];

/** @returns {Promise<{ name: string, end: string, output: string }[]>} what is not clean, how it ended and what it printed. */
export async function check() {
  const failed = [];
  for (const [name, command, args] of STEPS) {
    const startedAt = Date.now();
    const { code, output } = await runKept(command, args);
    const isGood = code === 0;
    console.log(`${isGood ? '✔' : '✖'} ${name} (${Date.now() - startedAt} ms)`);
    if (!isGood) failed.push({ name, end: `ended with ${code}`, output });
  }
  if (failed.some(({ name }) => name === 'build')) return failed;
  const tooLarge = bundlesTooLarge();
  if (tooLarge.length > 0)
    failed.push({ name: 'bundle size', end: 'over the budget', output: tooLarge.join('\n') });
  return failed;
}

/** Prints the size of each bundle. @returns the lines of those over their budget. */
function bundlesTooLarge() {
  const sizes = [
    ['what activation loads', sizeOf('dist/extension.js') + sizeOf('dist/shared.js'), MAX_ACTIVATION_BYTES],
    ['the runtime', sizeOf('dist/runtime.js') + sizeOf('dist/shared.js'), MAX_RUNTIME_BYTES],
  ];
  for (const [name, max] of ISLANDS) sizes.push([name, sizeOf(`dist/${name}.js`), max]);
  for (const name of readdirSync(join(repositoryRoot, 'webview-ui'))) {
    const paths = [`${name}.js`, `${name}-chunk.js`].map(file => join(repositoryRoot, 'dist/webview', file));
    const scripts = paths.filter(path => existsSync(path)).map(path => readFileSync(path));
    if (scripts.length === 0) continue;
    const [max, maxPacked] = WEBVIEWS.get(name) ?? PAGE_BUDGET;
    const packed = scripts.reduce((sum, script) => sum + gzipSync(script).length, 0);
    const bytes = scripts.reduce((sum, script) => sum + script.length, 0);
    sizes.push([`webview ${name}`, bytes, max], [`webview ${name} (gzip)`, packed, maxPacked]);
  }
  const tooLarge = [];
  for (const [name, size, max] of sizes) {
    const line = `${size <= max ? '✔' : '✖'} ${name}: ${size} of at most ${max} bytes`;
    console.log(line);
    if (size > max) tooLarge.push(line);
  }
  return tooLarge;
}

function sizeOf(file) {
  return statSync(join(repositoryRoot, file)).size;
}

if (import.meta.main) {
  const failed = await check();
  if (failed.length > 0) console.error(`Not clean: ${failed.map(({ name }) => name).join(', ')}.`);
  process.exit(failed.length === 0 ? 0 : 1);
}
