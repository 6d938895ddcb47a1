import type * as mel from '../../../src/mel/index.ts';
import { type Played, play, type Session } from './session.ts';

/** What a page tells the test. */
export interface Report {
  /** The name of the error with which the page refuses to make code from text; null: it makes it. */
  readonly refusal: string | null;
  readonly bySource: readonly Played[];
  readonly byModule: readonly Played[];
}

/** Carries out all sessions in a page and sends what they showed to the server that the page came from. */
export async function reportFrom(
  engine: Pick<typeof mel, 'compile' | 'createRuntime'>,
  sessions: readonly Session[],
  modules: readonly mel.DomainModule[],
): Promise<void> {
  const bySource: Played[] = [];
  const byModule: Played[] = [];
  for (const [n, session] of sessions.entries()) {
    const module = modules[n];
    bySource.push(await play(engine, session, { kind: 'source', mode: 'auto' }));
    if (module !== undefined) byModule.push(await play(engine, session, { kind: 'module', module }));
  }
  const report: Report = { refusal: refusal(), bySource, byModule };
  await fetch('/report', { method: 'POST', body: JSON.stringify(report) });
}

function refusal(): string | null {
  try {
    return new Function('return 1')() === 1 ? null : 'nothing';
  } catch (error) {
    return error instanceof Error ? error.name : String(error);
  }
}
