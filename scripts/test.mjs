/**
 * `npm test`: everything that must be green. Goes on after a failure, so that one run tells all that is wrong, and ends
 * with one line `N passed, N failed` over all its parts.
 */
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { runSuites } from '../test/host/runHostTests.mjs';
import { suites } from '../test/host/suites.mjs';
import { noteBuilt } from './build-once.mjs';
import { check } from './check.mjs';
import { repositoryRoot, runInherited, runKept } from './processes.mjs';

const OUTPUT = join(repositoryRoot, '.test-output');
/** Lines of a failed program that are repeated at the end. */
const TOLD_LINES = 40;

/**
 * Parts that are programs of their own, the longest beside those that mostly wait; each ends with a line `…: N passed, N failed`. They wait for
 * processes to come and to be gone, so two run side by side; each has folders of its own.
 */
const PROGRAMS = [
  ['next conformance', ['test/conformance/runNextConformance.mjs']],
  ['orphans', ['test/crash/orphans.mjs', '5']],
  ['plan runs', ['test/crash/planRuns.mjs', '20']],
  ['client conformance', ['test/conformance/runClientConformance.mjs']],
  ['starts', ['test/crash/starts.mjs', '40', '15']],
  ['team journal', ['test/crash/teamJournal.mjs', '10']],
  ['conformance', ['test/conformance/runConformance.mjs']],
  ['crash', ['test/crash/killRun.mjs', '20']],
  ['inspector', ['test/conformance/runInspector.mjs']],
  ['two writers', ['test/crash/twoWriters.mjs']],
];
const PROGRAMS_AT_ONCE = 2;

async function checked() {
  const failed = await check();
  // What the parts behind this drive is there, of these sources.
  if (!failed.some(({ name }) => name === 'build')) noteBuilt();
  // One count for each step that is not clean, one pass when all are.
  return {
    passed: failed.length === 0 ? 1 : 0,
    failed: failed.length,
    failures: failed.map(({ name, end, output }) => `${name}, ${end}\n${told(output)}`),
  };
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
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'));
  return {
    passed: numPassedTests,
    // A file that does not even load fails no test, but the run.
    failed: numFailedTests || (code === 0 ? 0 : 1),
    failures: testResults.flatMap(failuresOf),
  };
}

/** What vitest says of a file's failed tests, or of the file when it did not even load. */
function failuresOf({ name, status, message, assertionResults }) {
  const failed = assertionResults.filter(result => result.status === 'failed');
  const file = relative(repositoryRoot, name);
  if (failed.length === 0) return status === 'failed' ? [`${file}\n${message}`] : [];
  return failed.map(
    ({ fullName, duration, failureMessages }) =>
      `${file}: ${fullName} (after ${Math.round(duration)} ms)\n${failureMessages.join('\n')}`,
  );
}

/** Shows what it printed when it has ended: another one may be running. */
async function program(args) {
  const { code, output } = await runKept('node', args, { isQuiet: true });
  const counts = [...output.matchAll(/(\d+) passed, (\d+) failed/g)].at(-1);
  const passed = Number(counts?.[1] ?? 0);
  const failed = Number(counts?.[2] ?? 0);
  const isGreen = code === 0 && failed === 0 && counts !== undefined;
  return { passed, failed: isGreen ? 0 : failed || 1, failures: isGreen ? [] : [told(output)], output };
}

/** The end of what a program printed, without the checks that passed. */
function told(output) {
  const lines = output.split('\n').filter(line => line.trim() !== '' && !line.startsWith('ok '));
  return lines.slice(-TOLD_LINES).join('\n');
}

async function inVscode() {
  const { passed, failed, skipped, isGreen, failures } = await runSuites(suites);
  return { passed, failed: failed || (isGreen ? 0 : 1), skipped, failures };
}

/** One after the other; the parts of a list side by side. */
const PARTS = [
  ['check', checked],
  ['unit, contract and headless', unitTests],
  PROGRAMS.map(([name, args]) => [name, () => program(args)]),
  ['in VS Code', inVscode],
];

mkdirSync(OUTPUT, { recursive: true });
const sum = { passed: 0, failed: 0 };
const lines = [];
const failures = [];

/** Runs a part to its end, and adds up what came of it. */
async function play([name, run], { isAlone }) {
  if (isAlone) console.log(`\n── ${name} ──`);
  const startedAt = Date.now();
  const counts = await run().catch(error => {
    console.error(error);
    return { passed: 0, failed: 1 };
  });
  if (!isAlone) console.log(`\n── ${name} ──\n${counts.output ?? ''}`);
  sum.passed += counts.passed;
  sum.failed += counts.failed;
  for (const failure of counts.failures ?? []) failures.push(`✖ ${name}: ${failure}`);
  const seconds = Math.round((Date.now() - startedAt) / 1_000);
  lines.push(
    `${counts.failed === 0 ? '✔' : '✖'} ${name}: ${counts.passed} passed, ${counts.failed} failed (${seconds} s)`,
  );
}

async function playTogether(parts) {
  const left = [...parts];
  const playOneByOne = async () => {
    for (let part = left.shift(); part !== undefined; part = left.shift())
      await play(part, { isAlone: false });
  };
  await Promise.all(Array.from({ length: PROGRAMS_AT_ONCE }, playOneByOne));
}

for (const part of PARTS) await (Array.isArray(part[0]) ? playTogether(part) : play(part, { isAlone: true }));
// Once more at the end: whoever reads only the tail of a long log must learn what failed.
if (failures.length > 0) console.log(`\n── what failed ──\n${failures.join('\n\n')}`);
console.log(`\n${lines.join('\n')}\n\n${sum.passed} passed, ${sum.failed} failed`);
process.exit(sum.failed === 0 ? 0 : 1);
