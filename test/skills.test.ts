import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { ROOT } from './e2e/support.ts';

const FOLDER = join(ROOT, 'plugin', 'praxis', 'skills');
const names = readdirSync(FOLDER);
/** The members that the Agent Skills format knows. */
const KNOWN = ['name', 'description', 'license', 'compatibility', 'metadata', 'allowed-tools'];

function read(name: string): { readonly head: Record<string, unknown>; readonly body: string } {
  const text = readFileSync(join(FOLDER, name, 'SKILL.md'), 'utf8');
  const [, head = '', body = ''] = /^---\n(.*?)\n---\n(.*)$/s.exec(text) ?? [];
  return { head: parse(head), body };
}

describe('skills', () => {
  test('are those that agents are taught by', () => {
    expect(names.sort()).toEqual(['lessons', 'plan-act-reflect']);
    expect(readdirSync(join(ROOT, 'skills')).sort()).toEqual(names);
  });

  test.each(names)('%s keeps to the format of Agent Skills', (name) => {
    const { head, body } = read(name);
    expect(head.name).toBe(name);
    expect(name).toMatch(/^(?!-)(?!.*--)[a-z0-9-]{1,64}(?<!-)$/);
    expect(typeof head.description).toBe('string');
    expect(String(head.description).length).toBeGreaterThan(0);
    expect(String(head.description).length).toBeLessThanOrEqual(1024);
    expect(String(head.compatibility ?? '').length).toBeLessThanOrEqual(500);
    expect(Object.keys(head).filter((key) => !KNOWN.includes(key))).toEqual([]);
    expect(body.split('\n').length).toBeLessThan(500);
    for (const [, target = ''] of body.matchAll(/\]\((?!https?:)([^)#]+)/g))
      expect(existsSync(join(FOLDER, name, target)), target).toBe(true);
  });

  test('plan-act-reflect teaches the whole cycle', () => {
    const { body } = read('plan-act-reflect');
    const [, before = '', cycle = ''] = body.split(/^## (?:Before you begin|The cycle)$/m);
    const numbered = (text: string) => [...text.matchAll(/^(\d)\. (.*)$/gm)].map(([, number]) => Number(number));
    expect(numbered(before)).toEqual([1, 2, 3, 4, 5]);
    const steps = [...cycle.matchAll(/^(\d)\. \*\*(\w+)\.?\*\*/gm)].map(([, number, name]) => `${number} ${name}`);
    expect(steps).toEqual([
      '1 Validate',
      '2 Gate',
      '3 Plan',
      '4 Act',
      '5 Critique',
      '6 Record',
      '7 Classify',
      '8 Evaluate',
      '9 Obey',
    ]);
    for (const words of ['at most the one action', 'no counting by yourself', 'no limits from memory'])
      expect(body.replace(/\s+/g, ' ')).toContain(words);
    const rows = [...body.matchAll(/^\| `(continue|checkpoint|stop)`, exit (\d)/gm)].map(([, answer, exit]) => [
      answer,
      exit,
    ]);
    expect(rows).toEqual([
      ['continue', '0'],
      ['checkpoint', '3'],
      ['stop', '4'],
    ]);
    for (const scope of ['`slice`', '`action`', '`goal`']) expect(body).toContain(`cope ${scope}`);
  });
});
