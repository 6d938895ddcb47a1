import { existsSync, readFileSync } from 'node:fs';
import { printedText } from '../base/canonical-json.ts';
import { isoTime } from '../base/clock.ts';
import { PraxisError } from '../base/errors.ts';
import type { PlainJson } from '../base/exact-json.ts';
import { systemClock } from '../host/clock.ts';
import { type Environment, readEnvironment } from '../host/environment.ts';
import {
  createCheckpoint,
  evaluate,
  loadCheckpoint,
  type Policy,
  parseHumanKeys,
  validateCheckpoint,
} from '../policy/index.ts';
import { createActor } from '../run/actors/create-actor.ts';
import { believe } from '../run/beliefs.ts';
import { buildPrompt, contextLimits } from '../run/prompt.ts';
import type { Observation } from '../run/store.ts';
import type { Task } from '../run/task.ts';
import type { PreviewedCandidate, RunPreview, RunRequest } from './door.ts';
import { readPolicyFile } from './policy-file.ts';
import { findRecords } from './records.ts';
import { resolveTask } from './resolve-task.ts';

/** What a run would begin with. Reads; runs nothing and writes nothing. */
export async function previewTask(request: RunRequest): Promise<RunPreview> {
  const environment = readEnvironment();
  const { task } = (await resolveTask(request, environment)).loaded;
  const read = readPolicyFile(task.policyPath);
  if (read.kind === 'fail-closed') {
    throw new PraxisError('POLICY_INVALID', read.decision.reasons[0] ?? 'the policy cannot be used', {
      hint: 'Check it with `praxis policy validate`.',
    });
  }
  const observations = await observationsOf(task, request, environment);
  return {
    topic: task.topic,
    goal: task.goal,
    policyId: read.policy.policyId,
    decision: decisionOn(task, read.policy, environment),
    candidates: candidatesOf(task, observations),
    prompt: firstPrompt(task, read.policy),
  };
}

/** What a command actor is told in cycle 1, as far as it is known before the baseline. */
function firstPrompt(task: Task, policy: Policy): string | null {
  if (task.actor.kind === 'playbook') return null;
  return buildPrompt({
    act: 'exploit',
    goal: task.goal,
    acceptance: task.acceptance,
    scope: task.scope,
    protectedGlobs: task.protectedGlobs,
    digest: '',
    trail: [],
    critique: null,
    output: '',
    lastResult: '',
    limits: contextLimits(policy),
  }).text;
}

function decisionOn(task: Task, policy: Policy, environment: Environment): PlainJson {
  const keys = parseHumanKeys(environment.humanKeysJson ?? undefined);
  const checked = existsSync(task.checkpointPath)
    ? loadCheckpoint(readFileSync(task.checkpointPath), task.checkpointPath)
    : validateCheckpoint(
        createCheckpoint({ taskId: task.id, parentId: null, updatedAt: isoTime(systemClock.nowMs()) }),
      );
  if (checked.kind === 'refused' || keys.kind === 'refused') {
    const message = checked.kind === 'refused' ? checked.message : keys.kind === 'refused' ? keys.message : '';
    throw new PraxisError('CHECKPOINT_INVALID', message, { hint: 'Mend it, or begin at zero with --new.' });
  }
  return JSON.parse(printedText(evaluate(checked.checkpoint, policy, keys.keys).document)) as PlainJson;
}

async function observationsOf(
  task: Task,
  request: RunRequest,
  environment: Environment,
): Promise<readonly Observation[]> {
  const store = await findRecords(environment, task.workTree, request.library ?? task.library ?? environment.library);
  if (store === undefined) return [];
  try {
    return await store.observations(
      createActor(task.actor)
        .candidates()
        .map((candidate) => candidate.key),
      50,
    );
  } finally {
    await store.close();
  }
}

/** Values as they are before the failure is known: a `when` has to be matched against a critique first. */
function candidatesOf(task: Task, observations: readonly Observation[]): readonly PreviewedCandidate[] {
  const { actor } = task;
  const candidates = createActor(actor).candidates();
  return candidates.map((candidate) => {
    const listed = actor.kind === 'playbook' ? actor.candidates.find((other) => other.id === candidate.id) : undefined;
    const belief = believe(observations, candidate.key, null, null);
    const isWaiting = listed?.when != null;
    return {
      id: candidate.id,
      kind: candidate.kind,
      run: listed?.run ?? commandOf(task, candidate.kind),
      when: listed?.when ?? null,
      belief,
      value: isWaiting ? null : candidate.kind === 'exploit' ? belief.mean : Math.min(1, belief.mean + belief.sd),
    };
  });
}

function commandOf(task: Task, kind: 'exploit' | 'explore'): string {
  if (task.actor.kind !== 'command') return '';
  const { diagnose, run } = task.actor;
  return kind === 'explore' && diagnose?.kind === 'command' ? diagnose.run : run;
}
