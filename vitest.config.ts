import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What starts many processes begins first, so that no core waits for it at the end. */
class LongestFirst extends BaseSequencer {
  static readonly folders = [/test\/docs\.test/, /test\/(e2e|danger|hooks)\//, /test\/|bench\//];

  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const found = LongestFirst.folders.findIndex((folder) => folder.test(moduleId));
      return found === -1 ? LongestFirst.folders.length : found;
    };
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'bench/**/*.test.ts'],
    exclude: ['test/long/**', 'test/hosts-live/**', 'node_modules/**'],
    // Only against what hangs: on a machine that has other work to do, everything takes many times longer.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // A worker often waits for the processes that it started.
    maxWorkers: Math.min(4, Math.max(3, availableParallelism())),
    // Modules hold no state that a test could see of another, and to load them anew for each file takes as long as the tests do.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    unstubEnvs: true,
    // Nothing learns behind a test's back, and no test leaves a process behind that keeps a model warm.
    env: { PRAXIS_LEARN: 'manual', PRAXIS_EMBEDDER_HELPER: 'off' },
  },
});
