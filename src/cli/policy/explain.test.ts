import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { memoryIo } from '../../../test/cli/memory-io.ts';
import { goal, goalPolicyDocument, spentGoal } from '../../../test/policy/goal-file.ts';
import {
  ACTION,
  checkpointDocument,
  KEYS,
  policyDocument,
  signedDecision,
  signedOverride,
} from '../../../test/policy/samples.ts';
import { printedText } from '../../base/canonical-json.ts';
import type { ExactObject } from '../../base/exact-json.ts';
import { sha256Hex } from '../../base/sha256.ts';
import { USAGE_NAMES } from '../../policy/index.ts';
import { explainPolicy } from './explain.ts';

let cwd = '';

beforeEach(() => {
  cwd = realpathSync(mkdtempSync(join(tmpdir(), 'praxis-explain-policy-')));
});

afterEach(() => rmSync(cwd, { recursive: true, force: true }));

async function explained(policy: ExactObject, checkpoint: ExactObject) {
  writeFileSync(join(cwd, 'policy.json'), printedText(policy));
  writeFileSync(join(cwd, 'c.json'), printedText(checkpoint));
  const env = { AGENT_COLLAB_HUMAN_KEYS_JSON: JSON.stringify(Object.fromEntries(KEYS)) };
  const [words, json] = [memoryIo({ cwd, env }), memoryIo({ cwd, env })];
  const exit = await explainPolicy({ checkpoint: 'c.json', json: false }, words);
  expect(await explainPolicy({ checkpoint: 'c.json', json: true }, json)).toBe(exit);
  return { exit, words: words.out(), document: JSON.parse(json.out()) };
}

describe('policy explain', () => {
  test('shows what is left of every limit where no rule speaks', async () => {
    const { exit, words, document } = await explained(
      policyDocument({ max_cycles: 12n }),
      checkpointDocument({ cycle: 5n }),
    );
    expect(exit).toBe(0);
    expect(words).toMatch(/max_cycles +5 +12 +7\n/);
    expect(document).toMatchObject({
      checkpoint_sha256: sha256Hex(readFileSync(join(cwd, 'c.json'))),
      reasons: [],
      with_other_numbers: null,
    });
    expect(document.limits).toContainEqual({ limit: 'max_cycles', observed: 5, in_force: 12, policy: 12, left: 7 });
  });

  test('names rule, number and change, and tries the change', async () => {
    const { exit, document, words } = await explained(
      policyDocument({ max_cycles: 12n, max_elapsed_seconds: 90n }),
      checkpointDocument({ cycle: 12n, elapsed_seconds: 90.5 }),
    );
    expect(exit).toBe(4);
    expect(document.reasons[0]).toMatchObject({
      reason: 'limit_reached:cycle=12:max_cycles=12',
      fact: 'cycle is 12, max_cycles is 12',
      change: expect.stringContaining('max_cycles at 13 or more'),
    });
    expect(document.with_other_numbers).toEqual({
      numbers: { max_cycles: 13, max_elapsed_seconds: 91 },
      decision: 'continue',
      reasons: [],
    });
    expect(words).toContain(
      'With max_cycles = 13, max_elapsed_seconds = 91 in the policy the answer would be: continue',
    );
  });

  test('tells what numbers cannot change', async () => {
    const declined = signedDecision({ decision: 'decline' });
    const checkpoint = checkpointDocument({ cycle: 12n, pending_action_hash: ACTION, decisions: [declined] });
    const { document } = await explained(policyDocument({ max_cycles: 12n }), checkpoint);
    expect(document.with_other_numbers).toMatchObject({ decision: 'stop', reasons: ['human_gate:merge:decline'] });
  });

  test('raises the limits that depend on each other together', async () => {
    const { document } = await explained(
      policyDocument({ checkpoint_transcript_bytes: 10n, max_transcript_bytes: 60n }),
      checkpointDocument({ transcript_bytes: 70n }),
    );
    expect(document.with_other_numbers.numbers).toEqual({ max_transcript_bytes: 71 });
    const crowded = await explained(
      policyDocument({ max_concurrency: 2n, max_children_per_parent: 2n }),
      checkpointDocument({ active_children: 4n }),
    );
    expect(crowded.document.with_other_numbers).toMatchObject({
      numbers: { max_concurrency: 4, max_children_per_parent: 4 },
      decision: 'continue',
    });
  });

  test('tells the overrides in force, and what they stand in the way of', async () => {
    const override = signedOverride({ value: 8, observed_value: 0 });
    const before = goal({ cycle: 6n, pending_action_hash: ACTION, overrides: [override] });
    const { words, document } = await explained(goalPolicyDocument(), before.document);
    expect(words).toMatch(/max_cycles +6 +8 \(policy: 5\) +2\n/);
    expect(document.warnings).toMatchObject([
      { kind: 'override_blocks_advance', text: expect.stringContaining('an advance refuses while an override stands') },
      ...USAGE_NAMES.map((name) => ({
        kind: 'unknown_total',
        text: `${name} is unknown, and stays so for the whole goal`,
      })),
      { kind: 'unbounded_goal', text: expect.stringContaining('no limit on cycle, tool_calls, elapsed_seconds') },
    ]);
  });

  test('says of a record that is dated ahead that it governs', async () => {
    const ahead = signedDecision({ timestamp: '9998-01-01T00:00:00Z' });
    const { document } = await explained(
      policyDocument(),
      checkpointDocument({ pending_action_hash: ACTION, decisions: [ahead] }),
    );
    expect(document.warnings).toMatchObject([{ kind: 'dated_ahead' }]);
    expect(document.warnings[0].text).toContain('checkpoint.decisions[0] (approve by human:ana');
  });

  test('tells how far an answer about a goal reaches, and totals that are spent or unknown', async () => {
    const policy = goalPolicyDocument({}, { cycle: 4n, cost_microusd: 9n });
    const { document, words } = await explained(policy, spentGoal().document);
    expect(words.split('\n')[0]).toBe('stop, for this goal');
    expect(document.reasons.map(({ fact }: { fact: string }) => fact)).toEqual([
      'the total of cost_microusd is unknown, its limit is 9',
      'the total of cycle is 5, its limit is 4',
    ]);
    expect(document.with_other_numbers.numbers).toEqual({ cycle: 6 });
    expect(document.goal_limits).toContainEqual({ limit: 'cycle', spent: 5, in_force: 4, left: 0 });
    expect(words).toMatch(/cost_microusd +unknown +9 +unknown\n/);
    const ends = await explained(goalPolicyDocument(), spentGoal().document);
    expect(ends.words).toContain('the goal goes on by itself with the next slice');
  });

  test('says of files that cannot be used what is wrong with them', async () => {
    const { exit, words, document } = await explained(policyDocument(), checkpointDocument({ cycle: -1n }));
    expect(exit).toBe(4);
    expect(words).toContain('what cannot be evaluated is a stop');
    expect(document.reasons[0].fact).toBe('checkpoint.cycle must be a non-negative integer');
    expect(document.limits).toEqual([]);
  });
});
