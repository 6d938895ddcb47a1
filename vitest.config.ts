import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'bench/**/*.test.ts'],
    exclude: ['test/long/**', 'test/hosts-live/**', 'node_modules/**'],
    // Only against what hangs: on a machine that has other work to do, everything takes many times longer.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    maxWorkers: 2,
    unstubEnvs: true,
    // Nothing learns behind a test's back, and no test leaves a process behind that keeps a model warm.
    env: { PRAXIS_LEARN: 'manual', PRAXIS_EMBEDDER_HELPER: 'off' },
  },
});
