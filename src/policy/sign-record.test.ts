import { describe, expect, test } from 'vitest';
import { signedDecision } from '../../test/policy/samples.ts';
import { signRecord } from './sign-record.ts';

describe('signRecord', () => {
  test('leaves the authorization out of what it signs', () => {
    const record = signedDecision();
    const bare = new Map(record);
    bare.delete('authorization');
    expect(signRecord(record, 'k')).toEqual(signRecord(bare, 'k'));
  });

  test('signs nothing with an empty secret', () => {
    expect(signRecord(new Map(), '')).toMatchObject({
      kind: 'refused',
      message: 'human authorization secret must not be empty',
    });
  });

  test('names the member that cannot be signed', () => {
    expect(signRecord(new Map([['gate', '\ud800']]), 'k')).toMatchObject({
      message: 'human record.gate holds a lone surrogate and cannot be signed',
    });
  });
});
