import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { printedText } from '../base/canonical-json.ts';
import { PraxisError } from '../base/errors.ts';
import type { ExactObject, PlainJson } from '../base/exact-json.ts';
import { type Environment, readEnvironment } from '../host/environment.ts';
import { HUMAN_KEYS_VARIABLE, parseHumanKeys } from '../policy/index.ts';
import { createActor } from '../run/actors/create-actor.ts';
import { believe } from '../run/beliefs.ts';
import { decide } from '../run/decide.ts';
import { PLAN_PATH, planText } from '../run/plan-file.ts';
import { buildPrompt, contextLimits } from '../run/prompt.ts';
import type { RunPolicy } from '../run/run-policy.ts';
import type { Observation, RunStore } from '../run/store.ts';
import type { Task } from '../run/task.ts';
import { redactText } from '../telemetry/redact.ts';
import { readController } from './controller-file.ts';
import type { PreviewedCandidate, RunPreview, RunRequest } from './door.ts';
import { readPolicyFile } from './policy-file.ts';
import { previewOpening } from './preview-opening.ts';
import { findRecords } from './records.ts';
import { resolveTask } from './resolve-task.ts';

/** What a run would begin with. Reads; runs nothing and writes nothing. */
export async function previewTask(request: RunRequest): Promise<RunPreview> {
  const environment = readEnvironment();
  const { loaded, sessionId } = await resolveTask(request, environment);
  const { task } = loaded;
  const read = readPolicyFile(task.policyPath);
  if (read.kind === 'fail-closed') {
    const reason = read.decision.reasons[0] ?? 'the policy cannot be used';
    throw new PraxisError('POLICY_INVALID', reason.replace(/^evaluation_error:/, ''), {
      hint: `Check it with \`praxis policy validate --policy ${task.policyPath}\`.`,
    });
  }
  const { policy } = read;
  if (request.controllerFile !== null) await readController(request.controllerFile, request.cwd);
  const store = await findRecords(environment, task.workTree, request.library ?? task.library ?? environment.library);
  try {
    const { opening, checkpoint } = await previewOpening(task, policy, request, store, sessionId);
    return {
      topic: task.topic,
      goal: task.goal,
      policyId: policy.policyId,
      opening,
      decision: decisionOn(task, checkpoint, policy, environment),
      candidates: candidatesOf(task, await observationsOf(task, store)),
      prompt: firstPrompt(task, policy),
    };
  } finally {
    await store?.close();
  }
}

function planInTree(task: Task): string {
  try {
    return redactText(planText(readFileSync(join(task.workTree, PLAN_PATH), 'utf8'), task.goal));
  } catch {
    // None, or not for us to read: there is no plan.
    return '';
  }
}

/** What a command actor is told in cycle 1, as far as it is known before the baseline. */
function firstPrompt(task: Task, policy: RunPolicy): string | null {
  if (task.actor.kind === 'playbook') return null;
  return buildPrompt({
    act: 'exploit',
    goal: task.goal,
    acceptance: task.acceptance,
    scope: task.scope,
    protectedGlobs: task.protectedGlobs,
    plan: planInTree(task),
    digest: '',
    trail: [],
    critique: null,
    output: '',
    lastResult: '',
    limits: contextLimits(policy),
  }).text;
}

function decisionOn(task: Task, checkpoint: ExactObject, policy: RunPolicy, environment: Environment): PlainJson {
  const keys = parseHumanKeys(environment.humanKeysJson ?? undefined);
  if (keys.kind === 'refused') {
    throw new PraxisError('POLICY_INVALID', keys.message, { hint: `Mend ${HUMAN_KEYS_VARIABLE}.` });
  }
  return JSON.parse(printedText(decide(policy, checkpoint, keys.keys, task.policyPath).document)) as PlainJson;
}

async function observationsOf(task: Task, store: RunStore | undefined): Promise<readonly Observation[]> {
  const keys = createActor(task.actor)
    .candidates()
    .map((candidate) => candidate.key);
  return (await store?.observations(keys, 50)) ?? [];
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
