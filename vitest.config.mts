import { defineConfig } from 'vitest/config';

// Vitest reads the default export.
export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/{contract,headless,snapshots}/**/*.test.ts'],
    pool: 'forks',
    // The slowest tests start real servers and wait for their real deadlines.
    testTimeout: 60_000,
  },
});
