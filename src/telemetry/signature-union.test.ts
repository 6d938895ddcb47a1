import { expect, test } from 'vitest';
import { signatureOf } from './fingerprint.ts';
import { uniteSignatures } from './signature-union.ts';

const of = (text: string, count: number, className = 'unknown') => ({ tool: 'api', class: className, text, count });
const name = (text: string, className = 'unknown') => signatureOf('api', className, text);

test('unites texts that share four words of five, under the most frequent', () => {
  const united = uniteSignatures([of('a b c d e', 1), of('a b c d', 7)]);
  expect(united.get(name('a b c d e'))).toBe(name('a b c d'));
});

test('unites by way of others', () => {
  const united = uniteSignatures([of('a b c d e f', 1), of('a b c d e', 1), of('a b c d', 9)]);
  expect(new Set(united.values())).toEqual(new Set([name('a b c d')]));
});

test('prefers the smaller text among equally frequent ones', () => {
  const united = uniteSignatures([of('b a c d e', 2), of('a b c d e', 2)]);
  expect(united.get(name('b a c d e'))).toBe(name('a b c d e'));
});

test('leaves other classes and less similar texts apart', () => {
  const united = uniteSignatures([of('a b c d', 1), of('a b c d', 1, 'timeout'), of('a b c', 1)]);
  expect(new Set(united.values()).size).toBe(3);
});
