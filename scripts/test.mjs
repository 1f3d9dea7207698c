/**
 * `npm test`: everything that must be green. Goes on after a failure, so that one run tells all that is wrong, and ends
 * with one line `N passed, N failed` over all its parts.
 */
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runSuites } from '../test/host/runHostTests.mjs';
import { suites } from '../test/host/suites.mjs';
import { check } from './check.mjs';
import { repositoryRoot, runInherited, runShown } from './processes.mjs';

const OUTPUT = join(repositoryRoot, '.test-output');

/** Parts that are programs of their own; each ends with a line `…: N passed, N failed`. */
const PROGRAMS = [
  ['crash', ['test/crash/killRun.mjs', '20']],
  ['two writers', ['test/crash/twoWriters.mjs']],
  ['orphans', ['test/crash/orphans.mjs', '5']],
  ['conformance', ['test/conformance/runConformance.mjs']],
  ['client conformance', ['test/conformance/runClientConformance.mjs']],
  ['inspector', ['test/conformance/runInspector.mjs']],
];

async function checked() {
  const failed = await check();
  // One count for each step that is not clean, one pass when all are.
  return { passed: failed.length === 0 ? 1 : 0, failed: failed.length };
}

async function unitTests() {
  const report = join(OUTPUT, 'vitest.json');
  rmSync(report, { force: true });
  const code = await runInherited('vitest', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]);
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8'));
  // A file that does not even load fails no test, but the run.
  return { passed: numPassedTests, failed: numFailedTests || (code === 0 ? 0 : 1) };
}

async function program(args) {
  const { code, output } = await runShown('node', args);
  const counts = [...output.matchAll(/(\d+) passed, (\d+) failed/g)].at(-1);
  const passed = Number(counts?.[1] ?? 0);
  const failed = Number(counts?.[2] ?? 0);
  return { passed, failed: failed || (code === 0 && counts ? 0 : 1) };
}

async function inVscode() {
  const { passed, failed, skipped, isGreen } = await runSuites(suites);
  return { passed, failed: failed || (isGreen ? 0 : 1), skipped };
}

const PARTS = [
  ['check', checked],
  ['unit, contract and headless', unitTests],
  ...PROGRAMS.map(([name, args]) => [name, () => program(args)]),
  ['in VS Code', inVscode],
];

mkdirSync(OUTPUT, { recursive: true });
const sum = { passed: 0, failed: 0 };
const lines = [];
for (const [name, run] of PARTS) {
  console.log(`\n── ${name} ──`);
  const startedAt = Date.now();
  const counts = await run().catch(error => {
    console.error(error);
    return { passed: 0, failed: 1 };
  });
  sum.passed += counts.passed;
  sum.failed += counts.failed;
  const seconds = Math.round((Date.now() - startedAt) / 1_000);
  lines.push(
    `${counts.failed === 0 ? '✔' : '✖'} ${name}: ${counts.passed} passed, ${counts.failed} failed (${seconds} s)`,
  );
}
console.log(`\n${lines.join('\n')}\n\n${sum.passed} passed, ${sum.failed} failed`);
process.exit(sum.failed === 0 ? 0 : 1);
