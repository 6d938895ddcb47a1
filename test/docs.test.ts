import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ERROR_CODES } from '../src/base/errors.ts';
import { missingLine, readPage } from './docs/page.ts';
import { CONTRACT } from './e2e/agent-collab.ts';
import { CLI, cleanEnvironment, ROOT } from './e2e/support.ts';

const SKILLS = join('plugin', 'praxis', 'skills');
const pages = [
  'README.md',
  ...readdirSync(join(ROOT, 'docs')).map((name) => join('docs', name)),
  ...readdirSync(join(ROOT, SKILLS)).map((name) => join(SKILLS, name, 'SKILL.md')),
].filter((name) => name.endsWith('.md'));

/** A folder with a home of its own, `praxis` on the path and the package installed, beside a clone of the repository. */
function workshop(): { readonly folder: string; readonly env: Record<string, string> } {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'praxis-docs-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true, maxRetries: 5 }));
  const [folder, bin, home] = ['work', 'bin', 'home'].map((name) => join(root, name)) as [string, string, string];
  for (const path of [folder, bin, home]) mkdirSync(path);
  mkdirSync(join(root, 'node_modules'));
  symlinkSync(ROOT, join(root, 'node_modules', 'praxis'));
  symlinkSync(ROOT, join(root, 'praxis'));
  for (const [name, program] of [
    ['praxis', CLI],
    ['agent-collab', CONTRACT],
  ] as const) {
    writeFileSync(join(bin, name), `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`);
    chmodSync(join(bin, name), 0o755);
  }
  const path = [bin, dirname(process.execPath), process.env.PATH].join(delimiter);
  return { folder, env: cleanEnvironment({ PATH: path, HOME: home, PRAXIS_HOME: join(home, 'praxis') }) };
}

/** Runs a command as a terminal session would: the folder it ends in is the one the next command starts in. */
function runIn(cwd: string, command: string, env: Record<string, string>) {
  const script = 'trap \'printf "\\n%s" "$PWD" >&3\' EXIT\neval "$1"';
  const ended = spawnSync('bash', ['-c', `{ ${script}\n} 2>&1`, 'bash', command], {
    cwd,
    env,
    encoding: 'utf8',
    timeout: 50_000,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  return { exit: ended.status, output: ended.stdout, cwd: String(ended.output[3] ?? '').trim() || cwd };
}

describe('the docs', () => {
  test.each(pages)('%s does what it says', { timeout: 120_000 }, (page) => {
    const { folder, env } = workshop();
    let cwd = folder;
    for (const step of readPage(readFileSync(join(ROOT, page), 'utf8'))) {
      if (step.kind === 'file') {
        mkdirSync(dirname(join(cwd, step.name)), { recursive: true });
        writeFileSync(join(cwd, step.name), step.text);
        continue;
      }
      const ended = runIn(cwd, step.command, env);
      const where = `${page}:${step.line}: $ ${step.command}\n${ended.output}`;
      expect(ended.exit, where).toBe(step.exit);
      expect(missingLine(step.expected, ended.output), where).toBeUndefined();
      cwd = ended.cwd;
    }
  });

  test('list every error code with its exit code', () => {
    const text = readFileSync(join(ROOT, 'docs/command-line.md'), 'utf8');
    const listed = [...text.matchAll(/^\| `([A-Z_]+)` *\| (\d+) *\|/gm)].map(([, code, exit]) => [code, Number(exit)]);
    expect(Object.fromEntries(listed)).toEqual(ERROR_CODES);
  });

  test('point to files that exist', () => {
    for (const page of [...pages, 'CONTRIBUTING.md', 'AGENTS.md', 'examples/README.md', 'demo/README.md']) {
      const text = readFileSync(join(ROOT, page), 'utf8');
      for (const [, target = ''] of text.matchAll(/\]\((?!https?:|#)([^)#]+)[^)]*\)/g)) {
        expect(() => readFileSync(join(ROOT, dirname(page), target)), `${page} → ${target}`).not.toThrow(/ENOENT/);
      }
    }
  });
});
