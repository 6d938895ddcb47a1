import type { Critique } from '../critique.ts';
import { evidenceRecord, noveltyKey, testEvidence } from '../evidence.ts';
import type { CritiqueRecord, Finding } from '../journal.ts';
import { scopeHash } from '../scope.ts';
import type { EvidenceRecord } from '../store.ts';
import type { TreeRecord } from '../tree.ts';
import { treeChanges } from '../tree-changes.ts';
import { critiqueNow } from './critique-now.ts';
import { reviewDue } from './review-due.ts';
import { type Session, stateOf } from './session.ts';

/** Where the project stands before anything acts: the criteria run once, and what they write by themselves is remembered. */
export async function lookNow(session: Session): Promise<void> {
  const { deps, recorder } = session;
  const before = await deps.tree.record();
  const looked = await critiqueNow(session, false);
  if (deps.signal.aborted) return;
  const after = await deps.tree.record();
  const due = reviewDue(session, looked.critique, scopeHash(after, deps.rules()));
  const seen = { ...looked, critique: due.critique };
  session.treeBeforeAct = after;
  session.treeAfterAct = null;
  const tests = testRecords(session, seen.critique, before);
  const scope = evidenceRecord({ kind: 'artifact', tree: scopeHash(after, deps.rules()) }, 0);
  recorder.record({
    kind: 'baselined',
    isResume: stateOf(session).resumes > 0,
    critique: withoutTexts(seen.critique),
    pins: seen.pins,
    findings: tests.map(findingOf),
    seen: [noveltyKey(scope)],
    writes: treeChanges(before, after).map((change) => change.path),
    ...(due.isDue ? { isReviewDue: true as const } : {}),
    tests: Object.fromEntries(tests.map((record, index) => [seen.critique.results[index]?.id ?? '', record.ref])),
  });
  await recorder.commit({ evidence: tests });
  deps.onProgress({
    kind: 'baseline',
    signal: seen.critique.signal,
    failing: seen.critique.results.filter((result) => !result.passed).map((result) => result.id),
    line: seen.critique.line,
  });
}

/** The `test` records of a critique, in the order of the criteria. */
export function testRecords(session: Session, critique: Critique, tree: TreeRecord): readonly EvidenceRecord[] {
  const hash = scopeHash(tree, session.deps.rules());
  return critique.results.map((result) => evidenceRecord(testEvidence(result, hash), stateOf(session).counters.cycle));
}

export function findingOf(record: EvidenceRecord): Finding {
  return { ref: record.ref, novelty: noveltyKey(record) };
}

/** A critique without the texts that only the next choice needs. */
export function withoutTexts(critique: Critique): CritiqueRecord {
  const { text: _, results, ...rest } = critique;
  return { ...rest, results: results.map(({ text: __, ...result }) => result) };
}
