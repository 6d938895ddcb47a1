import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { systemClock } from '../../src/host/clock.ts';
import { systemRandom } from '../../src/host/random.ts';
import { spoolFolder } from '../../src/host/spool-folder.ts';
import { lockFile } from '../../src/policy/file-store/index.ts';
import { openSqliteLibrary } from '../../src/store/sqlite/run-store.ts';
import { drainSpool } from '../../src/telemetry/drain.ts';
import { fillRecord } from '../../src/telemetry/fill-record.ts';
import { type Bundle, bundle } from '../support/bundle.ts';
import { tellingChild } from '../support/child.ts';

/** The programs that write and drain. */
export interface SpoolPrograms {
  readonly writer: Bundle;
  readonly drainer: Bundle;
}

export async function spoolPrograms(): Promise<SpoolPrograms> {
  const support = join(import.meta.dirname, '../support');
  return {
    writer: await bundle(join(support, 'spool-writer.ts')),
    drainer: await bundle(join(support, 'spool-drainer.ts')),
  };
}

/** Lets writers and drains work at once for a while, then drains the rest: every call is stored exactly once. How many there were. */
export async function crowd(
  programs: SpoolPrograms,
  { writers, drains, count, durationMs }: { writers: number; drains: number; count: number; durationMs: number },
): Promise<number> {
  const root = mkdtempSync(join(tmpdir(), 'praxis-crowd-'));
  try {
    const [folder, path] = [join(root, 'spool'), join(root, 'praxis.db')];
    const drainers = await Promise.all(
      Array.from({ length: drains }, () => tellingChild(programs.drainer.path, [folder, path])),
    );
    const names = Array.from({ length: writers }, (_, n) => `writer-${n}`);
    const writing = await Promise.all(
      names.map((name) => tellingChild(programs.writer.path, [folder, name, String(count), String(durationMs), '0'])),
    );
    for (const writer of writing) writer.say();
    const wrote = await Promise.all(writing.map((writer) => writer.ended));
    for (const drainer of drainers) drainer.say();
    for (const drainer of drainers) expect((await drainer.ended).stderr).toBe('');
    for (const one of wrote) expect(one).toMatchObject({ exitCode: 0, stderr: '' });
    const written = new Map(names.map((name, n) => [name, wrote[n]?.lines.length ?? 0]));
    expect(await storedCalls(folder, path)).toEqual(written);
    return sum(written);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** Kills a drain again and again in the middle of its work, beside a writer that is killed as well; nothing is lost or doubled. How many calls there were. */
export async function killDrains(programs: SpoolPrograms, rounds: number): Promise<number> {
  const root = mkdtempSync(join(tmpdir(), 'praxis-drain-kills-'));
  try {
    const [folder, path] = [join(root, 'spool'), join(root, 'praxis.db')];
    const written = new Map<string, number>();
    for (let round = 0; round < rounds; round++) {
      const name = `round-${round}`;
      const writer = await tellingChild(programs.writer.path, [folder, name, '1000000', '600000', '1']);
      writer.say();
      await writer.reached(400 + 97 * (round % 7));
      const drainer = await tellingChild(programs.drainer.path, [folder, path]);
      // Some are killed before their first drain is done, some in a later one, while the writer goes on.
      await drainer.reached(round % 3);
      drainer.kill();
      writer.kill();
      await drainer.ended;
      written.set(name, (await writer.ended).lines.length);
    }
    const stored = await storedCalls(folder, path);
    for (const [name, acknowledged] of written) {
      // The last call may be appended although its writer could no longer say so.
      expect((stored.get(name) ?? 0) - acknowledged, name).toBeOneOf([0, 1]);
    }
    return sum(stored);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function sum(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((a, b) => a + b, 0);
}

/** Drains what is left, then counts the calls of each session, which are numbered without a gap or a double. */
async function storedCalls(folder: string, path: string): Promise<ReadonlyMap<string, number>> {
  const store = await openSqliteLibrary(path, { clock: systemClock, random: systemRandom, fill: fillRecord });
  try {
    await drainSpool(spoolFolder(folder, lockFile), store, systemClock.nowMs);
    const counts = new Map<string, number>();
    for (const part of await store.parts({})) {
      const ids = (await store.records(part.id)).map((record) => record.eventId);
      const numbers = ids.map((id) => Number(id.slice(part.sessionId.length + 1))).sort((a, b) => a - b);
      expect(numbers.findIndex((number, n) => number !== n)).toBe(-1);
      expect(part.calls).toBe(ids.length);
      counts.set(part.sessionId, ids.length);
    }
    return counts;
  } finally {
    await store.close();
  }
}
