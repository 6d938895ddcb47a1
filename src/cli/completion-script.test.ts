import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { commandTree } from './command-tree.ts';
import { completionScript, SHELLS } from './completion-script.ts';
import { verbs } from './frame.ts';

const tree = commandTree(verbs());

/** What bash offers for a command line; the last word is the one being typed. */
function bashOffers(...words: string[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'praxis-completion-'));
  try {
    writeFileSync(join(folder, 'task.yaml'), '');
    const line = ['praxis', ...words];
    const script = `${completionScript('bash', tree)}
COMP_WORDS=(${line.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}
_praxis; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const out = execFileSync('bash', ['--norc', '-c', script], { cwd: folder, encoding: 'utf8' });
    return out.split('\n').filter((word) => word !== '');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('completion of bash', () => {
  test('offers the verbs', () => {
    expect(bashOffers('')).toEqual(tree.children.map((child) => child.words[0]));
  });

  test('completes a verb that is begun', () => {
    expect(bashOffers('se')).toEqual(['sessions']);
  });

  test('offers what stands below a group', () => {
    expect(bashOffers('policy', '')).toEqual(['init', 'validate', 'evaluate', 'explain']);
  });

  test('offers the flags of the verb', () => {
    expect(bashOffers('run', '--re')).toEqual(['--resume', '--reserve']);
    expect(bashOffers('policy', 'evaluate', '--check')).toEqual(['--checkpoint']);
  });

  test('offers the values of a flag that has few', () => {
    expect(bashOffers('run', '--answer', '')).toEqual(['approve', 'decline']);
  });

  test('offers files where a file is due', () => {
    expect(bashOffers('run', 'ta')).toEqual(['task.yaml']);
    expect(bashOffers('run', '--policy', 'ta')).toEqual(['task.yaml']);
  });

  test('a task named like a verb does not change the verb', () => {
    expect(bashOffers('run', 'policy', '--dry')).toEqual(['--dry-run']);
  });

  test('offers the shells', () => {
    expect(bashOffers('completions', '')).toEqual([...SHELLS]);
  });
});

describe('completion scripts', () => {
  test.each(SHELLS)('the one of %s names every verb and flag', (shell) => {
    const script = completionScript(shell, tree);
    for (const command of tree.children) {
      expect(script).toContain(command.words[0]);
      for (const flag of command.flags) expect(script).toContain(flag.name);
    }
  });

  test('quotes keep the scripts whole', () => {
    const odd = { ...tree, children: [{ words: ['x'], brief: "it's [odd]: very", flags: [], children: [] }] };
    expect(completionScript('fish', odd)).toContain("'it'\\''s [odd]: very'");
  });
});
