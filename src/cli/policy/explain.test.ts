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
import type { ExactJson, ExactObject } from '../../base/exact-json.ts';
import { sha256Hex } from '../../base/sha256.ts';
import { USAGE_NAMES } from '../../policy/index.ts';
import { PORTABLE_CONTEXT, PORTABLE_LIMITS, TERMINAL_STATES } from '../../policy/portable-policy.ts';
import { evaluatePolicyFile } from './evaluate.ts';
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

  test('names the numbers of a slice, and tries higher ones', async () => {
    const { document } = await explained(goalPolicyDocument(), goal({ cycle: 5n, active_children: 1n }).document);
    expect(document.reasons.map(({ fact }: { fact: string }) => fact)).toEqual([
      'cycle of this slice is used up: 5, max_cycles is 5',
      'evidence_refs holds nothing that is new; active_children is 1',
    ]);
    expect(document.with_other_numbers).toEqual({ numbers: { max_cycles: 6 }, decision: 'continue', reasons: [] });
  });

  test('says which part of a completion, of a context and of its children is wrong', async () => {
    const completed = goal({ status: 'completed', evidence_refs: ['log:1'] });
    expect((await explained(goalPolicyDocument(), completed.document)).words).toContain(
      'found   next_step is not empty\n',
    );
    const large = goal({ transcript_bytes: 200n });
    expect((await explained(goalPolicyDocument(), large.document)).words).toContain(
      'found   transcript_bytes is 200, max_transcript_bytes is 100; the transcript grew by 200',
    );
    const crowded = goal({ active_children: 101n });
    expect((await explained(goalPolicyDocument(), crowded.document)).words).toContain(
      'found   active_children is 101, max_concurrency is 100\n',
    );
  });

  test.each([
    [{ children_spawned: 100n }, 'children_spawned is 100, max_children_per_parent is 100'],
    [{ active_children: 100n }, 'active_children is 100, max_concurrency is 100'],
  ])('says which number forbids a further child', async (task, block) => {
    const { words, document } = await explained(policyDocument(), checkpointDocument(task));
    expect(words.split('\n')[0]).toBe(`continue: no rule speaks against it; no further child may be started: ${block}`);
    expect(document.no_child_because).toBe(block);
  });

  test('says that a child is kept for the review', async () => {
    const { document } = await explained(
      goalPolicyDocument(),
      goal({ children_spawned: 99n }, { review_required: true }).document,
    );
    expect(document.no_child_because).toBe(
      'children_spawned is 99 of 100, and reviewer_reserve keeps 1 for the review that is required',
    );
  });

  test('recommends no number that an override in force would refuse', async () => {
    const override = signedOverride({ value: 20, observed_value: 0 });
    const records = { cycle: 20n, pending_action_hash: ACTION, overrides: [override] };
    const { document } = await explained(policyDocument({ max_cycles: 12n }), checkpointDocument(records));
    expect(document.with_other_numbers).toBeNull();
    expect(document.reasons[0].change).toContain('the override of max_cycles is used up');
    const slice = await explained(goalPolicyDocument(), goal({ ...records, evidence_refs: ['log:1'] }).document);
    expect(slice.words).toContain('once the overrides that stand are moved away');
    expect(slice.document.reasons[0].change).toContain("gate: { kind: 'end-slice' }");
    expect(slice.document.with_other_numbers).toBeNull();
  });

  test('calls limits of a portable policy by their names there', async () => {
    const portable = new Map<string, ExactJson>([
      ['version', 1n],
      ['limits', new Map(PORTABLE_LIMITS.map(([name]) => [name, 5n]))],
      ['context', new Map(PORTABLE_CONTEXT.map(([name]) => [name, 5n]))],
      ['terminal_states', TERMINAL_STATES],
    ]);
    const { document } = await explained(portable, checkpointDocument({ cycle: 5n, child_result_words: 7n }));
    expect(document.with_other_numbers.numbers).toEqual({ max_plan_act_reflect_cycles: 6, child_result_words: 8 });
    expect(document.reasons[0].change).toContain('max_plan_act_reflect_cycles at 6 or more');
  });

  test('says of a key that is missing how it is handed over', async () => {
    const signed = signedDecision();
    writeFileSync(join(cwd, 'policy.json'), printedText(policyDocument()));
    writeFileSync(
      join(cwd, 'c.json'),
      printedText(checkpointDocument({ pending_action_hash: ACTION, decisions: [signed] })),
    );
    for (const verb of [explainPolicy, evaluatePolicyFile]) {
      const io = memoryIo({ cwd });
      expect(await verb({ checkpoint: 'c.json', json: false }, io)).toBe(4);
      expect(io.out()).toContain('PRAXIS_HUMAN_KEYS_FD');
      expect(io.out()).toContain('AGENT_COLLAB_HUMAN_KEYS_JSON');
    }
  });

  test('says of files that cannot be used what is wrong with them', async () => {
    const { exit, words, document } = await explained(policyDocument(), checkpointDocument({ cycle: -1n }));
    expect(exit).toBe(4);
    expect(words).toContain('what cannot be evaluated is a stop');
    expect(document.reasons[0].fact).toBe('checkpoint.cycle must be a non-negative integer');
    expect(document.limits).toEqual([]);
  });
});
