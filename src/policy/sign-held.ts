import { hasLoneSurrogate } from '../base/canonical-json.ts';
import { PraxisError } from '../base/errors.ts';
import { type ExactJson, type ExactObject, isExactObject } from '../base/exact-json.ts';
import { sha256Hex } from '../base/sha256.ts';
import { addGoalRecord, addRecord } from './add-record.ts';
import type { Checkpoint } from './checkpoint.ts';
import { withCheckpointFields } from './create-checkpoint.ts';
import { loadCheckpoint, type ValidCheckpoint, type ValidPolicy, validateCheckpoint } from './documents.ts';
import { type Change, type HeldFile, requireUnchanged } from './held-file.ts';
import { governingDecisions } from './human-gates.ts';
import { KEYS_HINT } from './human-keys.ts';
import type { HumanDecision } from './human-record.ts';
import { LIMIT_METRICS, type LimitName } from './limits.ts';
import type { Checked } from './refusal.ts';
import { equalInConstantTime } from './secret-compare.ts';
import { signRecord } from './sign-record.ts';

/** What a person says. */
export type HumanWord =
  | {
      readonly kind: 'decision';
      readonly gate: string;
      readonly decision: HumanDecision;
      readonly rationale: string;
    }
  | { readonly kind: 'override'; readonly limit: LimitName; readonly value: bigint; readonly reason: string };

export interface SignRequest {
  readonly word: HumanWord;
  readonly keyId: string;
  /** The person's secret. */
  readonly secret: string;
  /** When it is said: ISO 8601 with an offset. */
  readonly timestamp: string;
  readonly policy: ValidPolicy;
  /** The secrets of others, as far as they are known here. */
  readonly keys: ReadonlyMap<string, string>;
  /** SHA-256 of the action that the person was shown; null where none waits. */
  readonly actionHash: string | null;
  /** SHA-256 of the bytes that the person looked at; left out, the file is taken as it is. */
  readonly expectedSha256?: string;
}

export interface SignedWord {
  readonly record: ExactObject;
}

/** Adds what a person says to the checkpoint in a file, signed; CHECKPOINT_REFUSED where evaluation would refuse it. */
export function signHeld(found: HeldFile, request: SignRequest): Change<SignedWord> {
  const loaded = loadCheckpoint(found.bytes, found.path);
  if (loaded.kind === 'refused')
    throw new PraxisError('CHECKPOINT_INVALID', loaded.message, {
      hint: 'Mend the checkpoint before anybody signs it.',
    });
  requireUnchanged(found, request.expectedSha256);
  const task = taskOf(loaded);
  const actionHash = task.pendingActionHash;
  if (actionHash === null) throw refused('the checkpoint waits for no action: its pending_action_hash is null');
  if (actionHash !== request.actionHash) throw refused('another action waits by now than the one that was shown');
  requirePinned(request);
  const record = signedRecord(request, task, actionHash);
  const document = withWord(loaded, record, request);
  return { kind: 'publish', document, moved: [], result: { record } };
}

/** The hash of a person's secret; CHECKPOINT_REFUSED for one whom the policy does not let sign. */
export function pinnedHash({ policy, keyId }: Pick<SignRequest, 'policy' | 'keyId'>): string {
  const { keyHashes } = policy.kind === 'policy' ? policy.policy : policy.policy.base;
  const pinned = keyHashes.get(keyId);
  if (pinned === undefined) throw refused(`the policy pins no key of ${keyId}`);
  return pinned;
}

/** Said of the one who signs, before records of others are judged under what was typed. */
function requirePinned(request: SignRequest): void {
  const { keyId, secret } = request;
  const pinned = pinnedHash(request);
  if (hasLoneSurrogate(secret) || !equalInConstantTime(sha256Hex(secret), pinned))
    throw refused(`the secret is not the one that the policy pins for ${keyId}`);
}

function signedRecord(
  { word, keyId, secret, timestamp }: SignRequest,
  task: Checkpoint,
  actionHash: string,
): ExactObject {
  const { kind, ...said } = word;
  const observed =
    word.kind === 'override' ? [['observed_value', task.metrics[LIMIT_METRICS[word.limit]]] as const] : [];
  const members = new Map<string, ExactJson>([
    ...Object.entries(said),
    ['actor', `human:${keyId}`],
    ['timestamp', timestamp],
    ['affected_action_hash', actionHash],
    ...observed,
  ]);
  const { signature } = allowed(signRecord(members, secret));
  const authorization = new Map([
    ['scheme', 'hmac-sha256'],
    ['key_id', keyId],
    ['signature', signature],
  ]);
  return members.set('authorization', authorization);
}

