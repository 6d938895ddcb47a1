import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { buildModule } from '../src/mel/build-module.ts';
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

/** What is wrong with the domains that show how faults are told. */
const FAULTS: Readonly<Record<string, readonly string[]>> = {
  'typo.mel': ['E_UNDEFINED'],
  'habits.mel': ['MEL_PARSER', 'MEL_PARSER'],
};

describe('the guide to MEL', () => {
  test.each(blocks('mel'))('holds a domain at line $line that does what the page says of it', ({ text }) => {
    const codes = compile(text).diagnostics.map((diagnostic) => diagnostic.code);
    const name = /file: (\S+)/.exec(text)?.[1] ?? '';
    expect(codes).toEqual(FAULTS[name] ?? []);
  });

  const programs = blocks('ts').map((program, index) => ({ ...program, printed: blocks('text')[index]?.text }));

  test.each(programs)(
    'holds a program at line $line that prints what the page says, and whose types hold',
    {
      timeout: 240_000,
    },
    ({ text: program, printed }) => {
      const folder = mkdtempSync(join(ROOT, 'node_modules/.mel-guide-'));
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
      mkdirSync(join(folder, 'node_modules'));
      symlinkSync(ROOT, join(folder, 'node_modules/praxis'));
      const source = blocks('mel').find(({ text }) => text.includes('file: shelf.mel'))?.text ?? '';
      const { schema } = compile(source);
      if (schema === null) throw new TypeError('the first domain of the guide does not compile');
      const { module, types } = buildModule(schema);
      for (const [name, text] of [
        ['shelf.mjs', module],
        ['shelf.d.mts', types],
        ['use.mts', program],
      ] as const)
        writeFileSync(join(folder, name), text);
      const options = '--ignoreConfig --strict --module nodenext --target es2022 --lib es2023,dom --types node';
      execFileSync(process.execPath, [
        join(ROOT, 'node_modules/typescript/bin/tsc'),
        ...options.split(' '),
        join(folder, 'use.mts'),
      ]);
      expect(execFileSync(process.execPath, [join(folder, 'use.mjs')], { encoding: 'utf8' })).toBe(printed);
    },
  );

  test('has a reference that is current', () => {
    execFileSync(process.execPath, [join(ROOT, 'scripts/mel-reference.mjs'), '--check'], { stdio: 'pipe' });
  });
});
