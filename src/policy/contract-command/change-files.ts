import { EXIT, PraxisError } from '../../base/errors.ts';
import type { ExactJson, ExactObject } from '../../base/exact-json.ts';
import { type AdvanceRequest, advanceHeld } from '../advance-held.ts';
import type { WrittenStart } from '../create-goal.ts';
import { goalPolicyFrom } from '../goal-policy.ts';
import type { GoalCheckpoint } from '../goal-state.ts';
import { requireHashForm } from '../held-file.ts';
import { HUMAN_KEYS_VARIABLE, parseHumanKeys } from '../human-keys.ts';
import { migrated } from '../migrate.ts';
import { type Checked, checked, refuse } from '../refusal.ts';
import { totalsDocument } from '../totals.ts';
import type { ContractHost } from './host.ts';
import { readNamed } from './named-files.ts';
import { type CommandOutcome, documentOutcome, invalidDocument } from './outcome.ts';

type Option = (name: string) => string;

/** `agent-collab checkpoint advance`. */
export async function advanceNamed(option: Option, host: ContractHost): Promise<CommandOutcome> {
  const path = option('checkpoint');
  return answered(path, async () => {
    const { policy, keys } = taken(checked(() => authority(option, host)));
    const request: AdvanceRequest = {
      requestId: option('request-id'),
      expectedSha256: option('expected-sha256'),
      policy: () => goalPolicyFrom(policy, option('policy')),
      keys,
    };
    requireHashForm(request.expectedSha256);
    return host.checkpoints.change(path, (found) => advanceHeld(found, request));
  });
}

/** `agent-collab checkpoint migrate`. */
export async function migrateNamed(option: Option, host: ContractHost): Promise<CommandOutcome> {
  const path = option('checkpoint');
  return answered(path, async () => {
    const goal = taken(checked(() => migratedFrom(option, host)));
    await host.checkpoints.create(option('output'), goal.document);
    return goal;
  });
}

function migratedFrom(option: Option, host: ContractHost): GoalCheckpoint {
  const { policy, keys } = authority(option, host);
  const start = startFrom(readNamed(option('metadata'), host.readFile));
  const source = readNamed(option('checkpoint'), host.readFile);
  return migrated(source, goalPolicyFrom(policy, option('policy')), start, keys);
}

function startFrom(metadata: ExactObject): WrittenStart {
  const goalId = metadata.get('goal_id');
  const nextStep = metadata.get('next_step');
  if (metadata.size !== 2 || goalId === undefined || nextStep === undefined)
    return refuse('migration metadata requires goal_id and next_step only');
  return { goalId, nextStep };
}

function authority(option: Option, { readFile, env }: ContractHost) {
  const policy = readNamed(option('policy'), readFile);
  const keys = parseHumanKeys(env[HUMAN_KEYS_VARIABLE]);
  return keys.kind === 'keys' ? { policy, keys: keys.keys } : refuse(keys.message);
}

/** Ends as an error does that says the same; `answered` takes it up. */
function taken<T>(result: Checked<T>): T {
  if (result.kind === 'ok') return result.value;
  throw new PraxisError('CHECKPOINT_REFUSED', result.message, { hint: '' });
}

async function answered(path: string, change: () => Promise<GoalCheckpoint>): Promise<CommandOutcome> {
  try {
    return documentOutcome(EXIT.ok, changedDocument(await change()));
  } catch (error) {
    if (error instanceof PraxisError)
      return documentOutcome(EXIT.invalid, invalidDocument('checkpoint', path, error.message));
    throw error;
  }
}

function changedDocument({ sliceId, taskId, totals }: GoalCheckpoint): ExactObject {
  return new Map<string, ExactJson>([
    ['ok', true],
    ['schema_version', 2n],
    ['slice_id', sliceId],
    ['task_id', taskId],
    ['totals', totalsDocument(totals)],
  ]);
}
