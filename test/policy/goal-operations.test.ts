import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { printedText } from '../../src/base/canonical-json.ts';
import type { ExactObject } from '../../src/base/exact-json.ts';
import { sha256Hex } from '../../src/base/sha256.ts';
import { journalEnd, journalLine, readCheckpointJournal } from '../../src/policy/checkpoint-journal.ts';
import {
  addGoalRecord,
  advance,
  evaluateGoal,
  type GoalCheckpoint,
  governingDecisions,
  loadCheckpoint,
  migrate,
  type Observation,
  observe,
  permitCorrectedAttempt,
  recordFailure,
  TOTAL_NAMES,
} from '../../src/policy/index.ts';
import { goal, goalPolicy } from './goal-file.ts';
import { KEYS, signedDecision, signedOverride } from './samples.ts';

const AT = '2026-01-02T10:00:00Z';
const policy = goalPolicy({ max_cycles: 3n, max_tool_calls: 20n, max_same_failure_retries: 2n });
const actions = ['first', 'second'].map(sha256Hex);
const inputs = ['one', 'two', 'three'].map(sha256Hex);

/** One thing that a host, an agent or a person may try; what the rules forbid is refused and changes nothing. */
type Operation =
  | { readonly kind: 'observe'; readonly observation: Omit<Observation, 'updatedAt'> }
  | { readonly kind: 'advance'; readonly requestId: string }
  | { readonly kind: 'fail'; readonly target: string; readonly input: number }
  | { readonly kind: 'correct'; readonly input: number; readonly evidence: string }
  | { readonly kind: 'decide'; readonly decision: string; readonly gate: string; readonly minute: number }
  | { readonly kind: 'override'; readonly limit: string; readonly value: number }
  | { readonly kind: 'migrate' }
  | { readonly kind: 'reload' };

const count = fc.bigInt({ min: 0n, max: 8n });
const evidence = fc.constantFrom('log:1', 'log:2', 'log:3', 'log:4', 'log:5', 'log:6');
const observation: fc.Arbitrary<Omit<Observation, 'updatedAt'>> = fc.record(
  {
    counters: fc.record(
      {
        cycle: count,
        tool_calls: count,
        elapsed_seconds: fc.oneof(count, fc.double({ min: 0, max: 9, noNaN: true })),
        children_spawned: count,
      },
      { requiredKeys: [] },
    ),
    usage: fc.record(
      { input_tokens: fc.option(count), cost_microusd: fc.option(count), output_tokens: fc.option(count) },
      { requiredKeys: [] },
    ),
    activeChildren: fc.constantFrom(0n, 0n, 1n),
    noEvidenceCycles: count,
    evidence: fc.array(evidence, { maxLength: 2 }),
    status: fc.constantFrom('running' as const, 'error' as const, 'blocked' as const, 'declined' as const),
    nextStep: fc.constantFrom('', 'go on', 'go on'),
    actionKind: fc.constantFrom('execute' as const, 'diagnose' as const, 'wait' as const),
    gate: fc.oneof(
      fc.record({ kind: fc.constant('action' as const), actionHash: fc.constantFrom(null, ...actions) }),
      fc.record({ kind: fc.constant('ask' as const), actionHash: fc.constantFrom(...actions) }),
      fc.record({ kind: fc.constant('approved' as const), gate: fc.constantFrom('merge', 'deploy') }),
      fc.constant({ kind: 'end-slice' as const }),
    ),
  },
  { requiredKeys: [] },
);
const compaction: fc.Arbitrary<Omit<Observation, 'updatedAt'>> = fc.record({
  sizes: fc.record({ transcript_bytes: fc.bigInt({ min: 0n, max: 150n }) }),
  isCompacted: fc.boolean(),
});
const looking = fc.oneof(observation, compaction).map((seen): Operation => ({ kind: 'observe', observation: seen }));
const operation: fc.Arbitrary<Operation> = fc.oneof(
  { arbitrary: looking, weight: 4 },
  {
    // What a slice does that goes well, so that sequences reach later slices.
    arbitrary: fc.tuple(fc.bigInt({ min: 3n, max: 4n }), evidence).map(
      ([cycle, reference]): Operation => ({
        kind: 'observe',
        observation: { counters: { cycle }, evidence: [reference], nextStep: 'go on' },
      }),
    ),
    weight: 3,
  },
  {
    arbitrary: fc.constantFrom('r1', 'r2', 'r3', 'r4').map((requestId): Operation => ({ kind: 'advance', requestId })),
    weight: 3,
  },
  fc.record({ kind: fc.constant('fail' as const), target: fc.constantFrom('a', 'b'), input: fc.nat({ max: 2 }) }),
  fc.record({ kind: fc.constant('correct' as const), input: fc.nat({ max: 2 }), evidence }),
  fc.record({
    kind: fc.constant('decide' as const),
    decision: fc.constantFrom('approve', 'decline', 'revise'),
    gate: fc.constantFrom('merge', 'deploy'),
    minute: fc.nat({ max: 20 }),
  }),
  fc.record({
    kind: fc.constant('override' as const),
    limit: fc.constantFrom('max_cycles', 'max_tool_calls', 'max_transcript_bytes'),
    value: fc.nat({ max: 300 }),
  }),
  fc.constant<Operation>({ kind: 'migrate' }),
  fc.constant<Operation>({ kind: 'reload' }),
);

