import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { screenText } from './screen.ts';

const line = v.object({ kind: v.optional(v.string(), 'benign'), text: v.string() });

function textsOf(name: string): readonly v.InferOutput<typeof line>[] {
  const path = new URL(`../../../test/data/screen/${name}.jsonl`, import.meta.url);
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  return lines.map((one) => v.parse(line, JSON.parse(one)));
}

describe('the screen, on texts that are known', () => {
  test('holds back every hostile one', () => {
    expect(textsOf('hostile').filter(({ text }) => screenText(text).ok)).toEqual([]);
  });

  test('lets at least 98 of 100 benign ones pass', () => {
    const texts = textsOf('benign');
    const held = texts.filter(({ text }) => !screenText(text).ok);
    expect(held.length / texts.length).toBeLessThanOrEqual(0.02);
  });

  test('hides nothing by a change of case, by line ends or by marks around it', () => {
    const plain = textsOf('hostile').filter(({ kind }) => kind === 'instruct' || kind === 'disable-checks');
    const passed = plain.flatMap(({ text }) =>
      [text.toUpperCase(), `${text}\n`, `  ${text}  `, `Use small commits. ${text}`].filter(
        (form) => screenText(form).ok,
      ),
    );
    expect(passed.length / (4 * plain.length)).toBeLessThanOrEqual(0.01);
  });
});
