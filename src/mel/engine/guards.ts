type Slot = string | null;

/**
 * Last intent that entered each guard, by slot; null: none yet. One list where the guards are few, which is the common case;
 * lists of `CHUNK` where they are many, so that not all are copied when one of them is entered.
 */
export type Guards = readonly Slot[] | readonly (readonly Slot[])[];

/** Slots of one chunk, as a power of two. */
const BITS = 5;
const CHUNK = 1 << BITS;

/** As many guards, none of them entered. */
export function noGuards(count: number): Guards {
  if (count <= CHUNK) return Array<Slot>(count).fill(null);
  const chunks = Math.ceil(count / CHUNK);
  return Array.from({ length: chunks }, (_, chunk) => Array<Slot>(Math.min(CHUNK, count - chunk * CHUNK)).fill(null));
}

export function guardAt(guards: Guards, slot: number): Slot {
  if (isChunked(guards)) return guards[slot >> BITS]?.[slot & (CHUNK - 1)] ?? null;
  return guards[slot] ?? null;
}

/** The guards after an intent entered those of `slots`; `ids[i]` is what `slots[i]` then holds. */
export function withGuards(guards: Guards, slots: readonly number[], ids: readonly Slot[]): Guards {
  if (isChunked(guards)) return withChunks(guards, slots, ids);
  const copy = guards.slice();
  for (let i = 0; i < slots.length; i++) copy[slots[i] ?? 0] = ids[i] ?? null;
  return copy;
}

function isChunked(guards: Guards): guards is readonly (readonly Slot[])[] {
  const first = guards[0];
  return typeof first === 'object' && first !== null;
}

function withChunks(
  guards: readonly (readonly Slot[])[],
  slots: readonly number[],
  ids: readonly Slot[],
): readonly (readonly Slot[])[] {
  const copy = guards.slice();
  for (let i = 0; i < slots.length; i++) {
    const slot = slots[i] ?? 0;
    const at = slot >> BITS;
    const before = copy[at] ?? [];
    // One that was copied for an earlier slot is written to again.
    const chunk = before === guards[at] ? before.slice() : (before as Slot[]);
    chunk[slot & (CHUNK - 1)] = ids[i] ?? null;
    copy[at] = chunk;
  }
  return copy;
}
