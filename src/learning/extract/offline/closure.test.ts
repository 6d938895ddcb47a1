import { describe, expect, test } from 'vitest';
import type { Rule } from '../../../experience/rule.ts';
import type { Candidate } from './candidate.ts';
import { closure } from './closure.ts';

const UNITS = 6;
const ALL = [0, 1, 2, 3, 4, 5];

function candidate(rule: Rule, truth: readonly number[], applies: readonly number[] = ALL): Candidate {
  return { rule, applies: Int32Array.from(applies), truth: Int32Array.from(truth) };
}

function kept(...candidates: readonly Candidate[]): readonly Rule[] {
  return closure(candidates, UNITS).map((one) => one.rule);
}

const use = (t: string): Rule => ({ form: 'USE', t });
const prefer: Rule = { form: 'PREFER', x: 'x', y: 'y' };

describe('the closure of candidates', () => {
  test('leaves out what is true of all units or of none', () => {
    expect(kept(candidate(use('a'), ALL), candidate(use('b'), []), candidate(use('c'), [1]))).toEqual([use('c')]);
    expect(kept(candidate({ form: 'PRE', a: 'a', b: 'b' }, [1, 2], [1, 2]))).toEqual([]);
  });

  test('keeps of what says the same a preference, else the first form, else the smaller name', () => {
    const same = [0, 2];
    const arg: Rule = { form: 'ARG', t: 'a', k: 'k' };
    expect(kept(candidate(arg, same), candidate(use('a'), same))).toEqual([use('a')]);
    expect(kept(candidate(use('b'), same), candidate(use('a'), same))).toEqual([use('a')]);
    expect(kept(candidate(use('a'), same), candidate(prefer, same))).toEqual([prefer]);
  });

  test('keeps what is true of the same units but applies to others', () => {
    expect(
      kept(candidate(use('a'), [0, 2]), candidate({ form: 'ARG', t: 'a', k: 'k' }, [0, 2], [0, 2, 3])),
    ).toHaveLength(2);
  });

  test('drops a use that a preference says from the other side', () => {
    expect(kept(candidate(use('x'), [0, 1]), candidate(use('y'), [2, 3, 4, 5]), candidate(prefer, [0, 1]))).toEqual([
      prefer,
    ]);
    const partial = candidate(prefer, [0, 1], [0, 1, 2, 3]);
    expect(kept(candidate(use('y'), [2, 3]), partial)).toEqual([prefer, use('y')]);
  });

  test('keeps of two uses that are the reverse of each other the smaller name', () => {
    expect(kept(candidate(use('b'), [0, 1]), candidate(use('a'), [2, 3, 4, 5]))).toEqual([use('a')]);
    expect(kept(candidate(use('b'), [0, 1]), candidate(use('a'), [2, 3, 4]))).toEqual([use('a'), use('b')]);
  });

  test('keeps nothing that says the same as a use dropped for its reverse', () => {
    const pre: Rule = { form: 'PRE', a: 'y', b: 'z' };
    const rest = [2, 3, 4, 5];
    expect(kept(candidate(pre, rest), candidate(use('y'), rest), candidate(prefer, [0, 1]))).toEqual([prefer]);
  });

  test('keeps both values of an argument, since they are tried one by one', () => {
    const value = (name: string): Rule => ({ form: 'ARGV', t: 'a', k: 'k', class: name });
    expect(kept(candidate(value('bool:true'), [0, 1]), candidate(value('bool:false'), [2, 3, 4, 5]))).toHaveLength(2);
  });
});
