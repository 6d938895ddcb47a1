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
});
