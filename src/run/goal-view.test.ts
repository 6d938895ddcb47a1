import { describe, expect, test } from 'vitest';
import { goal, goalPolicy, withTask } from '../../test/policy/goal-file.ts';
import { ACTION, checkpointDocument } from '../../test/policy/samples.ts';
import type { ExactObject } from '../base/exact-json.ts';
import { evaluateGoal, validateGoalCheckpoint } from '../policy/index.ts';
import type { Candidate } from './actor.ts';
import { type CheckpointFace, checkpointOf, RUNNING } from './checkpoint-view.ts';
import { planned } from './fold/act.ts';
import { fold } from './fold/fold.ts';
import { isGoalDocument, taskDocument } from './goal-view.ts';
import { reflective as controller } from './reflective.fixture.ts';
import type { RunState } from './state.ts';
import { UNKNOWN_USAGE } from './usage.ts';

const known = {
  usage: new Map(['input_tokens', 'cached_input_tokens', 'output_tokens', 'cost_microusd'].map((name) => [name, 7n])),
};
const ZERO = goal({}, known).document;

const candidate: Candidate = { key: 'k', id: 'fix', kind: 'exploit', tool: 'sh', isRepeatable: true, isChild: true };

function begun(changes: Partial<RunState> = {}): RunState {
  const state = fold('s', [
    {
      at: '2026-01-02T03:04:05.000Z',
      elapsedMs: 0,
      event: {
        kind: 'started',
        taskId: 'tide',
        taskText: null,
        taskFile: null,
        policyId: 'p',
        policySha256: '0',
        controllerSha256: '0',
        agentConfigId: '0',
        adopted: null,
        controller: controller.initial,
        intents: [],
        checkpointSha256: '0',
      },
    },
  ]);
  if (state === undefined) throw new Error('no state');
  return { ...state, ...changes };
}

function planning(act: 'explore' | 'exploit'): RunState {
  return planned(begun(), {
    kind: 'planned',
    cycle: 1,
    act,
    candidate: { ...candidate, kind: act },
    belief: { mean: 0.5, sd: 0.3, level: 'prior', observations: 0 },
    values: { exploit: 0.5, explore: null },
    predicted: { signal: 0, gain: 0 },
    threshold: 0.55,
    policyMode: 'default',
    confidence: null,
    inequality: '',
    context: { taskPacketTokens: 25, parentSummaryTokens: 0, memoryDigestTokens: 0 },
    guidelines: [],
    intents: [],
    controller: controller.initial,
  });
}

function view(state: RunState, face: Partial<CheckpointFace> = {}, base: ExactObject = ZERO) {
  const result = validateGoalCheckpoint(checkpointOf(base, state, { ...RUNNING, ...face }));
  if (result.kind === 'refused') throw new Error(result.message);
  return result.checkpoint;
}

test('a goal is told from a task by its version, and holds one', () => {
  expect([isGoalDocument(ZERO), isGoalDocument(checkpointDocument())]).toEqual([true, false]);
  expect(taskDocument(ZERO)).toBe(ZERO.get('task'));
  const task = checkpointDocument();
  expect(taskDocument(task)).toBe(task);
});

describe('the checkpoint of a run with a goal', () => {
  test('has totals made anew of what the slice spent', () => {
    const state = begun();
    const spent = view({ ...state, counters: { ...state.counters, cycle: 2, toolCalls: 3 }, elapsedMs: 1200 });
    expect(spent).toMatchObject({ totals: { cycle: 2n, tool_calls: 3n, elapsed_seconds: 2n }, taskId: 'tide' });
  });

  test('says what is done next, in words that are never empty before a pass', () => {
    expect(view(begun())).toMatchObject({ nextStep: 'look where the goal stands', actionKind: 'execute' });
    expect(view(planning('exploit'))).toMatchObject({ nextStep: 'run fix', actionKind: 'execute' });
    expect(view(planning('explore'))).toMatchObject({ nextStep: 'look with fix', actionKind: 'diagnose' });
    expect(view(begun(), { status: 'completed' }).nextStep).toBe('');
  });

  test('measures what the actor is told now, and asks for no look at a transcript that became smaller', () => {
    const state = planning('exploit');
    const counters = { ...state.counters, lastCheckpointTranscriptBytes: 4000 };
    expect(view({ ...state, counters }).task.metrics).toMatchObject({
      transcript_bytes: 100n,
      last_checkpoint_transcript_bytes: 100n,
    });
  });

  test('holds what agents used in the slice, as far as they tell', () => {
    const slice = { inputTokens: 5, cachedInputTokens: 0, outputTokens: 3, costMicrousd: null };
    const told = view({ ...begun(), usage: { run: UNKNOWN_USAGE, slice } });
    expect(told.usage).toMatchObject({ input_tokens: 5n, cached_input_tokens: 0n, output_tokens: 3n });
    expect([told.usage.cost_microusd, told.totals.cost_microusd]).toEqual([null, null]);
    expect(told.totals.output_tokens).toBe(3n);
  });

  test('requires a person from a question on until it is answered', () => {
    const question = { gate: 'deploy', question: 'May I?', actionHash: ACTION, reruns: null };
    expect(view(begun({ question })).requiresHuman).toBe(true);
    const asked = view(begun(), { pendingActionHash: ACTION });
    expect([asked.requiresHuman, asked.task.pendingActionHash]).toEqual([true, ACTION]);
    expect(view(begun(), {}, asked.document).requiresHuman).toBe(true);
    expect(view(begun({ answeredAction: ACTION }), {}, asked.document).requiresHuman).toBe(false);
    expect(view(begun({ answeredAction: 'b2'.repeat(32) }), {}, asked.document).requiresHuman).toBe(true);
  });

  test('keeps the failures of an earlier host, and those of the run once it met one', () => {
    const failure = {
      identity: 'a'.repeat(64),
      inputSha256: 'b'.repeat(64),
      errorClass: 'exit-1',
      attempts: 1,
      evidenceRef: 'log:f',
      observedEvidence: [],
    };
    const met = view(begun({ goalFailures: { records: [failure], active: null } }));
    expect(met.failureHistory).toMatchObject([{ errorClass: 'exit-1', attempts: 1n }]);
    expect(view(begun(), {}, met.document).failureHistory).toEqual(met.failureHistory);
  });

  test('leaves what is no number for validation to name', () => {
    const broken = new Map([...withTask(ZERO, {}), ['baseline', 'none'] as const]);
    expect(validateGoalCheckpoint(checkpointOf(broken, begun(), RUNNING))).toMatchObject({ kind: 'refused' });
  });

  test('completes a goal that cites evidence', () => {
    const passed = view(begun({ evidenceRefs: ['log:1'] }), { status: 'completed' });
    expect(evaluateGoal(passed, goalPolicy(), new Map()).reasons).toEqual(['task_status:completed']);
  });
});
