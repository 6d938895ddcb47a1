import { describe, expect, test } from 'vitest';
import { simpleCommands } from './shell-words.ts';

function words(line: string): readonly (readonly string[])[] {
  return simpleCommands(line).map((command) => command.words);
}

describe('a shell line', () => {
  test('falls into simple commands', () => {
    expect(words('cd a && node b.js; (x | y) &\nz')).toEqual([['cd', 'a'], ['node', 'b.js'], ['x'], ['y'], ['z']]);
  });

  test('loses its quotes and escapes', () => {
    expect(words(`node "a b".js 'c''d' e\\ f`)).toEqual([['node', 'a b.js', 'cd', 'e f']]);
  });

  test('reads redirected input and leaves output out', () => {
    expect(words('sort < in.txt > out.txt 2>&1 >>log 2>err last')).toEqual([['sort', 'in.txt', 'last']]);
  });

  test('ends at a comment', () => {
    expect(words('a b # c\nd#e')).toEqual([['a', 'b'], ['d#e']]);
  });
});
