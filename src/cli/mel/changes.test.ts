import { describe, expect, test } from 'vitest';
import { changesText } from './changes.ts';

const skill = (tries: number) => ({
  id: 'shell',
  tries,
  note: 'a text that is long enough to hide what comes behind it',
});

describe('the changes between two states', () => {
  test('are shown whole where they are short', () => {
    expect(changesText({ n: 1, xs: [] }, { n: 2, xs: [] })).toBe('   n: 1 → 2\n');
    expect(changesText({ xs: [] }, { xs: [{ id: 'a' }] })).toBe('   xs: [] → [{"id":"a"}]\n');
  });

  test('are shown by their paths in long values', () => {
    const before = { skills: { shell: skill(0), 'a.b': skill(0), old: skill(1) } };
    const after = { skills: { shell: skill(0), 'a.b': skill(1), new: 3 } };
    expect(changesText(before, after)).toBe(
      [
        '   skills["a.b"].tries: 0 → 1',
        '   skills.old: {"id":"shell","tries":1,"note":"a text that is long enough to hide what comes b… → (none)',
        '   skills.new: (none) → 3',
        '',
      ].join('\n'),
    );
  });

  test('are shown by their positions in long lists', () => {
    const list = Array.from({ length: 40 }, (_, i) => i);
    expect(changesText({ list }, { list: [...list.slice(0, 39), 7, 8] })).toBe(
      '   list[39]: 39 → 7\n   list[40]: (none) → 8\n',
    );
  });

  test('are counted where they are many', () => {
    const list = Array.from({ length: 60 }, (_, i) => i);
    const text = changesText({ list }, { list: list.map((n) => n + 1) });
    expect(text.split('\n').length).toBe(21);
    expect(text).toContain('   list: … 41 more changes\n');
  });
});
