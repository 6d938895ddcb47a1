import { readEffects, readScript } from '../../../src/cli/mel/script.ts';
import type * as mel from '../../../src/mel/index.ts';

/** A domain and what happens to it. */
export interface Session {
  readonly name: string;
  readonly source: string;
  /** Intents, in JSON Lines. */
  readonly script: string;
  /** What the host answers, as JSON; null: nothing. */
  readonly effects: string | null;
}

/** What a session showed. Plain JSON, so that two worlds can be compared. */
export interface Played {
  readonly name: string;
  readonly schemaHash: string;
  readonly info: mel.ProgramInfo;
  readonly steps: readonly unknown[];
  readonly hash: string;
}

/** How a session is carried out: from its source, or by a module that was built ahead of time. */
export type Way =
  | { readonly kind: 'source'; readonly mode: 'auto' | 'closures' }
  | { readonly kind: 'module'; readonly module: mel.DomainModule };

/** Carries out a session in whatever world this runs. */
export async function play(
  { compile, createRuntime }: Pick<typeof mel, 'compile' | 'createRuntime'>,
  { name, source, script, effects }: Session,
  way: Way,
): Promise<Played> {
  const { schema } = compile(source);
  if (schema === null) throw new Error(`${name} does not compile`);
  const answers = effects === null ? undefined : readEffects(name, effects);
  const runtime = createRuntime<mel.AnyDomain>(way.kind === 'module' ? way.module : schema, {
    clock: { nowMs: () => 0, monotonicMs: () => 0 },
    random: { bytes: (count) => new Uint8Array(count) },
    mode: way.kind === 'module' ? 'auto' : way.mode,
    effects: (type) => answers?.handlerOf(type),
  });
  const steps: unknown[] = [];
  for (const { intent, timestamp, seed, context } of readScript(name, script)) {
    const options = context === undefined ? { timestamp, seed } : { timestamp, seed, context };
    const result = await runtime.dispatch(intent as mel.IntentOf<mel.AnyDomain>, options);
    const { snapshot } = result;
    steps.push({ kind: result.kind, error: 'error' in result ? result.error : null, snapshot });
  }
  const { info } = runtime;
  return { name, schemaHash: schema.hash, info, steps: JSON.parse(JSON.stringify(steps)), hash: runtime.hash() };
}