/** The document with the record in it. */
function withWord(loaded: ValidCheckpoint, record: ExactObject, request: SignRequest): ExactObject {
  const keys = new Map(request.keys).set(request.keyId, request.secret);
  const added = judged(loaded, record, { ...request, keys });
  if (added.kind === 'ok') return added.value;
  const known = withKnownSigners(loaded, keys);
  if (known === null) throw refused(added.message);
  // Somebody else signed too, whose key is rightly not here: what they said is judged where it is known.
  allowed(judged(known, record, { ...request, keys }));
  const whole = validateCheckpoint(appended(loaded, record, request.word.kind));
  if (whole.kind === 'refused') throw refused(whole.message);
  const answers = governingDecisions(taskOf(whole).decisions);
  if (answers.kind === 'refused') throw refused(answers.message);
  return whole.checkpoint.document;
}

function judged(
  loaded: ValidCheckpoint,
  record: ExactObject,
  { word, policy, keys }: SignRequest,
): Checked<ExactObject> {
  const added = { kind: word.kind, record };
  if (loaded.kind === 'checkpoint' && policy.kind === 'policy')
    return documentOf(addRecord(loaded.checkpoint, added, policy.policy, keys));
  if (loaded.kind === 'goal-checkpoint' && policy.kind === 'goal-policy')
    return documentOf(addGoalRecord(loaded.checkpoint, added, policy.policy, keys));
  throw refused('checkpoint and policy versions must match');
}

function documentOf(result: Checked<{ readonly document: ExactObject }>): Checked<ExactObject> {
  return result.kind === 'ok' ? { kind: 'ok', value: result.value.document } : result;
}

/** The checkpoint without the records of people whose keys are not here; null where all are. */
function withKnownSigners(loaded: ValidCheckpoint, keys: ReadonlyMap<string, string>): ValidCheckpoint | null {
  const { decisions, overrides } = taskOf(loaded);
  const isKnown = (record: { readonly keyId: string }) => keys.has(record.keyId);
  if (decisions.every(isKnown) && overrides.every(isKnown)) return null;
  const reduced = validateCheckpoint(
    withTaskFields(loaded, {
      decisions: decisions.filter(isKnown).map(({ document }) => document),
      overrides: overrides.filter(isKnown).map(({ document }) => document),
    }),
  );
  return reduced.kind === 'refused' ? null : reduced;
}

function appended(loaded: ValidCheckpoint, record: ExactObject, kind: HumanWord['kind']): ExactObject {
  const task = taskOf(loaded);
  const member = kind === 'decision' ? 'decisions' : 'overrides';
  return withTaskFields(loaded, { [member]: [...task[member].map(({ document }) => document), record] });
}

function withTaskFields(loaded: ValidCheckpoint, changes: { readonly [member: string]: ExactJson }): ExactObject {
  const { document } = loaded.checkpoint;
  if (loaded.kind === 'checkpoint') return withCheckpointFields(document, changes);
  const task = document.get('task');
  return withCheckpointFields(document, {
    task: withCheckpointFields(isExactObject(task) ? task : new Map(), changes),
  });
}

function taskOf(loaded: ValidCheckpoint): Checkpoint {
  return loaded.kind === 'checkpoint' ? loaded.checkpoint : loaded.checkpoint.task;
}

function allowed<T>(result: Checked<T>): T {
  if (result.kind === 'ok') return result.value;
  throw refused(result.message);
}

function refused(message: string): PraxisError {
  return new PraxisError('CHECKPOINT_REFUSED', message, {
    hint: `Nothing was written. ${hintFor(message)}`,
  });
}

function hintFor(message: string): string {
  if (message.startsWith('the policy pins no key'))
    return 'Its human_authorization.key_hashes names who may sign, each with the SHA-256 of the secret.';
  if (message.startsWith('the secret is not')) return 'Give the secret whose SHA-256 stands in the policy.';
  if (message.includes('no configured human authorization key')) return KEYS_HINT;
  if (message.includes('pending_action_hash is null'))
    return 'A word is bound to an action: it can be signed while the host has one wait, such as a question of a run.';
  if (message.includes('not authorized before exhaustion'))
    return 'An override counts only before its limit is reached; raise the limit in the policy.';
  if (message.includes('cannot lower')) return 'Give a value above the limit of the policy.';
  if (message.includes('versions must match')) return 'A task checkpoint has a policy v1, a goal a goal policy v2.';
  if (message.includes('must be a non-empty string'))
    return 'Say it in words: gate, rationale and reason are not empty.';
  return '`praxis checkpoint show` tells what the checkpoint waits for, `praxis policy explain` why.';
}
