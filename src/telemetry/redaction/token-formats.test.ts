import { describe, expect, test } from 'vitest';
import { TOKEN_FORMATS } from './token-formats.ts';

describe('the table of formats', () => {
  test('names for each where it is described', () => {
    for (const { issuer, source } of TOKEN_FORMATS) expect(`${issuer}: ${source}`).toMatch(/: https:\/\/\S+\.\S+$/);
  });

  test('has each prefix once for a form', () => {
    const forms = TOKEN_FORMATS.flatMap(({ prefixes, rest }) => prefixes.map((prefix) => `${prefix} ${String(rest)}`));
    const patterns = forms.filter((form) => !form.includes('[object'));
    expect(patterns.length).toBe(new Set(patterns).size);
  });

  test('bounds every pattern, so that no text makes one slow', () => {
    const patterns = TOKEN_FORMATS.flatMap(({ rest }) => (rest instanceof RegExp ? [rest.source] : []));
    expect(patterns.length).toBeGreaterThan(10);
    expect(patterns.filter((source) => /(?<!\\)[*+]|\{\d+,\}/.test(source.replace(/\[[^\]]*\]/g, '')))).toEqual([]);
  });
});