function after(before: GoalCheckpoint, step: Operation): GoalCheckpoint {
  const value = (result: { kind: string; value?: GoalCheckpoint; checkpoint?: GoalCheckpoint }) =>
    result.value ?? result.checkpoint ?? before;
  switch (step.kind) {
    case 'observe':
      return value(observe(before, { updatedAt: AT, ...step.observation }, policy, KEYS));
    case 'advance':
      return value(advance(before, policy, step.requestId, KEYS));
    case 'fail':
      return value(
        recordFailure(before, {
          operation: 'test',
          target: step.target,
          inputSha256: inputs[step.input] ?? '',
          errorClass: 'TypeError',
          evidenceRef: 'log:f',
        }),
      );
    case 'correct':
      return value(
        permitCorrectedAttempt(before, { inputSha256: inputs[step.input] ?? '', evidenceRef: step.evidence }),
      );
    case 'decide':
      return signed(before, 'decision', signedDecision({ ...about(before), ...answer(step) }));
    case 'override':
      return signed(before, 'override', signedOverride({ ...about(before), limit: step.limit, value: step.value }));
    case 'migrate': {
      // A goal is no task: migration would begin at zero.
      const again = migrate(before.document, policy, { goalId: 'other', nextStep: 'x' }, KEYS);
      expect(again.kind).toBe('refused');
      return before;
    }
    case 'reload': {
      const read = loadCheckpoint(new TextEncoder().encode(printedText(before.document)), 'goal.json');
      if (read.kind !== 'goal-checkpoint') throw new Error('it cannot be read back');
      return read.checkpoint;
    }
  }
}

function answer({ decision, gate, minute }: Extract<Operation, { kind: 'decide' }>) {
  return { decision, gate, timestamp: `2026-01-02T09:${String(minute).padStart(2, '0')}:00Z` };
}

function about({ task }: GoalCheckpoint): { affected_action_hash: string } {
  return { affected_action_hash: task.pendingActionHash ?? actions[0] ?? '' };
}

function signed(before: GoalCheckpoint, kind: 'decision' | 'override', record: ExactObject): GoalCheckpoint {
  const result = addGoalRecord(before, { kind, record }, policy, KEYS);
  return result.kind === 'ok' ? result.value : before;
}

/** Gates whose last word, by the time it was given, is a decline; counted by the test, not by the code. */
class Answers {
  readonly #last = new Map<string, { readonly minute: number; readonly decision: string }>();

  heard(step: Operation, before: GoalCheckpoint, now: GoalCheckpoint): void {
    if (step.kind !== 'decide' || now.task.decisions.length === before.task.decisions.length) return;
    const last = this.#last.get(step.gate);
    const isOfAnotherAction = before.task.decisions.every(({ gate }) => gate !== step.gate);
    if (isOfAnotherAction || last === undefined || step.minute > last.minute) this.#last.set(step.gate, step);
  }

