/**
 * Mocha inside VS Code's extension host. The bundle of a suite (bundleSuite.mjs) calls runMocha with its test files.
 *
 * After a reload of the window the suite is run again, in a new extension host. Tests that ended before are left out.
 */
import Mocha from 'mocha';
import { changeProgress, type EndedTest, readProgress } from '../support/vscode/progressFile';
import { whatIsShown } from '../support/vscode/whatIsShown';
import { isDriven, screenshot } from '../support/vscode/window';
import { say } from './say';
import { readableStack } from './stackTrace';

/** Above what one wait in it may take (patience.ts), so that a wait says what did not come. */
const TEST_TIMEOUT_MS = 600_000;

/** Runs a suite to its end. @throws {Error} when a test failed: VS Code makes the exit code of it. */
export async function runMocha(files: Readonly<Record<string, () => Promise<unknown>>>): Promise<void> {
  // The bare reporter prints nothing; the others write to process.stdout, which an extension host does not show.
  const mocha = new Mocha({
    ui: 'tdd',
    timeout: TEST_TIMEOUT_MS,
    reporter: Mocha.reporters.Base,
    fullTrace: true,
  });
  for (const [name, load] of Object.entries(files)) {
    // What mocha does around each file: the first event puts test(), suite() and setup() into the global scope.
    mocha.suite.emit('pre-require', globalThis, name, mocha);
    await load();
  }
  const before = readProgress();
  leaveOut(mocha.suite, new Set(before.ended.map(test => test.title)));
  // The test that was running at a reload goes on with its notes; every other one begins without.
  mocha.suite.beforeEach('note which test runs', function () {
    const title = this.currentTest?.fullTitle();
    const isContinued = readProgress().current === title;
    changeProgress(isContinued ? {} : { current: title, notes: [] });
  });
  mocha.suite.afterEach('keep what a failure looked like', async function () {
    if (this.currentTest?.state !== 'failed' || !isDriven()) return;
    await screenshot(`failed ${this.currentTest.fullTitle()}`);
    await tellWhatIsShown(this.currentTest.fullTitle());
  });

  await new Promise<void>(resolve => {
    const runner = mocha.run(() => resolve());
    report(runner);
  });
  const { passed, failed, skipped } = changeProgress({ isComplete: true });
  await say(`\n  ${passed} passed, ${failed} failed${skipped === 0 ? '' : `, ${skipped} skipped`}`);
  if (failed > 0) throw new Error(`${failed} of ${passed + failed} tests failed.`);
}

function leaveOut(suite: Mocha.Suite, ended: ReadonlySet<string>): void {
  suite.tests = suite.tests.filter(test => !ended.has(test.fullTitle()));
  for (const child of suite.suites) leaveOut(child, ended);
}

function report(runner: Mocha.Runner): void {
  runner.on('pass', test => {
    note(test, 'passed');
    void say(`  ✔ ${test.fullTitle()} (${test.duration ?? 0} ms)`);
  });
  runner.on('pending', test => {
    note(test, 'skipped');
    void say(`  - ${test.fullTitle()}`);
  });
  // Also a hook that failed; then the tests it stands for are not run.
  runner.on('fail', (test, error: Error) => {
    note(test, 'failed', readableStack(error));
    void say(`  ✘ ${test.fullTitle()}\n${indent(readableStack(error))}`);
  });
}

/** Says what the window shows, now and once more where the failures are summed up. */
async function tellWhatIsShown(title: string): Promise<void> {
  const shown = await whatIsShown();
  void say(indent(shown));
  const add = (ended: EndedTest): EndedTest =>
    ended.title === title ? { ...ended, error: `${ended.error ?? ''}\n${shown}` } : ended;
  changeProgress({ ended: readProgress().ended.map(add) });
}

function note(test: Mocha.Runnable, state: EndedTest['state'], error?: string): void {
  const ended = { title: test.fullTitle(), state, durationMs: test.duration ?? 0 };
  changeProgress({ ended: [...readProgress().ended, error === undefined ? ended : { ...ended, error }] });
}

function indent(text: string): string {
  return text.replaceAll(/^/gm, '      ');
}
