import { canonicalHash } from '../base/canonical-json.ts';
import { exactFromPlain } from '../base/exact-json.ts';

/** What makes two failures the same one. Names are those of the policy contract. */
export interface FailureKey {
  /** Actor kind and candidate key. */
  readonly operation: string;
  /** Ids of the failing criteria, in listed order. */
  readonly target: readonly string[];
  /** Hash of the candidate's command or prompt template, never of the tree. */
  readonly input: string;
  /** Fingerprint of the failed run. */
  readonly errorClass: string;
}

/** A failure of this run and how often it was met since it was last forgiven. */
export interface Failure extends FailureKey {
  /** SHA-256, hex. */
  readonly id: string;
  readonly attempts: number;
}

export interface RecordedFailure {
  readonly failures: readonly Failure[];
  readonly failure: Failure;
  readonly sameFailureRetries: number;
}

/** What a cycle with new evidence showed. */
export interface Progress {
  /** Criteria whose fraction rose. */
  readonly raised: readonly string[];
  /** Fingerprint of the run of the criteria after the act; null where all hold. */
  readonly fingerprint: string | null;
}

/** Identity of a failure: SHA-256 over what its key holds. */
function failureId(key: FailureKey): string {
  const identity = canonicalHash(exactFromPlain([key.operation, key.target.join(',')]));
  return canonicalHash(exactFromPlain([identity, key.input, key.errorClass]));
}

/** Counts one more attempt of a failure. `sameFailureRetries` is how often it was repeated, 0 the first time. */
export function recordFailure(failures: readonly Failure[], key: FailureKey): RecordedFailure {
  const id = failureId(key);
  const known = failures.find((failure) => failure.id === id);
  const failure: Failure = {
    operation: key.operation,
    target: key.target,
    input: key.input,
    errorClass: key.errorClass,
    id,
    attempts: (known?.attempts ?? 0) + 1,
  };
  const others = failures.filter((other) => other.id !== id);
  return { failures: [...others, failure], failure, sameFailureRetries: failure.attempts - 1 };
}

/**
 * Sets the attempts of every failure to 0 that new evidence concerns: the fraction of one of its targets rose, or its
 * fingerprint became another. Only for a cycle that brought new evidence, else two failures in turn would never end.
 */
export function forgiveFailures(failures: readonly Failure[], progress: Progress): readonly Failure[] {
  return failures.map((failure) => (isConcerned(failure, progress) ? { ...failure, attempts: 0 } : failure));
}

function isConcerned(failure: Failure, progress: Progress): boolean {
  return failure.errorClass !== progress.fingerprint || failure.target.some((id) => progress.raised.includes(id));
}
