import { defineConfig } from 'vitest/config';

/** Thousands of kills, large files: `npm run test:long`. `PRAXIS_LONG_SHARE` (0..1, default 1) scales the counts. */
export default defineConfig({
  test: {
    include: ['test/long/**/*.test.ts'],
    testTimeout: 7_200_000,
    hookTimeout: 120_000,
    maxWorkers: 1,
    env: { PRAXIS_LEARN: 'manual' },
  },
});
