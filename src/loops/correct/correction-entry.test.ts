import { describe, expect, test } from 'vitest';
import { toolRegistry } from '../build/tool-registry.ts';
import { lessonOf } from './correction-entry.ts';

const registry = toolRegistry({
  seen: ['shell:rg', 'shell:grep', 'shell:npm test', 'shell:git push', 'mcp__web__search'],
  servers: [],
  declared: { tools: [], aliases: { ripgrep: 'shell:rg' }, domains: {} },
});
const work = { registry, toolDomains: {} };

describe('lessonOf', () => {
  test('fills the template of a preference and names its tools', () => {
    expect(lessonOf('No, use ripgrep instead of `grep`.', work)).toEqual({
      kind: 'lesson',
      text: 'Prefer ripgrep over `grep`.',
      type: 'tool_selection',
      domain: 'search',
      rule: { form: 'PREFER', x: 'shell:rg', y: 'shell:grep' },
    });
  });

  test('keeps the text without a rule where a name is not that of a tool', () => {
    expect(lessonOf('prefer the staging cluster over grep', work)).toMatchObject({
      text: 'Prefer the staging cluster over grep.',
      domain: 'search',
      rule: null,
    });
  });

  test('asks its own words for its domain, not the task during which it was said', () => {
    expect(lessonOf('never push to main', work)).toMatchObject({ domain: 'other' });
    expect(lessonOf('always restart the pods of the daemonset', work)).toMatchObject({ domain: 'k8s' });
    expect(lessonOf('always mock the typescript compiler and the s3 bucket', work)).toMatchObject({ domain: 'other' });
  });

  test('reads on where a line was wrapped', () => {
    expect(lessonOf('never use\nthe old client', work)).toMatchObject({ text: 'Never use the old client.' });
    expect(lessonOf('No.\nNever force push.\nThanks', work)).toMatchObject({ text: 'Never force push.' });
  });

  test('reads an order of two tools', () => {
    expect(lessonOf('run npm test before git push', work)).toMatchObject({
      text: 'Run npm test before git push.',
      type: 'convention',
      rule: { form: 'PRE', a: 'shell:npm test', b: 'shell:git push' },
    });
  });

  test('makes conventions of what is never and what is always right', () => {
    expect(lessonOf("Don't force push.", work)).toMatchObject({ text: 'Never force push.', type: 'convention' });
    expect(lessonOf('Always run the linter', work)).toMatchObject({ text: 'Always run the linter.', domain: 'code' });
  });

  test.each([
    'use 42 instead of 41',
    "never write 'hello'",
    'use "main" instead of "master"',
    "don't touch src/app.ts",
    'never delete /etc/hosts',
    'always open https://example.org first',
    "don't do that",
    'never change these tests',
    'use this instead of grep',
    'never close PROJ-123',
    'never reset 9f86d08a3c1',
    'never write to [redacted] again',
  ])('sees that %j is about its instance alone', (text) => {
    expect(lessonOf(text, work)).toMatchObject({ kind: 'instance' });
  });

  test.each([
    'never use python3',
    'always read/write with care',
    'never edit package.json',
    'use web/search instead of grep',
  ])('sees that %j may hold elsewhere', (text) => {
    expect(lessonOf(text, work)).toMatchObject({ kind: 'lesson' });
  });

  test('cuts nothing: what is longer than a guideline may be stays feedback, since its end may be its exception', () => {
    const long = `always ${'check the result of each call '.repeat(5)}, ${'unless it was asked for twice '.repeat(5)}`;
    expect(lessonOf(long, work)).toEqual({
      kind: 'instance',
      reason: 'as a guideline it has 61 words; at most 32 are taken',
    });
  });

  test('learns no text that came here in another encoding', () => {
    expect(lessonOf('never use \ufffd bytes', work)).toMatchObject({ kind: 'instance' });
  });

  test('keeps a correction of no known form as feedback', () => {
    expect(lessonOf('the header is still broken', work)).toMatchObject({ kind: 'instance' });
  });
});
