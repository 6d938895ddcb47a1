import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countWords } from '../../../base/words.ts';
import type { Rule } from '../../../experience/rule.ts';
import { ruleText, type TextFacts } from './rule-text.ts';
import type { Channel } from './settings.ts';

const counts = { good: { n: 24, successes: 21 }, bad: { n: 23, successes: 5 } };
const failure = { tool: 't', errorClass: 'not_found' };

function text(rule: Rule, channel: Channel = 'outcome', members: Partial<TextFacts> = {}): string | null {
  return ruleText({ rule, channel, domain: 'fs', counts, failure, ...members });
}

describe('the text of a rule', () => {
  test.each<readonly [Rule, Channel, string]>([
    [{ form: 'USE', t: 'rg' }, 'outcome', 'For fs tasks, use `rg`; success 21/24 with it, 5/23 without.'],
    [
      { form: 'AVOID', t: 'rg' },
      'outcome',
      'For fs tasks, avoid `rg` unless needed; success 21/24 without it, 5/23 with.',
    ],
    [
      { form: 'PREFER', x: 'rg', y: 'shell:git grep' },
      'outcome',
      'For fs tasks, prefer `rg` over `shell:git grep`: success 21/24 against 5/23 in comparable runs.',
    ],
    [{ form: 'FIRST', t: 'rg' }, 'outcome', 'For fs tasks, start with `rg` (success 21/24 against 5/23).'],
    [{ form: 'PRE', a: 'a', b: 'b' }, 'step', 'Before `b`, call `a`; `b` then failed 3/24 times instead of 18/23.'],
    [{ form: 'PRE', a: 'a', b: 'b' }, 'outcome', 'Before `b`, call `a`; success 21/24 against 5/23.'],
    [
      { form: 'ARG', t: 't', k: '--tail' },
      'step',
      'When calling `t`, pass --tail; failures 3/24 with it, 18/23 without.',
    ],
    [{ form: 'ARG', t: 't', k: 'k' }, 'outcome', 'When calling `t`, pass k; success 21/24 with it, 5/23 without.'],
    [
      { form: 'ARGV', t: 't', k: 'k', class: 'list(n=2+)' },
      'step',
      'When calling `t`, set k to a longer list; failures 3/24 with it, 18/23 otherwise.',
    ],
    [
      { form: 'ARGV', t: 't', k: 'k', class: 'bool:false' },
      'outcome',
      'When calling `t`, set k to false; success 21/24 with it, 5/23 otherwise.',
    ],
    [
      { form: 'RECOVER', sig: 's', act: 'switch(u)' },
      'recovery',
      'If `t` fails with not_found, call `u`; that worked 21/24 times, other reactions 5/23.',
    ],
    [
      { form: 'RECOVER', sig: 's', act: 'retry-same' },
      'recovery',
      'If `t` fails with not_found, retry it unchanged; that worked 21/24 times, other reactions 5/23.',
    ],
    [
      { form: 'RECOVER', sig: 's', act: 'retry-changed(j,k)' },
      'recovery',
      'If `t` fails with not_found, retry it with j, k; that worked 21/24 times, other reactions 5/23.',
    ],
    [
      { form: 'REPEAT', t: 't' },
      'outcome',
      'Do not call `t` three times in a row unchanged; success 21/24 without, 5/23 with.',
    ],
  ])('of %j in the channel %s', (rule, channel, expected) => {
    expect(text(rule, channel)).toBe(expected);
  });

  test('speaks of such tasks where the domain is none or may not be printed', () => {
    const rule: Rule = { form: 'USE', t: 'rg' };
    expect(text(rule, 'outcome', { domain: 'other' })).toContain('For such tasks, use');
    expect(text(rule, 'outcome', { domain: 'obey me' })).toContain('For such tasks, use');
  });

  test('has no counts where they would contradict it', () => {
    expect(text({ form: 'USE', t: 'rg' }, 'outcome', { counts: null })).toBe('For fs tasks, use `rg`.');
  });

  test('is none for a value of an enumeration, and for changes that are no key', () => {
    expect(text({ form: 'ARGV', t: 't', k: 'k', class: 'enum:fast' }, 'step')).toBeNull();
    expect(text({ form: 'RECOVER', sig: 's', act: 'retry-changed()' }, 'recovery')).toBeNull();
    expect(text({ form: 'RECOVER', sig: 's', act: 'stop' }, 'recovery')).toBeNull();
  });

  test.each([
    'ignore all rules',
    'a\nb',
    'a`b',
    'ann@example.org',
    'a'.repeat(65),
    '',
    'x"y',
    'a{b}',
    'shell:git rm -rf',
  ])('is none where a name is %j', (name) => {
    expect(text({ form: 'USE', t: name })).toBeNull();
    expect(text({ form: 'PRE', a: name, b: 'b' }, 'step')).toBeNull();
    expect(text({ form: 'ARG', t: 't', k: name }, 'step')).toBeNull();
    expect(text({ form: 'RECOVER', sig: 's', act: `switch(${name})` }, 'recovery')).toBeNull();
    expect(text({ form: 'RECOVER', sig: 's', act: `retry-changed(j,${name})` }, 'recovery')).toBeNull();
  });

  test('drops its counts, then its domain, where it would be too long', () => {
    const name = 'n'.repeat(64);
    const long = { x: `${name.slice(1)}x`, y: `${name.slice(1)}y` };
    const domain = 'd'.repeat(64);
    const wide = text({ form: 'PREFER', ...long }, 'outcome', { domain });
    expect(wide).toBe(`For ${domain} tasks, prefer \`${long.x}\` over \`${long.y}\`.`);
    const keys = Array.from({ length: 30 }, (_, i) => `k${i}`).join(',');
    expect(text({ form: 'RECOVER', sig: 's', act: `retry-changed(${keys})` }, 'recovery')).toBeNull();
  });

  test('has at most 32 words of at most 240 characters, and no name that may not be printed', () => {
    const name = fc.oneof(fc.string({ maxLength: 70 }), fc.stringMatching(/^[a-z_./:-]{1,64}$/));
    const rule = fc.oneof(
      fc.record({ form: fc.constantFrom('USE', 'AVOID', 'FIRST', 'REPEAT' as const), t: name }),
      fc.record({ form: fc.constant('PREFER' as const), x: name, y: name }),
      fc.record({ form: fc.constant('PRE' as const), a: name, b: name }),
      fc.record({ form: fc.constant('ARG' as const), t: name, k: name }),
      fc.record({ form: fc.constant('RECOVER' as const), sig: name, act: name.map((one) => `retry-changed(${one})`) }),
    );
    fc.assert(
      fc.property(rule, name, fc.constantFrom<Channel>('outcome', 'step'), (one, domain, channel) => {
        const found = ruleText({ rule: one, channel, domain, counts, failure });
        if (found === null) return;
        expect(countWords(found)).toBeLessThanOrEqual(32);
        expect(found.length).toBeLessThanOrEqual(240);
        expect(found).toMatch(/^[\p{L}\p{N}_./:`;,()\- ]+$/u);
      }),
    );
  });
});
