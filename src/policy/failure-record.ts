import { canonicalHash, hasLoneSurrogate } from '../base/canonical-json.ts';
import type { ExactJson, ExactObject } from '../base/exact-json.ts';
import { Findings, readEach } from './findings.ts';
import { fixedMembers, goalCount, goalText, goalTexts, isHash } from './goal-checks.ts';
import { refuse } from './refusal.ts';

/** One way in which one operation fails on one input, however often, by whatever model, in whatever slice. */
export interface FailureRecord {
  /** SHA-256 of [identity, input, error class]. */
  readonly id: string;
  /** SHA-256 of [operation, target]. */
  readonly identity: string;
  readonly inputSha256: string;
  readonly errorClass: string;
  /** How often it failed; 0 for a corrected attempt that has not failed yet. */
  readonly attempts: bigint;
  readonly evidenceRef: string;
  /** Evidence that was there when it failed, and what corrections used up: none of it permits a further attempt. */
  readonly observedEvidence: readonly string[];
}

const FIELDS = ['identity', 'input_sha256', 'error_class', 'attempts', 'evidence_ref', 'observed_evidence'];

/** Reads the failures of a goal. `requireCounted` judges each by what the task says of it. */
export function failuresFrom(
  items: readonly ExactJson[],
  requireCounted: (failure: FailureRecord) => void,
): readonly FailureRecord[] {
  const seen = new Set<string>();
  return Object.freeze(
    readEach(items, (item) => {
      const failure = failureFrom(item);
      const findings = new Findings();
      findings.read(() => {
        if (seen.has(failure.id)) refuse('duplicate failure identity');
      });
      seen.add(failure.id);
      findings.read(() => requireCounted(failure));
      findings.settle();
      return failure;
    }),
  );
}

function failureFrom(value: ExactJson): FailureRecord {
  const { members, findings } = fixedMembers(value, 'failure', FIELDS);
  const identity = findings.member(members, 'identity', (written) => goalText(written, 'identity'));
  const input = findings.member(members, 'input_sha256', (written) => goalText(written, 'input_sha256'));
  const errorClass = findings.member(members, 'error_class', (written) => goalText(written, 'error_class'));
  const evidence = findings.member(members, 'evidence_ref', (written) => goalText(written, 'evidence_ref'));
  findings.read(() => {
    if (!isHash(identity.value)) refuse('failure identity: expected SHA-256');
  }, 'identity');
  findings.read(() => {
    if (!isHash(input.value)) refuse('failure input: expected SHA-256');
  }, 'input_sha256');
  const attempts = findings.member(members, 'attempts', (written) => goalCount(written, 'attempts'));
  const observed = findings.member(members, 'observed_evidence', (written) =>
    goalTexts(written, 'invalid failure observed_evidence'),
  );
  findings.settle();
  return Object.freeze({
    id: failureId(identity.value, input.value, errorClass.value),
    identity: identity.value,
    inputSha256: input.value,
    errorClass: errorClass.value,
    attempts: attempts.value,
    evidenceRef: evidence.value,
    observedEvidence: observed.value,
  });
}

/** Refuses a retry counter that hides attempts of the active failure. */
export function requireRetries(failure: FailureRecord, activeFailure: string | null, retries: bigint): void {
  if (failure.id === activeFailure && retries < failure.attempts - 1n)
    refuse('retry counter regressed from failure history');
}

/** Refuses an active failure that no record tells of. */
export function requireActiveKnown(activeFailure: string | null, failures: readonly FailureRecord[]): void {
  if (activeFailure !== null && !failures.some(({ id }) => id === activeFailure))
    refuse('active failure missing from history');
}

/** The id of a failure from the parts that make it what it is. */
export function failureId(identity: string, inputSha256: string, errorClass: string): string {
  if (hasLoneSurrogate(errorClass)) refuse('error_class holds a lone surrogate and cannot be hashed');
  return canonicalHash([identity, inputSha256, errorClass]);
}

export function failureDocument(failure: FailureRecord): ExactObject {
  return new Map<string, ExactJson>([
    ['identity', failure.identity],
    ['input_sha256', failure.inputSha256],
    ['error_class', failure.errorClass],
    ['attempts', failure.attempts],
    ['evidence_ref', failure.evidenceRef],
    ['observed_evidence', failure.observedEvidence],
  ]);
}
