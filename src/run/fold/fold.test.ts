import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { printedText } from '../../base/canonical-json.ts';
import {
  createCheckpoint,
  evaluate,
  type LimitName,
  type Policy,
  validateTaskCheckpoint,
  validateTaskPolicy,
} from '../../policy/index.ts';
import type { Candidate } from '../actor.ts';
import { checkpointOf, RUNNING } from '../checkpoint-view.ts';
import { endingOf } from '../ending.ts';
import { rerunQuestion } from '../human-question.ts';
import type { CritiqueRecord, JournalledEvent, RunEvent, StartedEvent } from '../journal.ts';
import { nextCommand } from '../next.ts';
import { reflective as controller } from '../reflective.fixture.ts';
import { replayController } from '../replay-controller.ts';
import type { RunState } from '../state.ts';
import { apply, fold } from './fold.ts';

const AT = '2026-01-02T03:04:05.000Z';
const BELIEF = { mean: 0.5, sd: 0.2887, level: 'prior', observations: 0 } as const;

function started(totalActions: number): StartedEvent {
  const intent = { action: 'start', totalActions, totalQueries: Math.ceil(totalActions / 2) } as const;
  return {
    kind: 'started',
    taskId: 't',
    taskText: '',
    taskFile: null,
    policyId: 'p',
    policySha256: '0',
    controllerSha256: '0',
    agentConfigId: '0',
    adopted: null,
    controller: replayController(controller, [intent]),
    intents: [intent],
    checkpointSha256: '0',
  };
}

function critique(signal: number, fingerprint: string | null): CritiqueRecord {
  const result = {
    id: 'c1',
    passed: signal === 1,
    fraction: signal,
    tests: null,
    failingTests: [],
    errorClass: signal === 1 ? null : 'exit',
    fingerprint,
    fingerprintClass: fingerprint,
    line: '',
    exitCode: 1,
    durationMs: 1,
    hasLostTests: false,
  };
  return {
    results: [result],
    signal,
    isSatisfied: signal === 1,
    fingerprint,
    fingerprintClass: fingerprint,
    line: '',
    durationMs: 1,
  };
}

function candidate(isChild: boolean): Candidate {
  return { key: 'k', id: 'fix', kind: 'exploit', tool: 'shell:fix', isRepeatable: true, isChild };
}

const eventArbitrary: fc.Arbitrary<RunEvent> = fc.oneof(
  fc.record({ isChild: fc.boolean() }).map(({ isChild }): RunEvent => planned(1, isChild)),
  fc.record({ calls: fc.integer({ min: -2, max: 5 }), children: fc.integer({ min: -2, max: 2 }) }).map(
    ({ calls, children }): RunEvent => ({
      kind: 'intended',
      cycle: 1,
      charges: { toolCalls: calls, children },
      reservation: { toolCalls: calls },
      timeoutMs: 1000,
      outputName: 'cycle-1',
      scopeHash: 'a',
      seen: [],
      checkpointSha256: '1',
    }),
  ),
  fc.integer({ min: -5, max: 500 }).map((bytes): RunEvent => acted(bytes)),
  fc.constantFrom<RunEvent>(
    { kind: 'spawned', cycle: 1, group: 2, startTime: '1' },
    { kind: 'inspected', cycle: 1, violations: [], filesChanged: 0, scopeHash: 'a' },
    { kind: 'exhausted', reason: 'none left', question: null },
    { kind: 'waited' },
    { kind: 'noted', text: 'x' },
    { kind: 'disowned', reason: 'gone' },
  ),
  fc.double({ min: 0, max: 1, noNaN: true }).map((signal): RunEvent => observed(signal, 'f')),
  fc.boolean().map(
    (isAfterCheckpoint): RunEvent => ({
      kind: 'resumed',
      count: 1,
      previousPolicySha256: '0',
      policySha256: '1',
      policyId: 'p',
      isAfterCheckpoint,
      answer: null,
      intents: [],
      controller: controller.initial,
      checkpointSha256: '2',
    }),
  ),
);

