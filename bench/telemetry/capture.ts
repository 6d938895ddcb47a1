import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { uuidV7 } from '../../src/base/uuid.ts';
import { systemClock } from '../../src/host/clock.ts';
import { systemRandom } from '../../src/host/random.ts';
import { spoolFolder } from '../../src/host/spool-folder.ts';
import { systemTextHash } from '../../src/host/text-hash.ts';
import { sealing } from '../../src/learning/sealing.ts';
import { floorEncoder } from '../../src/models/floor-encoder.ts';
import { lockFile } from '../../src/policy/file-store/index.ts';
import type { SqlValue } from '../../src/store/sqlite/driver.ts';
import { chooseEngine } from '../../src/store/sqlite/open-driver.ts';
import { openSqliteLibrary } from '../../src/store/sqlite/run-store.ts';
import { drainSpool } from '../../src/telemetry/drain.ts';
import type { CallRecord } from '../../src/telemetry/event.ts';
import { fillRecord } from '../../src/telemetry/fill-record.ts';
import { importSource } from '../../src/telemetry/import/import-source.ts';
import { MemoryImportSink } from '../../src/telemetry/import/memory-import-sink.ts';
import { recordEvents } from '../../src/telemetry/record-events.ts';
import { bytesSource } from '../../test/telemetry/text-source.ts';

/** Ways to bring the same calls into a library; each gives the milliseconds it took. */
export interface Capture {
  readonly calls: number;
  readonly megabytes: number;
  /** One prepared statement a row, a thousand a transaction, into the same table with the same indexes. */
  bare(): Promise<number>;
  /** From a spool file, as hooks leave it. */
  drain(): Promise<number>;
  /** As `praxis telemetry record` takes them from a pipe, with redaction. */
  record(): Promise<number>;
  remove(): void;
}

const OPTIONS = { clock: systemClock, random: systemRandom, fill: fillRecord };
const BATCH = 1000;
const CHUNK = 65_536;
const COLUMNS = ['event_id', 'part', 'v', 'type', 'source', 'seq', 'signature', 'row_id', 'is_late', 'body'];

/** The calls of a recorded transcript, as often as it takes, with fresh ids and a session each time. */
async function callsOf(path: string, count: number): Promise<readonly CallRecord[]> {
  const sink = new MemoryImportSink();
  const options = { format: null, libraryId: 'bench', belongs: () => true };
  await importSource(bytesSource(path, readFileSync(path)), sink, options);
  const calls = sink.calls;
  return Array.from({ length: count }, (_, n) => {
    const call = calls[n % calls.length] as CallRecord;
    const round = Math.floor(n / calls.length);
    const fresh = (id: string) => `${round}-${id}`;
    return { ...call, eventId: fresh(call.eventId), sessionId: fresh(call.sessionId), taskId: fresh(call.taskId) };
  });
}

