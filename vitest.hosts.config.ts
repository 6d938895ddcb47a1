import { defineConfig } from 'vitest/config';

/** The real hosts, installed from npm, against a scripted model: `npm run test:hosts`. */
export default defineConfig({
  test: {
    include: ['test/hosts-live/**/*.test.ts'],
    testTimeout: 600_000,
    hookTimeout: 600_000,
    maxWorkers: 1,
    unstubEnvs: true,
  },
});