function planned(cycle: number, isChild: boolean): Extract<RunEvent, { kind: 'planned' }> {
  return {
    kind: 'planned',
    cycle,
    act: 'exploit',
    candidate: candidate(isChild),
    belief: BELIEF,
    values: { exploit: 0.5, explore: null },
    predicted: { signal: 0.5, gain: 0.5 },
    threshold: 0.55,
    policyMode: 'default',
    confidence: null,
    inequality: '',
    context: { taskPacketTokens: 0, parentSummaryTokens: 0, memoryDigestTokens: 0 },
    guidelines: [],
    intents: [],
    controller: controller.initial,
  };
}

function acted(transcriptBytes: number): Extract<RunEvent, { kind: 'acted' }> {
  return {
    kind: 'acted',
    cycle: 1,
    cause: 'exited',
    exitCode: 0,
    signal: null,
    durationMs: 5,
    outputSha256: '',
    outputBytes: 0,
    output: '',
    transcriptBytes,
    resultWords: 0,
    resultText: '',
    claim: null,
    question: null,
  };
}

function observed(signal: number, novelty: string): RunEvent {
  return {
    kind: 'observed',
    cycle: 1,
    critique: critique(signal, 'f'),
    pins: {},
    verdict: signal === 1 ? 'pass' : 'fail',
    gain: 0,
    findings: [{ ref: `sha256:${novelty}`, novelty }],
    tests: { c1: `sha256:${novelty}` },
    failure: null,
    failures: [],
    sameFailureRetries: 0,
    posterior: BELIEF,
    intents: [],
    controller: controller.initial,
    confidence: null,
    checkpointSha256: '3',
  };
}

function begin(totalActions = 5): RunState {
  const state = fold('s', [{ at: AT, elapsedMs: 0, event: started(totalActions) }]);
  if (state === undefined) throw new Error('a start begins a state');
  return state;
}

