import { describe, expect, test } from 'vitest';
import { place, playbook, policy, runTask, write } from './support.ts';

describe('output of commands', () => {
  test('that is no UTF-8 is kept with replacements and breaks nothing', async () => {
    const at = place();
    const bytes = "printf 'error: caf\\351 \\377\\376\\000 \\303'";
    write(at.tree, {
      'policy.json': policy(),
      'task.yaml': {
        goal: 'make the file good',
        topic: 'output',
        acceptance: [{ id: 'good', run: `${bytes}; grep -q good state.txt` }],
        policy_ref: 'policy.json',
        scope: ['state.txt'],
        actor: playbook([
          { id: 'look', kind: 'explore', run: bytes },
          { id: 'write', run: `${bytes}; echo good > state.txt` },
        ]),
      },
      'state.txt': 'bad\n',
    });
    const { exit, document } = await runTask(at);
    expect([exit, document.status, document.cycles]).toEqual([0, 'pass', 2]);
  });

  test('of 200 MB, by an act and by the acceptance, stays under 200 MB of memory', { timeout: 120_000 }, async () => {
    const at = place();
    const flood = "head -c 200000000 /dev/zero | tr '\\0' 'x'";
    write(at.tree, {
      'policy.json': policy({ checkpoint_transcript_bytes: 2_000_000_000, max_transcript_bytes: 2_000_000_000 }),
      'task.yaml': {
        goal: 'make the file good',
        topic: 'output',
        acceptance: [{ id: 'good', run: `${flood}; grep -q good state.txt` }],
        policy_ref: 'policy.json',
        scope: ['state.txt'],
        actor: { kind: 'command', run: `${flood}; ${flood} >&2; echo good > state.txt`, format: 'none' },
      },
      'state.txt': 'bad\n',
    });
    const { exit, document, peakMiB } = await runTask(at);
    expect([exit, document.status]).toEqual([0, 'pass']);
    expect(peakMiB).toBeLessThan(200);
  });
});
