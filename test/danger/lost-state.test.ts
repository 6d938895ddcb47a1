import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { printedText } from '../../src/base/canonical-json.ts';
import { type ExactObject, isExactObject } from '../../src/base/exact-json.ts';
import { parseExactJson } from '../../src/base/exact-json-parse.ts';
import { systemClock } from '../../src/host/clock.ts';
import { systemRandom } from '../../src/host/random.ts';
import { openSqliteStore } from '../../src/store/sqlite/run-store.ts';
import { checkpoint, logged, type Place, policy, type Run, runTask, start, until } from '../e2e/support.ts';
import { ACTION, KEYS, policyDocument, signedDecision } from '../policy/samples.ts';
import { checkpointPath, counters, crashPlace, journals, TOPIC } from './fixture.ts';
import { goOn } from './kills.ts';

/** A run with some cycles behind it that is killed in its last act, which waits so many times before it does anything. */
async function killed(setting: Parameters<typeof crashPlace>[0] = {}, waits = 1): Promise<Place> {
  const effects = [
    { id: 'wrong', effect: 'true' },
    { id: 'first', effect: 'echo 1 > first' },
    { id: 'second', effect: `test TIMES -gt ${waits} || sleep 30; echo 2 > second` },
  ];
  const at = crashPlace({ effects, ...setting });
  const running = start(at, ['run', 'task.yaml', '--json']);
  const hasBegun = until(() => logged(at).some((line) => line.endsWith('second')), 'the last act begins');
  const early = running.ended.then(({ exit, stdout, stderr }) =>
    Promise.reject(new Error(`${exit}: ${stdout}${stderr}`)),
  );
  early.catch(() => undefined);
  await Promise.race([hasBegun, early]);
  running.kill('SIGKILL');
  await running.ended;
  return at;
}

function edit(at: Place, change: (document: ExactObject) => ExactObject): void {
  const parsed = parseExactJson(readFileSync(checkpointPath(at), 'utf8'));
  if (parsed.kind !== 'parsed' || !isExactObject(parsed.value)) throw new Error('no checkpoint');
  writeFileSync(checkpointPath(at), printedText(change(parsed.value)));
}

const withMember =
  (key: string, value: Parameters<ExactObject['get']>[0] | bigint | ExactObject[]) =>
  (document: ExactObject): ExactObject =>
    new Map([...document, [key, value]]);

/** The sample decision of a person, with the action it is about. */
const withDecision = (document: ExactObject): ExactObject =>
  withMember('pending_action_hash', ACTION)(withMember('decisions', [signedDecision()])(document));

const keyed = () => JSON.parse(printedText(new Map([...policyDocument(), ['limits', limitsOf()]])));
const limitsOf = (): ExactObject =>
  new Map(
    Object.entries((policy({ max_cycles: 60 }) as { limits: Record<string, number> }).limits).map(([name, value]) => [
      name,
      BigInt(value),
    ]),
  );
const KEYS_JSON = JSON.stringify(Object.fromEntries(KEYS));
const withKeys = { env: { AGENT_COLLAB_HUMAN_KEYS_JSON: KEYS_JSON } };

function expectLost({ exit, document, stdout }: Run, at: Place): void {
  expect([exit, document.status], stdout).toEqual([4, 'error']);
  expect(document.reason).toContain(checkpointPath(at));
}

