import { canonicalHash } from '../base/canonical-json.ts';
import { exactFromPlain, type PlainJson } from '../base/exact-json.ts';
import type { CriterionResult } from './critique.ts';
import type { EvidenceRecord } from './store.ts';

/** What a cycle may add to what is known, before it is a record. */
export type Evidence =
  /** The state of the scope, free of violations. */
  | { readonly kind: 'artifact'; readonly tree: string }
  /** What one criterion showed; with the tree, so that one sees after which change it was made. */
  | {
      readonly kind: 'test';
      readonly criterion: string;
      readonly passed: boolean;
      readonly fraction: number;
      readonly fingerprint: string | null;
      readonly tree: string;
    }
  /** What an explore or diagnose act looked at. `output`: normalised and redacted, of a playbook; null of a model. */
  | {
      readonly kind: 'source';
      readonly candidate: string;
      readonly fingerprint: string | null;
      readonly output: string | null;
    }
  /** A record that a person signed or answered. */
  | { readonly kind: 'decision'; readonly record: PlainJson }
  /** A failure met; `failure` is its identity. */
  | { readonly kind: 'blocker'; readonly failure: string };

/** The canonical record of a piece of evidence; `ref` is `sha256:` and the hash of its body. */
export function evidenceRecord(evidence: Evidence, cycle: number): EvidenceRecord {
  return { v: 1, ref: refOf({ ...evidence }), kind: evidence.kind, cycle, body: { ...evidence } };
}

/** The `test` evidence of a criterion's result under a tree. */
export function testEvidence(result: CriterionResult, tree: string): Evidence {
  return {
    kind: 'test',
    criterion: result.id,
    passed: result.passed,
    fraction: result.fraction,
    fingerprint: result.fingerprint,
    tree,
  };
}

/** Equal for records that tell the same: a `test` record is compared without its tree, all others as they are. */
export function noveltyKey(record: Pick<EvidenceRecord, 'kind' | 'ref' | 'body'>): string {
  if (record.kind !== 'test' || typeof record.body !== 'object' || record.body === null) return record.ref;
  const members = Object.entries(record.body).filter(([name]) => name !== 'tree');
  return refOf(Object.fromEntries(members));
}

function refOf(body: PlainJson): string {
  return `sha256:${canonicalHash(exactFromPlain(body))}`;
}
