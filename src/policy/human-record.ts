import type { ExactJson, ExactObject } from '../base/exact-json.ts';
import { count, finiteNumber, object, paddedHash, requireKeys, text } from './field-checks.ts';
import { Findings } from './findings.ts';
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
  const findings = new Findings();
  findings.read(() => requireKeys(document, label, DECISION_FIELDS));
  const gate = findings.member(document, 'gate', (written) => text(written, `${label}.gate`));
  const actor = findings.member(document, 'actor', (written) => humanActor(written, `${label}.actor`));
  const decision = findings.member(document, 'decision', (written) => humanDecision(written, `${label}.decision`));
  const moment = findings.member(document, 'timestamp', (written) => timestampField(written, `${label}.timestamp`));
  const rationale = findings.member(document, 'rationale', (written) => text(written, `${label}.rationale`));
  const signed = findings.read(() => signedBy(document, label));
  findings.settle();
  return Object.freeze({
    kind: 'decision',
    document,
    label,
    gate: gate.value,
    actor: actor.value,
    decision: decision.value,
    ...moment.value,
    rationale: rationale.value,
    ...signed.value,
  });
}

export function overrideRecord(value: ExactJson, label: string): OverrideRecord {
  const document = object(value, label);
  const findings = new Findings();
  findings.read(() => requireKeys(document, label, OVERRIDE_FIELDS));
  const limit = findings.member(document, 'limit', (written) => limitName(written, `${label}.limit`));
  const raised = findings.member(document, 'value', (written) => count(written, `${label}.value`));
  const observed = findings.member(document, 'observed_value', (written) =>
    finiteNumber(written, `${label}.observed_value`),
  );
  const reason = findings.member(document, 'reason', (written) => text(written, `${label}.reason`));
  const actor = findings.member(document, 'actor', (written) => humanActor(written, `${label}.actor`));
  const moment = findings.member(document, 'timestamp', (written) => timestampField(written, `${label}.timestamp`));
  const signed = findings.read(() => signedBy(document, label));
  findings.settle();
  return Object.freeze({
    kind: 'override',
    document,
    label,
    limit: limit.value,
    value: raised.value,
    observedValue: observed.value,
    reason: reason.value,
    actor: actor.value,
    ...moment.value,
    ...signed.value,
  });
}

function humanDecision(value: ExactJson, label: string): HumanDecision {
  const decision = HUMAN_DECISIONS.find((known) => known === value);
  return decision ?? refuse(`${label} must be approve, decline, or revise`);
}

function limitName(value: ExactJson, label: string): LimitName {
  return typeof value === 'string' && isLimitName(value) ? value : refuse(`${label} is not a public policy limit`);
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
  const findings = new Findings();
  const action = findings.member(document, 'affected_action_hash', (written) =>
    paddedHash(written, `${label}.affected_action_hash`),
  );
  const signer = findings.member(document, 'authorization', (written) =>
    authorization(written, `${label}.authorization`),
  );
  findings.settle();
  return { affectedActionHash: action.value, ...signer.value };
}

function authorization(value: ExactJson, place: string): Pick<SignedRecord, 'keyId' | 'signature'> {
  const members = object(value, place);
  const findings = new Findings();
  findings.read(() => requireKeys(members, place, AUTHORIZATION_FIELDS));
  findings.member(members, 'scheme', (written) => {
    if (written !== 'hmac-sha256') refuse(`${place}.scheme must be hmac-sha256`);
  });
  const keyId = findings.member(members, 'key_id', (written) => keyIdField(written, `${place}.key_id`));
  const signature = findings.member(members, 'signature', (written) => paddedHash(written, `${place}.signature`));
  findings.settle();
  return { keyId: keyId.value, signature: signature.value };
}

function keyIdField(value: ExactJson, label: string): string {
  const keyId = text(value, label);
  return hasWhiteSpace(stripped(keyId)) ? refuse(`${label} must not contain whitespace`) : keyId;
}
