import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Tokenizer } from '@huggingface/tokenizers';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { referenceTexts } from '../../../test/support/reference-texts.ts';
import { wordPieces } from './word-pieces.ts';

const ROOT = join(import.meta.dirname, '../../..');
const MAX_TOKENS = 256;
const tokenise = wordPieces(readFileSync(join(ROOT, 'models/all-MiniLM-L6-v2/vocab.txt'), 'utf8'), MAX_TOKENS);
const oracle = new Tokenizer(
  JSON.parse(readFileSync(join(ROOT, 'test/data/embedder/tokenizer.json'), 'utf8')),
  JSON.parse('{"do_lower_case":true}'),
);

function expected(text: string): readonly number[] {
  const ids = Array.from(oracle.encode(text).ids, Number);
  return ids.length <= MAX_TOKENS ? ids : [...ids.slice(0, MAX_TOKENS - 1), ...ids.slice(-1)];
}

/** Signs of the alphabets that the rules of the tokeniser tell apart; Han of the higher planes is not among them. */
const sign = fc.oneof(
  fc.integer({ min: 0x20, max: 0x7e }),
  fc.integer({ min: 0, max: 0xff }),
  fc.integer({ min: 0x300, max: 0x5ff }),
  fc.integer({ min: 0x900, max: 0xdff }),
  fc.integer({ min: 0x1e00, max: 0x30ff }),
  fc.integer({ min: 0x4e00, max: 0x9fff }),
  fc.integer({ min: 0xac00, max: 0xd7a3 }),
  fc.integer({ min: 0xf900, max: 0xffff }),
  fc.integer({ min: 0x1f300, max: 0x1f6ff }),
);
/** Without the capital sigma: the other tokeniser ends words with another small one, which the reference does not. */
const mixedText = fc
  .array(
    sign.filter((code) => code !== 0x3a3),
    { maxLength: 60 },
  )
  .map((signs) => String.fromCodePoint(...signs));

describe('word pieces', () => {
  test('are those of the reference for every one of its texts', () => {
    for (const { text, ids } of referenceTexts()) expect(tokenise(text), JSON.stringify(text)).toEqual(ids);
  });

  test('are those of another tokeniser for any text', () => {
    fc.assert(
      fc.property(mixedText, (text) => {
        expect(tokenise(text)).toEqual(expected(text));
      }),
      { numRuns: 2000 },
    );
  });

  test('take the names of special tokens wherever they stand, in capitals alone', () => {
    expect(tokenise('a[MASK]b')).toEqual([101, 1037, 103, 1038, 102]);
    expect(tokenise('[mask]')).toEqual([101, 1031, 7308, 1033, 102]);
  });

  test('cut a text at the limit, with the last token at its end', () => {
    expect(tokenise('word '.repeat(1000))).toHaveLength(MAX_TOKENS);
    expect(tokenise('word '.repeat(1000)).at(-1)).toBe(102);
    expect(tokenise('word '.repeat(254))).toEqual(expected('word '.repeat(254)));
    expect(tokenise('word '.repeat(255))).toEqual(expected('word '.repeat(255)));
  });

  test('part Han of the higher planes sign by sign', () => {
    expect(tokenise('\u{20000}\u{20001}')).toEqual([101, 100, 100, 102]);
  });

  test('take a capital sigma for the same letter wherever it stands in a word', () => {
    expect(tokenise('A\u03a3')).toEqual(tokenise('a\u03c3'));
    expect(tokenise('A\u03a3 \u03a3A')).toEqual(tokenise('a\u03c3 \u03c3a'));
  });

  test('leave out lone surrogates', () => {
    expect(tokenise('a\ud800b')).toEqual(tokenise('ab'));
  });
});
