import { describe, expect, test } from 'vitest';
import { POLICY_SCHEMAS } from '../../scripts/policy-schemas.ts';
import { validateCheckpoint, validatePolicy } from '../../src/policy/index.ts';
import { isValid } from './json-schema.ts';
import { type VectorDocument, vectorDocuments } from './vector-documents.ts';

const documents = vectorDocuments();

/** Whether one of the two schemas of its kind takes a document. */
function isInSchema({ kind, document }: VectorDocument): boolean {
  const name = { policy: 'agent-policy', checkpoint: 'task-checkpoint', decision: 'policy-decision' }[kind];
  return [1, 2].some((version) => isValid(document, POLICY_SCHEMAS[`${name}-${version}.json`] ?? {}));
}

function problemOf({ kind, document }: VectorDocument): string | null {
  const result = kind === 'policy' ? validatePolicy(document) : validateCheckpoint(document);
  return result.kind === 'refused' ? result.message : null;
}

/** What no schema says, as the notes in them tell. */
const INEXPRESSIBLE: readonly RegExp[] = [
  /must be a non-negative integer$/,
  /expected nonnegative integer$/,
  /^expected (policy|checkpoint) v2$/,
  /must be (>=|<=) /,
  /review reserve must leave an executor slot/,
  /must be an ISO 8601 date-time$|must include a timezone$/,
  /must not contain duplicates$/,
  /duplicate checkpoint override/,
  /must match checkpoint\.pending_action_hash$|pending_action_hash is required/,
  /^totals must equal baseline plus slice$/,
  /^task_id mismatch$/,
  /^history (sequence|hash|totals regressed)|^slice id does not match history$|^baseline differs from history$/,
  /^accepted evidence differs|^duplicate advance request$|^history\[\d+\]/,
  /^duplicate failure identity$|^retry counter regressed|^active failure missing/,
  /cannot be hashed$/,
];

describe('the published schemas', () => {
  test('take every document that the contract accepts', () => {
    const accepted = documents.filter((item) => item.kind === 'decision' || problemOf(item) === null);
    expect(accepted.length).toBeGreaterThan(500);
    expect(accepted.filter((item) => !isInSchema(item)).map(({ from }) => from)).toEqual([]);
  });

  test('refuse every other, but for rules that their notes tell of', () => {
    const refused = documents.flatMap((item) => {
      const problem = item.kind === 'decision' ? null : problemOf(item);
      return problem === null ? [] : [{ item, problem }];
    });
    const missed = refused.filter(
      ({ item, problem }) => isInSchema(item) && !INEXPRESSIBLE.some((rule) => rule.test(problem)),
    );
    expect(refused.length).toBeGreaterThan(150);
    expect(missed.map(({ item, problem }) => `${item.from}: ${problem}`)).toEqual([]);
  });

  test('say what they cannot express', () => {
    for (const [name, { $comment }] of Object.entries(POLICY_SCHEMAS)) {
      if (!name.startsWith('policy-decision')) expect($comment).toMatch(/^Shape only;/);
    }
  });
});
