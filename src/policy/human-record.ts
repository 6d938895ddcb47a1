import type { ExactJson, ExactObject } from '../base/exact-json.ts';
import { count, finiteNumber, object, paddedHash, requireKeys, text } from './field-checks.ts';
import { isLimitName, type LimitName } from './limits.ts';
import { refuse } from './refusal.ts';
import { parseTimestamp } from './timestamp.ts';
import { hasWhiteSpace, stripped } from './white-space.ts';

const HUMAN_DECISIONS = ['approve', 'decline', 'revise'] as const;
export type HumanDecision = (typeof HUMAN_DECISIONS)[number];

interface SignedRecord {
  /** The record as written; its signature covers every member but `authorization`. */
  readonly document: ExactObject;
  /** Its place in the checkpoint, e.g. `checkpoint.decisions[0]`. */
  readonly label: string;
  readonly actor: string;
  readonly timestamp: string;
  /** The timestamp as microseconds from 1970-01-01 UTC. */
  readonly micros: bigint;
  readonly affectedActionHash: string;
  readonly keyId: string;
  readonly signature: string;
}

/** A human's answer at a gate. */
export interface DecisionRecord extends SignedRecord {
  readonly kind: 'decision';
  readonly gate: string;
  readonly decision: HumanDecision;
  readonly rationale: string;
}

/** A human's new value for one limit, given before that limit was reached. */
export interface OverrideRecord extends SignedRecord {
  readonly kind: 'override';
  readonly limit: LimitName;
  readonly value: bigint;
  readonly observedValue: bigint | number;
  readonly reason: string;
}

export type HumanRecord = DecisionRecord | OverrideRecord;

const AUTHORIZATION_FIELDS = ['scheme', 'key_id', 'signature'];
const DECISION_FIELDS = [
  'gate',
  'actor',
  'decision',
  'timestamp',
  'rationale',
  'affected_action_hash',
  'authorization',
];
const OVERRIDE_FIELDS = [
  'limit',
  'value',
  'reason',
  'actor',
  'timestamp',
  'affected_action_hash',
  'observed_value',
  'authorization',
];

export function decisionRecord(value: ExactJson, label: string): DecisionRecord {
  const document = object(value, label);
  requireKeys(document, label, DECISION_FIELDS);
  const gate = text(document.get('gate'), `${label}.gate`);
  const actor = humanActor(document.get('actor'), `${label}.actor`);
  const written = document.get('decision');
  const decision = HUMAN_DECISIONS.find((known) => known === written);
  if (decision === undefined) return refuse(`${label}.decision must be approve, decline, or revise`);
  const { timestamp, micros } = timestampField(document.get('timestamp'), `${label}.timestamp`);
  const rationale = text(document.get('rationale'), `${label}.rationale`);
  const signed = signedBy(document, label);
  return Object.freeze({
    kind: 'decision',
    document,
    label,
    gate,
    actor,
    decision,
    timestamp,
    micros,
    rationale,
    ...signed,
  });
}

export function overrideRecord(value: ExactJson, label: string): OverrideRecord {
  const document = object(value, label);
  requireKeys(document, label, OVERRIDE_FIELDS);
  const limit = document.get('limit');
  if (typeof limit !== 'string' || !isLimitName(limit)) return refuse(`${label}.limit is not a public policy limit`);
  const raised = count(document.get('value'), `${label}.value`);
  const observedValue = finiteNumber(document.get('observed_value'), `${label}.observed_value`);
  const reason = text(document.get('reason'), `${label}.reason`);
  const actor = humanActor(document.get('actor'), `${label}.actor`);
  const { timestamp, micros } = timestampField(document.get('timestamp'), `${label}.timestamp`);
  const signed = signedBy(document, label);
  return Object.freeze({
    kind: 'override',
    document,
    label,
    limit,
    value: raised,
    observedValue,
    reason,
    actor,
    timestamp,
    micros,
    ...signed,
  });
}

/** A timestamp with an offset, as written and as an instant. */
export function timestampField(value: ExactJson | undefined, label: string): { timestamp: string; micros: bigint } {
  const timestamp = text(value, label);
  const parsed = parseTimestamp(timestamp);
  if (parsed.kind === 'invalid') return refuse(`${label} must be an ISO 8601 date-time`);
  if (parsed.kind === 'naive') return refuse(`${label} must include a timezone`);
  return { timestamp, micros: parsed.micros };
}

function humanActor(value: ExactJson | undefined, label: string): string {
  const actor = text(value, label);
  const name = stripped(actor);
  if (!name.startsWith('human:') || name === 'human:' || hasWhiteSpace(name))
    return refuse(`${label} must use the human: namespace`);
  return actor;
}

function signedBy(
  document: ExactObject,
  label: string,
): Pick<SignedRecord, 'affectedActionHash' | 'keyId' | 'signature'> {
  const affectedActionHash = paddedHash(document.get('affected_action_hash'), `${label}.affected_action_hash`);
  const place = `${label}.authorization`;
  const authorization = object(document.get('authorization'), place);
  requireKeys(authorization, place, AUTHORIZATION_FIELDS);
  if (authorization.get('scheme') !== 'hmac-sha256') return refuse(`${place}.scheme must be hmac-sha256`);
  const keyId = text(authorization.get('key_id'), `${place}.key_id`);
  if (hasWhiteSpace(stripped(keyId))) return refuse(`${place}.key_id must not contain whitespace`);
  return { affectedActionHash, keyId, signature: paddedHash(authorization.get('signature'), `${place}.signature`) };
}
