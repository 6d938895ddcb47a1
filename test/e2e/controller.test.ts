import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { logged, type Place, place, playbook, policy, praxis, ROOT, run, write } from './support.ts';

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
