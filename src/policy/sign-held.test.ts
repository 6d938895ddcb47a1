import { describe, expect, test } from 'vitest';
import { goal, goalPolicyDocument } from '../../test/policy/goal-file.ts';
import { ACTION, checkpointDocument, KEYS, policyDocument, signedDecision } from '../../test/policy/samples.ts';
import { printedText } from '../base/canonical-json.ts';
import type { ExactObject } from '../base/exact-json.ts';
import { sha256Hex } from '../base/sha256.ts';
import { validateCheckpoint, validatePolicy } from './documents.ts';
import type { HeldFile } from './held-file.ts';
import { type SignRequest, signHeld } from './sign-held.ts';

const SECRET = KEYS.get('ana') ?? '';

function held(document: ExactObject): HeldFile {
  const bytes = new TextEncoder().encode(printedText(document));
  return { path: '/goals/c.json', bytes, sha256: sha256Hex(bytes) };
}

function request(policyOf: ExactObject, changes: Partial<SignRequest> = {}): SignRequest {
  const policy = validatePolicy(policyOf);
  if (policy.kind === 'refused') throw new Error(policy.message);
  return {
    word: { kind: 'decision', gate: 'merge', decision: 'approve', rationale: 'Read the diff.' },
    keyId: 'ana',
    secret: SECRET,
    timestamp: '2026-01-02T09:30:00Z',
    policy,
    keys: new Map(),
    actionHash: ACTION,
    ...changes,
  };
}

function published(file: HeldFile, signing: SignRequest) {
  const change = signHeld(file, signing);
  if (change.kind !== 'publish') throw new Error('nothing is published');
  const read = validateCheckpoint(change.document);
  if (read.kind === 'refused') throw new Error(read.message);
  return read.kind === 'checkpoint' ? read.checkpoint : read.checkpoint.task;
}

const waiting = { pending_action_hash: ACTION };

describe('signHeld', () => {
  test('adds the word of a person and leaves the rest as it is', () => {
    const before = checkpointDocument(waiting);
    const after = published(held(before), request(policyDocument()));
    expect(after.decisions).toMatchObject([{ gate: 'merge', actor: 'human:ana', keyId: 'ana' }]);
    expect(after.document.get('updated_at')).toBe(before.get('updated_at'));
  });

  test('measures by itself what an override was given on', () => {
    const word = { kind: 'override', limit: 'max_cycles', value: 9n, reason: 'Nearly there.' } as const;
    const { document } = goal({ cycle: 3n, ...waiting });
    expect(published(held(document), request(goalPolicyDocument(), { word })).overrides).toMatchObject([
      { limit: 'max_cycles', value: 9n, observedValue: 3n },
    ]);
  });

  test('judges the word of another whose key is not here by its form alone', () => {
    const bo = signedDecision({ gate: 'deploy' }, 'bo');
    const document = checkpointDocument({ ...waiting, decisions: [bo] });
    expect(published(held(document), request(policyDocument())).decisions).toHaveLength(2);
    const same = signedDecision({ timestamp: '2026-01-02T09:30:00Z' }, 'bo');
    const twice = held(checkpointDocument({ ...waiting, decisions: [same] }));
    expect(() => signHeld(twice, request(policyDocument()))).toThrow('ambiguous human decisions for gate merge');
  });

  test.each<[string, ExactObject, Partial<SignRequest>, string]>([
    ['nothing that waits', checkpointDocument(), {}, 'waits for no action'],
    ['another action than was shown', checkpointDocument(waiting), { actionHash: null }, 'another action waits by now'],
    ['a key that is not pinned', checkpointDocument(waiting), { keyId: 'eve' }, 'pins no key of eve'],
    ['half a surrogate pair for a secret', checkpointDocument(waiting), { secret: '\ud800' }, 'is not the one'],
    ['the version of another policy', goal(waiting).document, {}, 'versions must match'],
    ['a file that was changed', checkpointDocument(waiting), { expectedSha256: '0'.repeat(64) }, 'hash conflict'],
    ['what is no checkpoint', new Map(), {}, 'missing checkpoint fields'],
  ])('signs nothing for %s', (_what, document, changes, message) => {
    expect(() => signHeld(held(document), request(policyDocument(), changes))).toThrow(message);
  });
});
