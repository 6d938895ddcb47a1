import { compile } from '../../../src/mel/compile.ts';
import { createRuntime } from '../../../src/mel/runtime/create-runtime.ts';
import type { IntentLog } from '../../../src/mel/runtime/intent-log.ts';
import type { Runtime, RuntimeOptions } from '../../../src/mel/runtime/runtime.ts';
import { hashOf } from '../../../src/mel/schema/canonical.ts';
import { Draws } from '../../support/draws.ts';
import { DomainSources } from '../domains/domain-source.ts';
import { handlerOf, intentOf, scripted } from '../domains/intents.ts';

/** A domain and what was dispatched to it. */
export interface Recorded {
  readonly source: string;
  readonly log: IntentLog;
}

const INTENTS = 12;

/** Functions whose results lean on the engine (25.1), and exact ones of the same type. */
const EXACT: readonly (readonly [RegExp, string])[] = [
  [/\bpow\(/g, 'sub('],
  [/\b(?:lower|upper|trim)\(/g, 'concat('],
];

function exactSource(source: string): string {
  return EXACT.reduce((text, [leaning, exact]) => text.replace(leaning, exact), source);
}

function runtimeOf(source: string, effects?: RuntimeOptions['effects']): Runtime {
  const { schema } = compile(source);
  if (schema === null) throw new TypeError(`does not compile:\n${source}`);
  return createRuntime(schema, {
    clock: { nowMs: () => 1000, monotonicMs: () => 0 },
    random: { bytes: (count) => new Uint8Array(count) },
    log: true,
    ...(effects === undefined ? {} : { effects }),
  });
}

/** Logs of drawn domains, the same for the same seed, without what leans on the JavaScript engine. */
export function recordLogs(count: number, seed: number): readonly Recorded[] {
  const draws = new Draws(seed);
  const sources = new DomainSources(draws);
  return Array.from({ length: count }, () => {
    const source = exactSource(sources.next());
    const host = scripted(draws)();
    const runtime = runtimeOf(source, (type) => handlerOf(type, host));
    for (let i = 0; i < INTENTS; i++) {
      const { intent, attempt } = intentOf(draws);
      const { context, ...options } = attempt;
      runtime.dispatch(intent, context === undefined ? options : { ...options, context });
    }
    return { source, log: runtime.log() };
  });
}

/** How a log ends when it is run again: the hashes of the state and of the computed values, or how it differs. */
export function replayedHashes({ source, log }: Recorded): string {
  const replayed = runtimeOf(source).replay(log);
  if (replayed.kind !== 'same') return JSON.stringify(replayed);
  return `${replayed.hash} ${hashOf(replayed.snapshot.computed)}`;
}