describe('between a kill and the resume', () => {
  test('a checkpoint that is gone is never begun again at zero', async () => {
    const at = await killed();
    const text = readFileSync(checkpointPath(at), 'utf8');
    rmSync(checkpointPath(at));
    expectLost(await runTask(at, ['--resume']), at);
    expectLost(await runTask(at), at);
    expect(readdirSync(join(at.tree, '.coord'))).not.toContain(`checkpoint-${TOPIC}.json`);
    writeFileSync(checkpointPath(at), text);
    const run = await runTask(at, ['--resume']);
    expect([run.exit, run.document.trail.filter((step) => step.in_doubt).length], run.stdout).toEqual([0, 1]);
  });

  test('a checkpoint that was cut short is named and left as it is', async () => {
    const at = await killed();
    writeFileSync(checkpointPath(at), readFileSync(checkpointPath(at), 'utf8').slice(0, 100));
    expectLost(await runTask(at, ['--resume']), at);
    expect(readFileSync(checkpointPath(at), 'utf8')).toHaveLength(100);
  });

  test('a checkpoint with another counter is disowned, and the act in doubt is still settled once it is mended', async () => {
    const at = await killed();
    const text = readFileSync(checkpointPath(at), 'utf8');
    edit(at, withMember('tool_calls', 0n));
    expectLost(await runTask(at, ['--resume']), at);
    expect(counters(at).tool_calls).toBe(0);
    writeFileSync(checkpointPath(at), text);
    const run = await runTask(at, ['--resume']);
    expect([run.exit, run.document.trail.filter((step) => step.in_doubt).length], run.stdout).toEqual([0, 1]);
    expect(checkpoint(at, TOPIC).active_children).toBe(0);
  });

  test('a checkpoint of another task is refused', async () => {
    const at = await killed();
    edit(at, withMember('task_id', 'somebody-elses'));
    const run = await runTask(at, ['--resume']);
    expect([run.exit, run.document.error?.code]).toEqual([2, 'CHECKPOINT_FOREIGN']);
  });

  test('a signed record is taken over', async () => {
    const at = await killed({ policy: keyed() });
    edit(at, withDecision);
    const run = await runTask(at, ['--resume'], withKeys);
    expect([run.exit, run.document.status], run.stdout).toEqual([0, 'pass']);
    expect(checkpoint(at, TOPIC).decisions).toHaveLength(1);
  });

  test('a signed record that is gone again is not forgiven', async () => {
    const at = await killed({ policy: keyed() }, 2);
    edit(at, withDecision);
    const running = start(at, ['run', 'task.yaml', '--json', '--resume'], withKeys);
    await until(() => logged(at).filter((line) => line.endsWith('second')).length > 1, 'it goes on');
    running.kill('SIGKILL');
    await running.ended;
    edit(at, withMember('decisions', []));
    expectLost(await runTask(at, ['--resume'], withKeys), at);
    edit(at, withDecision);
    const run = await runTask(at, ['--resume'], withKeys);
    expect([run.exit, run.document.status], run.stdout).toEqual([0, 'pass']);
  });

  test('the folder of the run may go: the journal is enough', async () => {
    const at = await killed();
    rmSync(join(at.tree, '.praxis'), { recursive: true });
    const run = await goOn(at);
    expect([run.exit, run.document.status], run.stdout + run.stderr).toEqual([0, 'pass']);
  });

  test('the library may go: the counters of the checkpoint are taken over', async () => {
    const at = await killed();
    const before = counters(at);
    rmSync(at.home, { recursive: true });
    const plain = await runTask(at);
    expect([plain.exit, plain.document.error?.code]).toEqual([2, 'RUN_UNFINISHED']);
    const run = await runTask(at, ['--resume']);
    expect([run.exit, run.document.status], run.stdout + run.stderr).toEqual([0, 'pass']);
    for (const [name, value] of Object.entries(before)) expect(counters(at)[name]).toBeGreaterThanOrEqual(value);
    expect(run.stderr).not.toContain('    at ');
  });

  test('--new gives a lost run up, and a kill in its middle loses nothing but that', async () => {
    const at = await killed();
    const running = start(at, ['run', 'task.yaml', '--json', '--new']);
    await until(() => readdirSync(join(at.tree, '.coord')).length > 4, 'the old file is moved aside');
    running.kill('SIGKILL');
    await running.ended;
    const run = await goOn(at);
    expect([run.exit, run.document.status], run.stdout + run.stderr).toEqual([0, 'pass']);
  });
});

describe('a run that passed and was killed before it could say so', () => {
  async function passed(): Promise<Place> {
    const at = crashPlace({ effects: [{ id: 'both', effect: 'echo 1 > first; echo 2 > second' }] });
    expect((await runTask(at)).exit).toBe(0);
    return at;
  }

  /** Puts back the checkpoint before the last, as if the last had not been published. */
  async function unpublish(at: Place): Promise<void> {
    const events = (await journals(at)).at(-1)?.map((entry) => entry.event) ?? [];
    const observed = events.findLast((event) => event.kind === 'observed');
    const [library = ''] = readdirSync(join(at.home, 'libraries'));
    const path = join(at.home, 'libraries', library, 'praxis.db');
    const store = await openSqliteStore(path, { clock: systemClock, random: systemRandom });
    const text = observed?.kind === 'observed' ? await store.blob(observed.checkpointSha256) : undefined;
    await store.close();
    writeFileSync(checkpointPath(at), text ?? '');
  }

  test('publishes its checkpoint and report when it is resumed, and only once', async () => {
    const at = await passed();
    await unpublish(at);
    rmSync(join(at.tree, '.coord', `par_${TOPIC}_final.md`));
    const run = await runTask(at, ['--resume']);
    expect([run.exit, run.document.status], run.stdout).toEqual([0, 'pass']);
    expect(checkpoint(at, TOPIC).status).toBe('completed');
    expect(readFileSync(join(at.tree, '.coord', `par_${TOPIC}_final.md`), 'utf8')).toContain('pass');
    expect((await runTask(at, ['--resume'])).document.error?.code).toBe('RUN_NOT_RESUMABLE');
  });

  test('writes a report that is missing', async () => {
    const at = await passed();
    rmSync(join(at.tree, '.coord', `par_${TOPIC}_final.md`));
    expect((await runTask(at, ['--resume'])).exit).toBe(0);
    expect(readdirSync(join(at.tree, '.coord'))).toContain(`par_${TOPIC}_final.md`);
  });

  test('keeps its completed checkpoint under its name when a new run begins', async () => {
    const at = await passed();
    await unpublish(at);
    const run = await runTask(at);
    expect([run.exit, run.document.cycles]).toEqual([0, 0]);
    const aside = readdirSync(join(at.tree, '.coord')).filter((name) =>
      /^checkpoint-crashes\.[0-9a-f-]{36}\.json$/.test(name),
    );
    expect(aside.map((name) => JSON.parse(readFileSync(join(at.tree, '.coord', name), 'utf8')).status)).toEqual([
      'completed',
    ]);
  });
});
