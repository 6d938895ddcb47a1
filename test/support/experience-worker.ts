import { writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { canonicalExport } from '../../src/experience/canonical-export.ts';
import { HeldLibrary } from '../../src/experience/held-library.ts';
import type { Operation } from '../../src/experience/operation.ts';
import type { Planner } from '../../src/experience/plan-batch.ts';
import { retrieve } from '../../src/experience/retrieve.ts';
import { screenText } from '../../src/experience/screen/screen.ts';
import type { BatchRequest } from '../../src/experience/store.ts';
import { submit } from '../../src/experience/submit.ts';
import { TextVectors } from '../../src/experience/text-vectors.ts';
import { ScanIndex } from '../../src/experience/vector-index/scan-index.ts';
import { systemClock } from '../../src/host/clock.ts';
import { systemRandom } from '../../src/host/random.ts';
import { floorEncoder } from '../../src/models/floor-encoder.ts';
import { judgeBy } from '../../src/praxis/library/library-at.ts';
import { openSqliteLibrary } from '../../src/store/sqlite/run-store.ts';
import { AT, addOf } from './experience-entries.ts';

/**
 * A process that changes a library of experiences and reads it: `node experience-worker DATABASE NAME MILLISECONDS`. It
 * prints `begun ID` before it asks for a batch and `done ID` when that stands, and ends with `sound` where what it holds in
 * memory is what the library holds.
 */
const [path = '', name = '', durationMs = '0'] = process.argv.slice(2);
const say = (line: string) => writeSync(1, `${line}\n`);
const database = await openSqliteLibrary(path, { clock: systemClock, random: systemRandom, fill: () => undefined });
const held = new HeldLibrary('r', database.experience, ({ id, dims }) => new ScanIndex(id, dims));
const judge = judgeBy(floorEncoder);
const vectors = new TextVectors({ floor: floorEncoder, model: null });
const planner: Planner = { held, vectors, judge };
// The first texts take a while, which belongs to no batch.
for (const text of ['Warm up.', 'Read the log first.']) screenText(text);
say('ready');
const endMs = systemClock.monotonicMs() + Number(durationMs);
for (let n = 0; systemClock.monotonicMs() < endMs; n++) {
  const id = `${name}-${n}`;
  say(`begun ${id}`);
  const request: BatchRequest = { v: 1, id, kind: kindOf(n), at: AT, sessionId: null, wish: wishOf(n) };
  await submit(request, planner, { pause: () => sleep(drawn(20)), isOver: () => false }).then(
    () => say(`done ${id}`),
    (error) => {
      // Whoever comes late finds nothing to undo.
      if (!['UNDO_NOT_FOUND', 'UNDO_BLOCKED'].includes(error.code)) throw error;
    },
  );
  await search();
}
await held.refresh();
const library = await database.experience.read();
const isSound = library.version !== held.state.version || canonicalExport(library) === canonicalExport(held.state);
say(isSound ? 'sound' : 'unsound');
await database.close();

function drawn(limit: number): number {
  return (systemRandom.bytes(1)[0] ?? 0) % limit;
}

function kindOf(n: number): BatchRequest['kind'] {
  return n % 5 === 4 ? 'undo' : 'learn';
}

function wishOf(n: number): BatchRequest['wish'] {
  if (kindOf(n) === 'undo') return { kind: 'undo', batch: null };
  return { kind: 'operations', review: [], operations: [operationOf(n), operationOf(n + 1)] };
}

function operationOf(n: number): Operation {
  const ids = [...held.state.entries.keys()];
  const id = ids[drawn(ids.length)] ?? 1;
  const why = name;
  const group = null;
  switch (n % 7) {
    case 1:
      return { op: 'pin', id, pinned: n % 2 === 0, why, group };
    case 2:
      return { op: 'delete', id, why, group };
    case 3:
      return {
        op: 'modify',
        id,
        text: `Text ${name} ${n}.`,
        rule: null,
        isTrusted: n % 2 === 0,
        evidence: null,
        why,
        group,
      };
    case 4:
      return { op: 'confidence', id, c: drawn(100) / 100, why, group };
    case 5:
      return { op: 'merge', ids: [id, id + 1], text: `Both ${n}.`, rule: null, isTrusted: true, why, group };
    default:
      return addOf(`Guideline ${name} number ${n}.`, { isTrusted: n % 2 === 0, origin: 'offline' });
  }
}

async function search(): Promise<void> {
  await held.refresh();
  const searchable = await held.searchable(floorEncoder);
  const { chosen } = retrieve(
    {
      queryVector: floorEncoder.encode('Guideline number text both'),
      domains: ['other'],
      toolDomains: [],
      error: null,
      mix: 0.2,
      simFloor: 0,
      k: 5,
      holdout: { rate: 0, sessionId: '', taskId: '' },
    },
    [searchable],
    judge,
  );
  for (const { id, text } of chosen) {
    if (held.state.entries.get(Number(id.slice(1)))?.text !== text) say(`unsound: ${id} says ${text}`);
  }
}
