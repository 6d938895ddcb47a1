import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../src/host/clock.ts';
import { systemRandom } from '../../src/host/random.ts';
import { verifySession } from '../../src/praxis/verify.ts';
import { openSqliteStore } from '../../src/store/sqlite/run-store.ts';
import { logged, type Place, place, playbook, policy, praxis, ROOT, run, runTask, write } from './support.ts';

const BUILT_IN = readFileSync(join(ROOT, 'src', 'run', 'reflective.mel'), 'utf8');

/** A task that its one candidate solves. */
function task(): Place {
  const at = place();
  write(at.tree, {
    'task.yaml': {
      goal: 'make the file good',
      acceptance: [{ id: 'good', exists: 'good.txt' }],
      policy_ref: 'policy.json',
      actor: playbook([{ id: 'write', run: `echo act >> ${at.log}; echo good > good.txt` }]),
    },
    'policy.json': policy(),
  });
  return at;
}

/** The embedded domain with one place of it written otherwise. */
function changed(from: string | RegExp, to: string): string {
  const text = BUILT_IN.replace(from, to);
  if (text === BUILT_IN) throw new Error(`the embedded controller holds no ${String(from)}`);
  return text;
}

function setUp(controller: string): Place {
  const at = place();
  write(at.tree, {
    'policy.json': policy(),
    'task.yaml': {
      goal: 'make the file good',
      topic: 'steering',
      acceptance: [{ id: 'good', run: 'grep -q good state.txt' }],
      scope: ['state.txt'],
      policy_ref: 'policy.json',
      actor: playbook([
        { id: 'look', kind: 'explore', run: 'cat state.txt' },
        { id: 'write', run: 'echo good > state.txt' },
      ]),
    },
    'state.txt': 'bad\n',
    'mine.mel': controller,
  });
  return at;
}

const steered = (at: Place, ...args: readonly string[]) =>
  praxis(at, ['run', 'task.yaml', '--controller', 'mine.mel', ...args]);

/** [what is wrong, the file or null for none, what the message says] */
const WRONGS: readonly (readonly [string, string | Uint8Array | 'a folder' | null, RegExp])[] = [
  ['is not there', null, /mine\.mel does not exist/],
  ['is a folder', 'a folder', /mine\.mel is a folder, not a file/],
  ['is binary', Uint8Array.of(0x7f, 0x45, 0x4c, 0x46, 0, 1), /mine\.mel:1:5: MEL_IO The source holds a NUL/],
  ['does not compile', BUILT_IN.replace('phase: Phase', 'phase: Phas'), /mine\.mel:9:\d+: E_UNKNOWN_TYPE .*`Phase`/],
  ['lacks an action', BUILT_IN.replace('action recover()', 'action regain()'), /action recover\(\) is missing/],
  ['lacks a value', BUILT_IN.replaceAll('shouldRecover', 'mayRecover'), /shouldRecover \(boolean\) is neither/],
  [
    'has a value that may be null',
    BUILT_IN.replace(/computed preferExploit = .*/, 'computed preferExploit = isActive ? true : null'),
    /preferExploit must be boolean, and is boolean or null/,
  ],
  [
    'asks for a host effect',
    BUILT_IN.replace('patch outcome = result', 'patch outcome = result\n      effect mail.send({ to: result })'),
    /finish asks for the host effect mail\.send/,
  ],
];

describe('a controller that', () => {
  test.each(WRONGS)('%s is refused with exit 2 before anything runs, in a dry run too', async (_, content, says) => {
    const at = task();
    const path = join(at.tree, 'mine.mel');
    if (content === 'a folder') mkdirSync(path);
    else if (content !== null) writeFileSync(path, content);
    for (const flags of [[], ['--dry-run']]) {
      const args = ['run', 'task.yaml', '--controller', 'mine.mel', ...flags, '--json'];
      const { exit, document } = run(await praxis(at, args));
      expect([exit, document.error?.code]).toEqual([2, 'CONTROLLER_INVALID']);
      expect(document.error?.message).toMatch(says);
    }
    expect(logged(at)).toEqual([]);
    expect(existsSync(join(at.tree, '.coord'))).toBe(false);
  });

  test('has a state of its own steers a run, which can be verified', async () => {
    const at = task();
    const own = BUILT_IN.replace('outcome: string = ""', 'outcome: string = ""\n    finished: number = 0').replace(
      'patch outcome = result',
      'patch outcome = result\n      patch finished = finished + 1',
    );
    writeFileSync(join(at.tree, 'mine.mel'), own);
    const { exit, document } = run(await praxis(at, ['run', 'task.yaml', '--controller', 'mine.mel', '--json']));
    expect([exit, document.status]).toEqual([0, 'pass']);
    expect(logged(at)).toEqual(['act']);

    // The run is verified by the source that it began with.
    writeFileSync(join(at.tree, 'mine.mel'), BUILT_IN);
    const verified = await praxis(at, ['run', '--verify', 'last', '--json']);
    expect(verified.exit).toBe(0);
    const told = JSON.parse(verified.stdout);
    expect(told).toMatchObject({ session: document.session, isEqual: true, journalled: told.replayed });
    expect(told.intents).toBeGreaterThan(3);
  });

  test('is not told equal where its journal was changed', async () => {
    const at = task();
    const { document } = run(await praxis(at, ['run', 'task.yaml', '--json']));
    const [library = ''] = readdirSync(join(at.home, 'libraries'));
    const path = join(at.home, 'libraries', library, 'praxis.db');
    const store = await openSqliteStore(path, { clock: systemClock, random: systemRandom });
    onTestFinished(() => store.close());
    const session = String(document.session);
    expect(await verifySession(store, session)).toMatchObject({ isEqual: true });
    const forged = Object.create(store, {
      journal: {
        value: async (id: string) =>
          JSON.parse(JSON.stringify(await store.journal(id)).replaceAll('"actionsTaken":1', '"actionsTaken":2')),
      },
      blob: { value: (sha256: string) => store.blob(sha256) },
    });
    const found = await verifySession(forged, session);
    expect(found.isEqual).toBe(false);
    expect(found.journalled).not.toBe(found.replayed);
  });
});

