/**
 * Runs the suites that live inside VS Code.
 *
 *   node test/host/runHostTests.mjs [--electron] [--self] [suite…]
 *
 * In VS Code's server and headless Chromium, or with --electron in a desktop VS Code ($VSCODE_PATH, else downloaded); where
 * a machine can have none, all suites are skipped, and one line says why. --self runs the tests of this harness instead
 * of the product's. Needs Node 22 or newer, as scripts/bootstrap.mjs provides it.
 */
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '../../scripts/chromium.mjs';
import { desktopVscode, NoDesktop } from '../../scripts/desktop-vscode.mjs';
import { repositoryRoot } from '../../scripts/processes.mjs';
import { vscodeServer } from '../../scripts/vscode-server.mjs';
import { runSuite } from './runSuite.mjs';
import { failingSelfTest, selfTests, suites } from './suites.mjs';

/** A window leaves two cores idle for a third of the time (measured): it waits for one thread of Chromium. */
const WINDOWS_AT_ONCE = Math.min(2, availableParallelism());

/**
 * Runs suites, in their order, two at a time where the machine has two cores, and then alone those that open several windows themselves:
 * with a third and a fourth window beside them, two cores took more than 15 s for a dialog. Each has a server, a browser and folders of its own.
 * @returns the sum of their counts, and what failed; `isGreen` when every one ended well.
 */
export async function runSuites(chosen, { desktop } = {}) {
  if (desktop === undefined) await installOnce();
  const sum = { passed: 0, failed: 0, skipped: 0, isGreen: true, failures: [] };
  const isAlone = ({ beside = [] }) => beside.length > 0;
  const runOneByOne = async left => {
    for (let suite = left.shift(); suite !== undefined; suite = left.shift()) {
      const { passed, failed, skipped, code, failures } = await runSuite(suite, { desktop });
      sum.passed += passed;
      sum.failed += failed;
      sum.skipped += skipped;
      sum.isGreen &&= code === 0;
      sum.failures.push(...failures);
    }
  };
  const sharing = chosen.filter(suite => !isAlone(suite));
  // A desktop VS Code takes the focus, which two can't have.
  const atOnce = desktop === undefined ? WINDOWS_AT_ONCE : 1;
  await Promise.all(Array.from({ length: atOnce }, () => runOneByOne(sharing)));
  await runOneByOne(chosen.filter(isAlone));
  return sum;
}

/** What a bare machine lacks, before the first windows open: two that install at once are in each other's way (apt-get refuses). */
async function installOnce() {
  await vscodeServer();
  await chromium();
}

/** The same in a desktop VS Code, as far as this machine lets it. */
async function runInDesktop(chosen) {
  try {
    const desktop = await desktopVscode();
    try {
      return await runSuites(chosen, { desktop });
    } finally {
      desktop.close();
    }
  } catch (error) {
    if (!(error instanceof NoDesktop)) throw error;
    console.log(`Skipped, there is no desktop VS Code on this machine: ${error.message}.`);
    return { passed: 0, failed: 0, skipped: chosen.length, isGreen: true };
  }
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
  const run = values.electron ? runInDesktop : runSuites;
  const { passed, failed, skipped, isGreen } = await run(chosen);
  const isSeen = !values.self || values.electron || positionals.length > 0 || (await failureIsSeen());
  if (!isSeen) console.error('A failing test was not reported as one.');
  console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`);
  process.exit(isGreen && isSeen ? 0 : 1);
}

if (import.meta.main) await main();
