import type { OpenLibrary } from '../telemetry/open-library.ts';

/** Transcripts are read with a bound on texts, and what is kept is cut; a beginning of this length tells corrections apart. */
const TOLD_APART = 200;

/**
 * Tells whether a correction of a session was taught when it was typed: by what the library holds, or by `now`, which is
 * being taught. Its transcript has it too, and it is one correction.
 */
export function taughtIn(
  { store }: OpenLibrary,
  sessionId: string,
  now: string | undefined,
): (text: string) => Promise<boolean> {
  let known: Promise<ReadonlySet<string>> | undefined;
  const read = async (): Promise<ReadonlySet<string>> => {
    const texts = new Set(now === undefined ? [] : [beginning(now)]);
    for (const { id } of await store.parts({ sessionId }))
      for (const isLate of [false, true])
        for await (const page of store.pages(id, { isLate }))
          for (const record of page)
            if (record.type === 'feedback' && record.kind === 'correct' && record.source === 'command')
              texts.add(beginning(record.text ?? ''));
    return texts;
  };
  return async (text) => {
    known ??= read();
    return (await known).has(beginning(text));
  };
}

function beginning(text: string): string {
  return text.trim().replace(/\s+/gu, ' ').slice(0, TOLD_APART);
}