describe('the state of a run', () => {
  test('never counts backwards, whatever the events and their order', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(eventArbitrary, fc.integer({ min: -1000, max: 5000 })), { maxLength: 40 }),
        (steps) => {
          let state = begin();
          for (const [event, elapsedMs] of steps) {
            const next = apply(state, { at: AT, elapsedMs, event });
            expect(next.counters.cycle).toBeGreaterThanOrEqual(state.counters.cycle);
            expect(next.counters.toolCalls).toBeGreaterThanOrEqual(state.counters.toolCalls);
            expect(next.counters.childrenSpawned).toBeGreaterThanOrEqual(state.counters.childrenSpawned);
            expect(next.counters.transcriptBytes).toBeGreaterThanOrEqual(state.counters.transcriptBytes);
            expect(next.elapsedMs).toBeGreaterThanOrEqual(state.elapsedMs);
            expect(next.evidenceRefs.length).toBeGreaterThanOrEqual(state.evidenceRefs.length);
            expect(validateTaskCheckpoint(checkpointOf(ZERO, next, RUNNING)).kind).toBe('checkpoint');
            state = next;
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  test('is the same however often its journal is read', () => {
    fc.assert(
      fc.property(fc.array(eventArbitrary, { maxLength: 30 }), (events) => {
        const entries: JournalledEvent[] = [started(5), ...events].map((event, index) => ({
          at: AT,
          elapsedMs: index,
          event,
        }));
        expect(fold('s', structuredClone(entries))).toEqual(fold('s', entries));
      }),
    );
  });

  test('knows the tree before an act, so that it is no news after it', () => {
    const state = [planned(1, false), { ...INTENDED, seen: ['tree-a'] }].reduce(
      (current, event) => apply(current, { at: AT, elapsedMs: 1, event }),
      begin(),
    );
    expect(state.known.has('tree-a')).toBe(true);
    expect(state.evidenceRefs).toEqual([]);
  });

  test('counts a cycle without news against the run, and forgets that with the first news', () => {
    const cycle = (state: RunState, novelty: string): RunState =>
      [planned(1, false), INTENDED, acted(0), observed(0.5, novelty)].reduce(
        (current, event) => apply(current, { at: AT, elapsedMs: 1, event }),
        state,
      );
    const once = cycle(begin(), 'a');
    expect(once.counters.noEvidenceCycles).toBe(0);
    const twice = cycle(once, 'a');
    expect(twice.counters.noEvidenceCycles).toBe(1);
    expect(cycle(twice, 'b').counters.noEvidenceCycles).toBe(0);
  });
});

function folded(state: RunState, ...events: readonly RunEvent[]): RunState {
  return events.reduce((current, event) => apply(current, { at: AT, elapsedMs: 1, event }), state);
}

function baselined(signal: number, own: Partial<Extract<RunEvent, { kind: 'baselined' }>> = {}): RunEvent {
  const seen = { critique: critique(signal, 'f'), pins: {}, findings: [], seen: [], writes: [], tests: {} };
  return { kind: 'baselined', isResume: false, ...seen, ...own };
}

function resumed(answer: 'approve' | 'decline' | null): RunEvent {
  return {
    kind: 'resumed',
    count: 1,
    previousPolicySha256: '0',
    policySha256: '1',
    policyId: 'p',
    isAfterCheckpoint: false,
    answer,
    intents: [],
    controller: controller.initial,
    checkpointSha256: '2',
  };
}

describe('a question to a person', () => {
  const question = rerunQuestion('t', 'fix');
  const waiting = folded(begin(), { kind: 'exhausted', reason: 'it may have run', question });

  test('outlives another end of the run', () => {
    const again = folded(waiting, { kind: 'disowned', reason: 'gone' }, { kind: 'waited' });
    expect(again.end).toEqual({ kind: 'question', question });
    expect(endingOf({ kind: 'question', question })).toMatchObject({ status: 'needs-human', reason: 'in_doubt:fix' });
  });

  test('is answered by a signed record as by a word: the candidate in doubt may run again', () => {
    for (const answer of ['approve', null] as const) {
      const state = folded(waiting, { kind: 'disowned', reason: 'gone' }, resumed(answer));
      expect([...state.allowedAgain], String(answer)).toEqual(['fix']);
      expect(state.question).toBeNull();
    }
    expect(folded(waiting, resumed('decline')).allowedAgain.size).toBe(0);
  });

  test('comes again with a new doubt', () => {
    const doubted = { ...acted(0), cause: 'in-doubt' } as const;
    const state = folded(waiting, resumed('approve'), planned(1, false), INTENDED, doubted, observed(0.5, 'a'));
    expect(state.allowedAgain.size).toBe(0);
  });
});

describe('an act that never ran', () => {
  test('was no look at the failure', () => {
    const explore = { ...planned(1, false), act: 'explore' } as const;
    const run = (cause: 'exited' | 'never-started' | 'not-started') =>
      folded(begin(), explore, INTENDED, { ...acted(0), cause }, observed(0.5, 'a')).explored.size;
    expect([run('exited'), run('not-started'), run('never-started')]).toEqual([1, 1, 0]);
  });

  test('since its command cannot be started is a failed attempt like any other', () => {
    const attempts = (cause: 'never-started' | 'not-started') =>
      folded(begin(), planned(1, false), INTENDED, { ...acted(0), cause }, observed(0.5, 'a')).attempts;
    expect([attempts('not-started').length, attempts('never-started').length]).toEqual([1, 0]);
  });
});

describe('a look before any act', () => {
  test('remembers what the criteria write by themselves, also over a resume', () => {
    const state = folded(
      begin(),
      baselined(0, { writes: ['a.snap'] }),
      resumed(null),
      baselined(0, { writes: ['b.snap'] }),
    );
    expect([...state.critiqueWrites]).toEqual(['a.snap', 'b.snap']);
  });

  test('that passes cites what showed it, although a resume brings no news', () => {
    const findings = [{ ref: 'sha256:later', novelty: 'same' }];
    const known = folded(
      begin(),
      baselined(0, { findings: [{ ref: 'sha256:first', novelty: 'same' }] }),
      resumed(null),
    );
    const passed = folded(known, baselined(1, { findings, tests: { c1: 'sha256:later' } }));
    expect(passed.end).toEqual({ kind: 'pass' });
    expect(passed.evidenceRefs).toEqual(['sha256:first', 'sha256:later']);
  });
});

const ZERO = createCheckpoint({ taskId: 't', parentId: null, updatedAt: AT });

const INTENDED: Extract<RunEvent, { kind: 'intended' }> = {
  kind: 'intended',
  cycle: 1,
  charges: { toolCalls: 1, children: 0 },
  reservation: { toolCalls: 1 },
  timeoutMs: 1000,
  outputName: 'cycle-1',
  scopeHash: 'a',
  seen: [],
  checkpointSha256: '1',
};

function policyWith(limits: Partial<Record<LimitName, number>>): Policy {
  const names: Record<LimitName, number> = {
    max_cycles: 100,
    max_tool_calls: 100,
    max_elapsed_seconds: 100,
    checkpoint_transcript_bytes: 1_000_000,
    max_transcript_bytes: 1_000_000,
    max_same_failure_retries: 100,
    max_no_evidence_cycles: 100,
    max_children_per_parent: 100,
    max_concurrency: 1,
    max_task_packet_tokens: 100,
    max_parent_summary_tokens: 100,
    max_memory_digest_tokens: 100,
    max_child_result_words: 100,
    ...limits,
  };
  const document = new Map<string, unknown>([
    ['schema_version', 1n],
    ['policy_id', 'p'],
    ['limits', new Map(Object.entries(names).map(([name, value]) => [name, BigInt(value)]))],
    ['human_authorization', new Map([['key_hashes', new Map()]])],
  ]);
  const result = validateTaskPolicy(document as never);
  if (result.kind !== 'policy') throw new Error(result.message);
  return result.policy;
}

/** The loop without files and processes: commands become events by a script of outcomes. */
function simulate(policy: Policy, isChild: boolean, signals: readonly number[]): RunState {
  let state = begin(100);
  let acts = 0;
  for (let guard = 0; guard < 2000; guard++) {
    const command = nextCommand(state, false);
    const add = (event: RunEvent): void => {
      state = apply(state, { at: AT, elapsedMs: state.elapsedMs + 100, event });
    };
    if (command.kind === 'end' || command.kind === 'done') return state;
    if (command.kind === 'evaluate') {
      const validated = validateTaskCheckpoint(checkpointOf(ZERO, state, RUNNING));
      if (validated.kind !== 'checkpoint') throw new Error(validated.message);
      const decision = evaluate(validated.checkpoint, policy, new Map());
      add({
        kind: 'evaluated',
        purpose: command.purpose,
        checkpointSha256: '',
        policySha256: '',
        decision: decision.decision,
        spawnAllowed: decision.spawnAllowed,
        reasons: decision.reasons,
        document: printedText(decision.document),
      });
    } else if (command.kind === 'look') {
      add({
        kind: 'baselined',
        isResume: false,
        critique: critique(0, 'f'),
        pins: {},
        findings: [],
        seen: [],
        writes: [],
        tests: {},
      });
    } else if (command.kind === 'plan') add(planned(state.counters.cycle + 1, isChild));
    else if (command.kind === 'act') {
      acts++;
      add({ ...INTENDED, charges: { toolCalls: 1, children: isChild ? 1 : 0 } });
      add(acted(10));
    } else if (command.kind === 'inspect')
      add({ kind: 'inspected', cycle: 1, violations: [], filesChanged: 0, scopeHash: 'a' });
    else if (command.kind === 'observe') add(observed(signals[acts - 1] ?? 0, `n${acts}`));
  }
  throw new Error('the loop does not end');
}

describe('a stop that a look may follow', () => {
  const stop = (purpose: 'resume' | 'cycle' | 'spawn', mayDiagnose: boolean): RunEvent => ({
    kind: 'evaluated',
    purpose,
    checkpointSha256: '',
    policySha256: '',
    decision: 'stop',
    spawnAllowed: false,
    reasons: ['limit_reached:same_failure_retries=1:max_same_failure_retries=1'],
    document: '{}',
    ...(mayDiagnose ? { mayDiagnose } : {}),
  });

  test('leads to a plan, or after a resume to the criteria first', () => {
    expect(folded(begin(), stop('cycle', true))).toMatchObject({ phase: 'plan', end: null });
    expect(folded(begin(), stop('resume', true))).toMatchObject({ phase: 'baseline', end: null });
  });

  test('is the end where nothing is left to look at', () => {
    expect(folded(begin(), stop('cycle', false))).toMatchObject({ phase: 'ending', end: { kind: 'policy' } });
  });
});

describe('the loop', () => {
  test('never spends past a limit and always ends, whatever the limits and outcomes', () => {
    fc.assert(
      fc.property(
        fc.record({
          max_cycles: fc.integer({ min: 0, max: 12 }),
          max_tool_calls: fc.integer({ min: 0, max: 12 }),
          max_children_per_parent: fc.integer({ min: 1, max: 12 }),
          max_elapsed_seconds: fc.integer({ min: 0, max: 12 }),
        }),
        fc.boolean(),
        fc.array(fc.constantFrom(0, 0.5, 1), { maxLength: 15 }),
        (limits, isChild, signals) => {
          const { counters, end } = simulate(policyWith(limits), isChild, signals);
          expect(counters.cycle).toBeLessThanOrEqual(limits.max_cycles);
          expect(counters.toolCalls).toBeLessThanOrEqual(limits.max_tool_calls);
          expect(counters.childrenSpawned).toBeLessThanOrEqual(isChild ? limits.max_children_per_parent : 0);
          expect(end).not.toBeNull();
        },
      ),
      { numRuns: 500 },
    );
  });

  test('passes on the last cycle that the policy allows', () => {
    const state = simulate(policyWith({ max_cycles: 3 }), false, [0, 0, 1]);
    expect(state.end).toEqual({ kind: 'pass' });
    expect(state.counters.cycle).toBe(3);
  });

  test('does nothing more where a child may not be spawned', () => {
    const state = simulate(policyWith({ max_children_per_parent: 2, max_concurrency: 1 }), true, []);
    expect(state.end?.kind).toBe('spawn-not-allowed');
    expect(state.counters.childrenSpawned).toBe(2);
  });
});

describe('after a crash or a disowned checkpoint', () => {
  const at = (event: RunEvent): JournalledEvent => ({ at: AT, elapsedMs: 0, event });
  const stateAfter = (...events: readonly RunEvent[]): RunState =>
    events.reduce((state, event) => apply(state, at(event)), begin());
  const acting = [planned(1, true), INTENDED, { kind: 'spawned', cycle: 1, group: 2, startTime: '1' }] as const;
  const ended: RunEvent = {
    kind: 'ended',
    status: 'error',
    exit: 4,
    reason: 'gone',
    checkpointStatus: 'error',
    isResumable: true,
    question: null,
    intents: [],
    controller: controller.initial,
    checkpointSha256: '1',
  };
  const resumed = (answer: 'decline' | null): RunEvent => ({
    kind: 'resumed',
    count: 1,
    previousPolicySha256: '0',
    policySha256: '0',
    policyId: 'p',
    isAfterCheckpoint: false,
    answer,
    intents: [],
    controller: controller.initial,
    checkpointSha256: '2',
  });

  test('an act that was never settled is settled by the resume', () => {
    const state = stateAfter(...acting, { kind: 'disowned', reason: 'gone' }, ended, resumed(null));
    expect(nextCommand(state, false)).toEqual({ kind: 'settle' });
    expect(state.current?.group).toEqual({ group: 2, startTime: '1' });
  });

  test('an undo between two acts is open until something else is durable', () => {
    const entry = { path: 'a', kind: 'file', mode: 0o644, size: 1, mtime: '1', ctime: '1', sha256: 'a' } as const;
    const changes = [{ path: 'a', before: entry, after: null }];
    const drifted: RunEvent = { kind: 'drifted', violations: [{ path: 'a', rule: 'r' }], changes, patchRef: 'p' };
    expect(stateAfter(drifted).pendingDrift).toEqual(changes);
    expect(stateAfter(drifted, { kind: 'noted', text: 'x' }).pendingDrift).toEqual([]);
  });

  test('a decline outlives what the run ends for later', () => {
    const state = stateAfter(resumed('decline'), { kind: 'disowned', reason: 'gone' }, ended, { kind: 'waited' });
    expect(state.end).toEqual({ kind: 'declined', gate: 'rerun' });
  });

  test('an end without a checkpoint of its own forgets none of the last two', () => {
    const state = stateAfter(planned(1, false), INTENDED);
    expect(
      stateAfter(planned(1, false), INTENDED, { ...ended, checkpointSha256: state.published[0] ?? '' }).published,
    ).toEqual(state.published);
  });
});