  get declined(): readonly string[] {
    return Array.from(this.#last).flatMap(([gate, { decision }]) => (decision === 'decline' ? [gate] : []));
  }
}

describe('no sequence of operations', () => {
  test('lowers a total, forgets a failure or evidence, rewrites history or goes on after a decline', () => {
    let advances = 0;
    let declines = 0;
    fc.assert(
      fc.property(fc.array(operation, { minLength: 10, maxLength: 40 }), (steps) => {
        const answers = new Answers();
        let now = goal({ pending_action_hash: actions[0] ?? null });
        for (const step of steps) {
          const before = now;
          now = after(before, step);
          answers.heard(step, before, now);
          expectKept(before, now);
          if (step.kind === 'fail' && now !== before) expect(attemptsIn(now)).toBe(attemptsIn(before) + 1n);
          if (now.sliceId > before.sliceId) advances++;
          if (answers.declined.length > 0) {
            declines++;
            expectStopped(now, answers.declined);
          }
        }
      }),
      { numRuns: 400 },
    );
    // The sequences are no use unless they get somewhere.
    expect(advances).toBeGreaterThan(100);
    expect(declines).toBeGreaterThan(500);
  });
});

describe('any sequence of operations', () => {
  test('can be told in a journal that leads to the same bytes', () => {
    const stored = ({ document }: GoalCheckpoint) => ({ sha256: sha256Hex(printedText(document)), document });
    fc.assert(
      fc.property(fc.array(operation, { minLength: 5, maxLength: 20 }), (steps) => {
        let now = goal({ pending_action_hash: actions[0] ?? null });
        let text = journalLine(null, 'create', null, stored(now));
        for (const step of steps) {
          const before = now;
          now = after(before, step);
          const last = text.trimEnd().split('\n').at(-1) ?? '';
          text += journalLine(journalEnd(last, 'j'), 'observe', stored(before), stored(now));
        }
        const { entries, last } = readCheckpointJournal(text, 'j');
        expect(entries.filter(({ steps: count }) => count === null)).toHaveLength(1);
        expect(printedText(last?.document ?? null)).toBe(printedText(now.document));
      }),
      { numRuns: 40 },
    );
  });
});

function expectKept(before: GoalCheckpoint, now: GoalCheckpoint): void {
  const hasBegun = before.history.length > 0 || before.task.metrics.cycle + before.task.metrics.tool_calls > 0n;
  for (const name of TOTAL_NAMES) {
    const [was, is] = [before.totals[name], now.totals[name]];
    if (was === null) {
      if (hasBegun) expect(is).toBeNull();
    } else if (is !== null) expect(is >= was).toBe(true);
  }
  for (const failure of before.failureHistory) {
    const same = now.failureHistory.find(({ id }) => id === failure.id);
    expect(same?.attempts ?? -1n).toBeGreaterThanOrEqual(failure.attempts);
    expect(failure.observedEvidence.filter((reference) => !same?.observedEvidence.includes(reference))).toEqual([]);
  }
  const active = now.failureHistory.find(({ id }) => id === now.activeFailure);
  if (active !== undefined) expect(now.task.metrics.same_failure_retries).toBeGreaterThanOrEqual(active.attempts - 1n);
  expect(now.history.slice(0, before.history.length)).toEqual(before.history);
  const accepted = new Set(now.acceptedEvidence);
  expect(before.acceptedEvidence.filter((reference) => !accepted.has(reference))).toEqual([]);
}

function attemptsIn({ failureHistory }: GoalCheckpoint): bigint {
  return failureHistory.reduce((sum, { attempts }) => sum + attempts, 0n);
}

function expectStopped(now: GoalCheckpoint, gates: readonly string[]): void {
  const { decision, scope } = evaluateGoal(now, policy, KEYS);
  expect([decision, scope]).toEqual(['stop', 'goal']);
  expect(advance(now, policy, 'never', KEYS).kind).toBe('refused');
  const governing = governingDecisions(now.task.decisions);
  if (governing.kind === 'refused') throw new Error(governing.message);
  for (const gate of gates) expect(governing.byGate.get(gate)?.decision).toBe('decline');
}