/** `nowMs`: the clock that is measured by. */
export async function openCapture(path: string, count: number, nowMs: () => number): Promise<Capture> {
  const root = mkdtempSync(join(tmpdir(), 'praxis-bench-capture-'));
  const calls = await callsOf(path, count);
  const lines = calls.map((call) => JSON.stringify(call));
  const told = Buffer.from(calls.map((call) => `${JSON.stringify(toldOf(call))}\n`).join(''));
  let n = 0;
  const fresh = () => join(root, `${n++}`);
  const rows = await drainedRows(fresh(), lines);
  return {
    calls: calls.length,
    megabytes: lines.reduce((sum, line) => sum + line.length, 0) / 1e6,
    bare: () => bare(fresh(), rows, nowMs),
    drain: async () => (await drained(fresh(), lines, nowMs)).ms,
    record: () => recorded(fresh(), told, nowMs),
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** What a program would tell of the call. */
function toldOf({ eventId, sessionId, taskId, tool, params, output, ok, error, startedAt, durationMs }: CallRecord) {
  const outcome = error === null ? { ok } : { error: { message: error.message } };
  return { host: 'bench', callId: eventId, sessionId, taskId, tool, params, output, ...outcome, startedAt, durationMs };
}

async function drained(folder: string, lines: readonly string[], nowMs: () => number) {
  const spool = spoolFolder(join(folder, 'spool'), lockFile);
  spool.append(lines.slice(0, 1));
  appendFileSync(join(folder, 'spool', 'open.jsonl'), `\n${lines.slice(1).join('\n')}\n`);
  const path = join(folder, 'praxis.db');
  const store = await openSqliteLibrary(path, OPTIONS);
  const began = nowMs();
  const report = await drainSpool(spool, store, systemClock.nowMs);
  const ms = nowMs() - began;
  if (report?.stored !== lines.length) throw new Error(`stored ${report?.stored} of ${lines.length}`);
  await store.close();
  return { path, ms };
}

async function drainedRows(folder: string, lines: readonly string[]): Promise<readonly (readonly SqlValue[])[]> {
  const { path } = await drained(folder, lines, () => 0);
  const driver = chooseEngine().open(path, 1000);
  const rows = driver.prepare(`SELECT ${COLUMNS.join(', ')} FROM records ORDER BY n`).all();
  driver.close();
  return rows.map((row) => COLUMNS.map((column) => row[column] as SqlValue));
}

async function bare(folder: string, rows: readonly (readonly SqlValue[])[], nowMs: () => number): Promise<number> {
  const path = join(folder, 'praxis.db');
  await (await openSqliteLibrary(path, OPTIONS)).close();
  const driver = chooseEngine().open(path, 1000);
  driver.exec('PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL');
  const insert = driver.prepare(
    `INSERT INTO records (${COLUMNS.join(', ')}) VALUES (${COLUMNS.map(() => '?').join(', ')})`,
  );
  const began = nowMs();
  for (let start = 0; start < rows.length; start += BATCH) {
    driver.exec('BEGIN IMMEDIATE');
    for (const row of rows.slice(start, start + BATCH)) insert.run(...row);
    driver.exec('COMMIT');
  }
  const ms = nowMs() - began;
  driver.close();
  return ms;
}

async function recorded(folder: string, told: Buffer, nowMs: () => number): Promise<number> {
  const store = await openSqliteLibrary(join(folder, 'praxis.db'), OPTIONS);
  const defaults = { libraryId: 'bench', newId: () => uuidV7(systemClock, systemRandom), hash: systemTextHash };
  const began = nowMs();
  const answer = await recordEvents(chunksOf(told), {
    store,
    defaults,
    nowMs: systemClock.nowMs,
    pause: () => sleep(2),
  });
  const ms = nowMs() - began;
  if (answer.rejected.length > 0) throw new Error(answer.rejected[0]?.reason);
  await store.close();
  return ms;
}

async function* chunksOf(bytes: Buffer): AsyncIterable<Uint8Array> {
  for (let start = 0; start < bytes.length; start += CHUNK) yield bytes.subarray(start, start + CHUNK);
}

/** Milliseconds of the clock `nowMs` for sealing a session of so many calls of the transcript, its summary in it. */
export async function sealingMs(path: string, count: number, nowMs: () => number): Promise<number> {
  const [first, ...rest] = await callsOf(path, count);
  if (first === undefined) throw new Error('no calls');
  const calls = [first, ...rest].map((call) => ({ ...call, sessionId: 's1' }));
  const store = await openSqliteLibrary(':memory:', OPTIONS);
  await store.add(
    calls.map((record) => ({ record })),
    { source: 'transcript', nowMs: systemClock.nowMs() },
  );
  const began = nowMs();
  const sealed = await store.sealDue(sealing(floorEncoder, systemClock.nowMs()));
  const ms = nowMs() - began;
  if (sealed.length !== 1) throw new Error('not sealed');
  await store.close();
  return ms;
}
