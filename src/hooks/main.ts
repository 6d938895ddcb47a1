import { hookSurroundings, logLine, readInput } from '../host/hook-process.ts';
import { handle } from './handle.ts';

const surroundings = hookSurroundings();
if (!surroundings.isOldNode) {
  readInput((text) =>
    handle(text, surroundings).catch((error: unknown) => {
      const what = error instanceof Error && 'code' in error ? `: ${String(error.code)}` : '';
      logLine(surroundings.home, `failed${what}`);
    }),
  );
}
