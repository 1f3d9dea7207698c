import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longestFirst.ts';

/** Nothing but code: no disk, no process, no build. Its files share one world, which makes them fast. */
const FAST = ['src/{core,headless,mcp,modules,shared,vscode}/**/*.test.ts', 'webview-ui/**/*.test.ts'];
/** What measures memory, and so needs a process in which nothing else has run. */
const MEMORY = ['src/**/*.memory.test.ts'];
/** Real files, git repositories, SQLite, processes and ports. */
const DISK = ['src/node/**/*.test.ts', 'test/snapshots/**/*.test.ts'];
/** What is shipped, so it is built first. */
const PROGRAM = ['test/{clients,contract,discovery,headless}/**/*.test.ts'];

const common = {
  pool: 'forks' as const,
  // The slowest tests start real servers and wait for their real deadlines, on machines that differ by a factor of ten.
  testTimeout: 180_000,
  hookTimeout: 60_000,
  // What a test waits for comes when the machine has time for it: a busy one needs more than vitest's one second.
  expect: { poll: { timeout: 30_000 } },
};

// Vitest reads the default export.
export default defineConfig({
  test: {
    // Most of them wait for processes: two workers leave two cores idle for more than half of the time (measured).
    maxWorkers: Math.max(4, availableParallelism() - 1),
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        // Commands run in an editor that the test plays: VS Code's API exists in its extension host alone.
        resolve: { alias: { vscode: `${import.meta.dirname}/test/support/fakeVscode.ts` } },
        test: { ...common, name: 'fast', include: FAST, exclude: MEMORY, isolate: false },
      },
      { test: { ...common, name: 'disk', include: [...DISK, ...MEMORY] } },
      { test: { ...common, name: 'program', include: PROGRAM, globalSetup: ['test/headless/build.ts'] } },
    ],
  },
});
