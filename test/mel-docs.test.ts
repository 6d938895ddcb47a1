import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compile } from '../src/mel/compile.ts';
import { ROOT } from './e2e/support.ts';

const guide = readFileSync(join(ROOT, 'docs/mel.md'), 'utf8');

/** Blocks of a language, in order, with the line they begin at. */
function blocks(language: string): readonly { readonly line: number; readonly text: string }[] {
  return [...guide.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map((match) => ({
    line: guide.slice(0, match.index).split('\n').length + 1,
    text: match[1] ?? '',
  }));
}

describe('the guide to MEL', () => {
  test.each(blocks('mel'))('holds a domain at line $line that does what the page says of it', ({ text }) => {
    const codes = compile(text).diagnostics.map((diagnostic) => diagnostic.code);
    expect(codes).toEqual(text.includes('file: typo.mel') ? ['E_UNDEFINED'] : []);
  });

  test('has a reference that is current', () => {
    execFileSync(process.execPath, [join(ROOT, 'scripts/mel-reference.mjs'), '--check'], { stdio: 'pipe' });
  });
});