describe('a controller of the user', () => {
  test('decides, is resumed under, and replays', { timeout: 60_000 }, async () => {
    const at = setUp(changed(/computed preferExplore = .*/, 'computed preferExplore = false'));
    const ended = await steered(at, '--json');
    expect(ended.exit).toBe(0);
    const { session, trail } = JSON.parse(ended.stdout) as { session: string; trail: { candidate: string }[] };
    expect(trail.map(({ candidate }) => candidate)).toEqual(['write']);
    const told = await praxis(at, ['explain', session]);
    expect(told.stdout).toContain('the controller prefers to exploit: exploit 0.50, explore 0.79, threshold 0.55');
    const verified = await praxis(at, ['run', '--verify', session, '--json']);
    expect([verified.exit, verified.stderr]).toEqual([0, '']);
  });

  test('that is the embedded one looks first, and says by which numbers', { timeout: 60_000 }, async () => {
    const at = setUp(BUILT_IN);
    const ended = await runTask(at);
    expect(ended.document.trail.map(({ candidate }) => candidate)).toEqual(['look', 'write']);
    const told = await praxis(at, ['explain', 'last']);
    expect(told.stdout).toContain('explore 0.79 > exploit 0.50 < threshold 0.55');
  });

  test.each(['start', 'explore', 'recordPrediction', 'recordObservation'])(
    'that refuses %s is named',
    { timeout: 60_000 },
    async (action) => {
      const at = setUp(
        changed(
          new RegExp(`action ${action}\\(([^)]*)\\)`),
          `action ${action}($1) available when phase == "result" {}\n  action other_${action}($1)`,
        ),
      );
      const refused = await steered(at);
      expect([refused.exit, refused.stdout]).toEqual([2, '']);
      expect(refused.stderr).toContain(`the controller refused ${action}: ACTION_UNAVAILABLE`);
      expect(refused.stderr).toContain('(CONTROLLER_INVALID)');
      // Mended, it begins anew.
      write(at.tree, { 'mine.mel': BUILT_IN });
      expect((await steered(at, '--new')).exit).toBe(0);
    },
  );

  test('that fails at the end spoils no outcome, and is told of', { timeout: 60_000 }, async () => {
    const at = setUp(
      changed(/(action finish\(result: string\)[^{]*\{)/, '$1 when true { fail "NO_END" with "not yet" }'),
    );
    const ended = await steered(at);
    expect(ended.exit).toBe(0);
    expect(ended.stderr).toContain('the controller refused finish: NO_END, not yet');
  });

  test('is not taken for another one on resume', { timeout: 60_000 }, async () => {
    const at = setUp(BUILT_IN);
    write(at.tree, { 'policy.json': policy({ max_cycles: 1 }) });
    expect((await steered(at)).exit).not.toBe(0);
    write(at.tree, { 'policy.json': policy(), 'mine.mel': changed('0.72', '0.71') });
    const refused = await steered(at, '--resume');
    expect(refused.exit).toBe(2);
    expect(refused.stderr.match(/[0-9a-f]{12,}/g)?.length).toBeGreaterThanOrEqual(2);
  });
});

describe('`praxis run --verify`', () => {
  test('of a session that is not there says so with exit 2', async () => {
    const at = task();
    for (const session of ['last', 'nosuchsession']) {
      const { exit, document } = run(await praxis(at, ['run', '--verify', session, '--json']));
      expect(exit).toBe(2);
      expect(document.error?.message).toMatch(/session|library/);
    }
  });
});
