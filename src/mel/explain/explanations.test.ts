import { describe, expect, test } from 'vitest';
import { DIAGNOSTIC_CODES, type DiagnosticCode } from '../codes.ts';
import { compile } from '../compile.ts';
import { EXPLANATIONS } from './explanations.ts';

const codes = Object.keys(DIAGNOSTIC_CODES) as DiagnosticCode[];
/** No source alone gives this: it needs an option of the caller. */
const WITHOUT_SOURCE: readonly DiagnosticCode[] = ['E_TOO_MANY'];
const withSource = codes.filter((code) => !WITHOUT_SOURCE.includes(code));

describe('the explanation of a code', () => {
  test.each(withSource)('%s has a bad example that gives it', (code) => {
    const { bad } = EXPLANATIONS[code];
    const found = compile(bad ?? '').diagnostics;
    expect(found.map((diagnostic) => diagnostic.code)).toContain(code);
  });

  test.each(withSource)('%s has a good example with nothing to report', (code) => {
    const { schema, diagnostics } = compile(EXPLANATIONS[code].good ?? '');
    expect(diagnostics.map(({ code: found, message }) => `${found} ${message}`)).toEqual([]);
    expect(schema).not.toBeNull();
  });

  test.each(WITHOUT_SOURCE)('%s has no example', (code) => {
    expect(EXPLANATIONS[code]).toMatchObject({ bad: null, good: null });
  });
});
