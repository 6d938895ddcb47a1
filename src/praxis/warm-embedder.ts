import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Embedder } from '../experience/encoder.ts';
import { systemClock } from '../host/clock.ts';
import { askHelper } from '../host/embedder-helper/ask-helper.ts';
import { helperPlace } from '../host/embedder-helper/place.ts';
import { startHelper } from '../host/embedder-helper/start-helper.ts';
import { packageFolder } from '../host/package-folder.ts';

/** Vectors of the helper; null where it did not give them in time. */
export type AskForWarm = (texts: readonly string[]) => Promise<readonly (Float32Array | null)[] | null>;

/** No command and no hook waits longer for the helper. */
const PATIENCE_MS = 100;
/** More than it can embed in that time; whoever has more does it by itself at once. */
const MOST_TEXTS = 6;

/** How the helper for an embedder is asked, and started where there is none; null where there can be none. `choice`: as PRAXIS_EMBEDDER, a path absolute. */
export function embedderHelper(home: string, embedder: Embedder, choice: string): AskForWarm | null {
  const place = helperPlace(home, embedder.id);
  if (place === null) return null;
  const program = join(packageFolder(), 'dist', 'embedder-helper.mjs');
  return async (texts) => {
    const outcome = await askHelper({ place, embedder, texts, patienceMs: PATIENCE_MS });
    if (outcome.kind === 'vectors') return outcome.vectors;
    if (outcome.kind === 'absent' && existsSync(program)) {
      startHelper({ place, program, args: [home, choice], nowMs: systemClock.nowMs() });
    }
    return null;
  };
}

/** An embedder that gives a few texts to the helper first, until that fails once; from then on it works by itself. */
export function warmEmbedder(own: Embedder, ask: AskForWarm): Embedder {
  let isAlone = false;
  return {
    ...own,
    async embed(texts, signal) {
      signal?.throwIfAborted();
      if (texts.length === 0 || texts.length > MOST_TEXTS || isAlone) return own.embed(texts, signal);
      const vectors = await ask(texts);
      if (vectors !== null) return vectors;
      isAlone = true;
      return own.embed(texts, signal);
    },
  };
}
