import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

// Vitest reads the default export.
export default defineConfig({
  test: {
    include: [
      'src/**/*.test.ts',
      'webview-ui/**/*.test.ts',
      'test/{clients,contract,discovery,headless,snapshots}/**/*.test.ts',
    ],
    // The headless tests run what is shipped, so it is built first.
    globalSetup: ['test/headless/build.ts'],
    pool: 'forks',
    // Most of them wait for processes: one worker, vitest's own choice on two cores, leaves the machine idle.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // The slowest tests start real servers and wait for their real deadlines.
    testTimeout: 60_000,
    // What a test waits for comes when the machine has time for it: a busy one needs more than vitest's one second.
    expect: { poll: { timeout: 30_000 } },
  },
});
