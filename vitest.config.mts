import { defineConfig } from 'vitest/config';

// A named export is not an option here: vitest reads the default one.
export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/contract/**/*.test.ts', 'test/headless/**/*.test.ts'],
    pool: 'forks',
    reporters: ['default'],
  },
});
