import { canonicalText, findUnwritable } from '../base/canonical-json.ts';
import type { ExactObject } from '../base/exact-json.ts';
import { hmacSha256Hex } from '../base/sha256.ts';
import { type Checked, checked, refuse } from './refusal.ts';

export interface RecordSignature {
  /** The canonical text that was signed: the record without its `authorization` member. */
  readonly payload: string;
  /** HMAC-SHA256 in lower-case hex. */
  readonly signature: string;
}

/** Signs a decision or override record with a human's secret. */
export function signRecord(record: ExactObject, secret: string): Checked<RecordSignature> {
  return checked(() => {
    if (secret === '') refuse('human authorization secret must not be empty');
    const payload = signedPayload(record, 'human record');
    return { payload, signature: hmacSha256Hex(secret, payload) };
  });
}

/** The text that a record's signature covers. `label` names the record where it cannot be written. */
export function signedPayload(record: ExactObject, label: string): string {
  const members = new Map(record);
  members.delete('authorization');
  const unwritable = findUnwritable(members);
  if (unwritable !== undefined)
    return refuse(`${label}.${unwritable.path.join('.')} holds a ${unwritable.problem} and cannot be signed`);
  return canonicalText(members);
}
