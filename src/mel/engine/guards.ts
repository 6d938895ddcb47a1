/**
 * Last intent that entered each guard, by slot; null: none yet. In chunks, so that a domain of very many guards is not copied
 * as a whole when one of them is entered.
 */
export type Guards = readonly (readonly (string | null)[])[];

/** Slots of one chunk, as a power of two. */
const BITS = 5;
const CHUNK = 1 << BITS;

/** As many guards, none of them entered. */
export function noGuards(count: number): Guards {
  const chunks = Math.ceil(count / CHUNK);
  return Array.from({ length: chunks }, (_, chunk) => Array(Math.min(CHUNK, count - chunk * CHUNK)).fill(null));
}

export function guardAt(guards: Guards, slot: number): string | null {
  return guards[slot >> BITS]?.[slot & (CHUNK - 1)] ?? null;
}

/** The guards after an intent entered those of `slots`; `ids[i]` is what `slots[i]` then holds. */
export function withGuards(guards: Guards, slots: readonly number[], ids: readonly (string | null)[]): Guards {
  const copy = guards.slice();
  for (let i = 0; i < slots.length; i++) {
    const slot = slots[i] ?? 0;
    const at = slot >> BITS;
    const before = copy[at] ?? [];
    // One that was copied for an earlier slot is written to again.
    const chunk = before === guards[at] ? before.slice() : (before as (string | null)[]);
    chunk[slot & (CHUNK - 1)] = ids[i] ?? null;
    copy[at] = chunk;
  }
  return copy;
}
