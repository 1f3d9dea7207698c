/**
 * Runs the suites that live inside VS Code.
 *
 *   node test/host/runHostTests.mjs [--electron] [--self] [suite…]
 *
 * In VS Code's server and headless Chromium, or with --electron in a desktop VS Code that is downloaded. --self runs
 * the tests of this harness instead of the product's. Needs Node 22 or newer, as scripts/bootstrap.mjs provides it.
 */
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { repositoryRoot } from '../../scripts/processes.mjs';
import { runSuite } from './runSuite.mjs';
import { failingSelfTest, selfTests, suites } from './suites.mjs';

/** A window leaves two cores idle for a third of the time (measured): it waits for one thread of Chromium. */
const WINDOWS_AT_ONCE = Math.min(2, availableParallelism());

/**
 * Runs suites, in their order, two at a time where the machine has two cores. Each has a server, a browser and folders of its own.
 * @returns the sum of their counts, and what failed; `isGreen` when every one ended well.
 */
export async function runSuites(chosen, { isElectron = false } = {}) {
  const sum = { passed: 0, failed: 0, skipped: 0, isGreen: true, failures: [] };
  const left = [...chosen];
  const runOneByOne = async () => {
    for (let suite = left.shift(); suite !== undefined; suite = left.shift()) {
      const { passed, failed, skipped, code, failures } = await runSuite(suite, { isElectron });
      sum.passed += passed;
      sum.failed += failed;
      sum.skipped += skipped;
      sum.isGreen &&= code === 0;
      sum.failures.push(...failures);
    }
  };
  // A desktop VS Code takes the focus, which two can't have.
  await Promise.all(Array.from({ length: isElectron ? 1 : WINDOWS_AT_ONCE }, runOneByOne));
  return sum;
}

/** A harness in which nothing can fail proves nothing: a failing suite must exit with 1, leave a picture, and say what the window showed. */
async function failureIsSeen() {
  const { failed, code, failures } = await runSuite(failingSelfTest);
  const hasPicture = existsSync(
    join(repositoryRoot, '.test-output', failingSelfTest.name, 'failed-fails-on-purpose.png'),
  );
  const isTold = failures.some(text => text.includes('fails on purpose') && text.includes('keyboard:'));
  return failed === 1 && code === 1 && hasPicture && isTold;
}

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { electron: { type: 'boolean' }, self: { type: 'boolean' } },
  });
  const all = values.self ? selfTests : suites;
  const chosen = positionals.length === 0 ? all : all.filter(suite => positionals.includes(suite.name));
  const { passed, failed, skipped, isGreen } = await runSuites(chosen, {
    isElectron: values.electron === true,
  });
  const isSeen = !values.self || values.electron || positionals.length > 0 || (await failureIsSeen());
  if (!isSeen) console.error('A failing test was not reported as one.');
  console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`);
  process.exit(isGreen && isSeen ? 0 : 1);
}

if (import.meta.main) await main();
