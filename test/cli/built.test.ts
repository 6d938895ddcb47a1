import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CONTRACT } from '../e2e/agent-collab.ts';
import { CLI, cleanEnvironment, type Place, place, praxis, ROOT, write } from '../e2e/support.ts';

/** Every module that loads before the first line of `praxis --help` runs: the static imports of the entry and of theirs. */
function loadedAtOnce(entry: string): { readonly files: ReadonlySet<string>; readonly packages: ReadonlySet<string> } {
  const files = new Set<string>();
  const packages = new Set<string>();
  const visit = (path: string): void => {
    if (files.has(path)) return;
    files.add(path);
    for (const [, from = ''] of readFileSync(path, 'utf8').matchAll(/^(?:import|export)\b[^;'"]*?["']([^"']+)["']/gm)) {
      if (from.startsWith('.')) visit(resolve(dirname(path), from));
      else packages.add(from);
    }
  };
  visit(entry);
  return { files, packages };
}

describe('the built command line', () => {
  test('loads next to nothing for its overview', () => {
    const { files, packages } = loadedAtOnce(CLI);
    const bytes = [...files].reduce((sum, path) => sum + statSync(path).size, 0);
    expect([...packages].filter((name) => !name.startsWith('node:'))).toEqual([]);
    expect(packages.size).toBeLessThanOrEqual(2);
    expect(files.size).toBeLessThanOrEqual(7);
    expect(bytes).toBeLessThan(20_000);
  });

  test("loads the policy room alone for the contract's program, and processes only once it locks a file", () => {
    const { files, packages } = loadedAtOnce(CONTRACT);
    const bytes = [...files].reduce((sum, path) => sum + statSync(path).size, 0);
    expect([...packages].sort()).toEqual(['node:fs', 'node:os', 'node:path', 'node:url']);
    expect(files.size).toBeLessThanOrEqual(3);
    expect(bytes).toBeLessThan(160_000);
  });

  test('can be run as a program of its own', () => {
    expect(readFileSync(CLI, 'utf8').startsWith('#!/usr/bin/env node\n')).toBe(true);
    expect(execFileSync(CLI, ['--version'], { encoding: 'utf8', env: cleanEnvironment() })).toMatch(
      /^\d+\.\d+\.\d+\n$/,
    );
    expect(execFileSync(CONTRACT, ['--help'], { encoding: 'utf8', env: cleanEnvironment() })).toContain(
      'usage: agent-collab policy evaluate',
    );
  });

  test('says its version as package.json has it', async () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    expect((await praxis(place(), ['--version'])).stdout).toBe(`${version}\n`);
  });

  test.each<[string, readonly string[], number, string]>([
    ['an unknown verb', ['rum'], 2, 'USAGE'],
    ['an unknown flag', ['run', '--jsn'], 2, 'USAGE'],
    ['no task', ['run'], 2, 'TASK_MISSING'],
    ['a task file that is not there', ['run', 'nothing.yaml'], 2, 'TASK_MISSING'],
    ['a shell nobody knows', ['completions', 'tcsh'], 2, 'USAGE'],
    ['a seed in words', ['demo', '--shuffle', 'much'], 2, 'USAGE'],
    ['a session nobody ran', ['explain', 'abcd'], 2, 'SESSION_NOT_FOUND'],
    ['a session id that is none', ['explain', 'task.yaml'], 2, 'USAGE'],
  ])('ends with a document and the right code for %s', async (_case, args, exit, code) => {
    const ended = await praxis(
      place(),
      [...args, '--json'].filter((word) => args[0] !== 'completions' || word !== '--json'),
    );
    expect(ended.exit).toBe(exit);
    expect(ended.stderr).toContain(`(${code})`);
    if (args[0] === 'completions') return;
    expect(JSON.parse(ended.stdout)).toEqual({
      error: { code, message: expect.any(String), hint: expect.any(String) },
    });
  });

  test('writes words for people to stderr alone', async () => {
    const ended = await praxis(place(), ['run', 'nothing.yaml']);
    expect([ended.stdout, ended.stderr.split('\n')[0]]).toEqual(['', expect.stringContaining('TASK_MISSING')]);
  });

  test.each(['completions zsh', 'run --help', '--help'])('is quiet when the reader of `%s` has gone', (line) => {
    const script = `"$0" "$1" ${line} | true; echo "\${PIPESTATUS[0]}"`;
    for (let round = 0; round < 3; round++) {
      const ended = spawnSync('bash', ['-c', script, process.execPath, CLI], {
        encoding: 'utf8',
        env: cleanEnvironment(),
      });
      expect([ended.stdout, ended.stderr]).toEqual(['0\n', '']);
    }
  });

  test('writes nothing into a folder that is only looked at', async () => {
    const at = place();
    for (const line of ['sessions', 'doctor', 'run --help', 'completions bash']) await praxis(at, line.split(' '));
    expect(readdirSync(at.tree)).toEqual([]);
  });
});

describe('praxis doctor', () => {
  const doctor = async (at: Place) => {
    const ended = await praxis(at, ['doctor', '--json']);
    const report: { status: string; checks: { check: string; status: string; detail: string }[] } = JSON.parse(
      ended.stdout,
    );
    return {
      exit: ended.exit,
      status: report.status,
      of: (name: string) => report.checks.find((one) => one.check === name),
    };
  };

  test('finds this machine fit and makes nothing', async () => {
    const at = place();
    const report = await doctor(at);
    expect([report.exit, report.status]).toEqual([0, 'ok']);
    expect(report.of('node')).toMatchObject({ status: 'ok', detail: process.versions.node });
    expect(report.of('sqlite')).toMatchObject({ status: 'ok' });
    expect(report.of('policy')).toMatchObject({ status: 'skip' });
    expect(report.of('checkpoints')).toMatchObject({ status: 'ok' });
    expect([readdirSync(at.home), readdirSync(at.tree)]).toEqual([[], []]);
  });

  test('ends with 2 for a policy that is broken', async () => {
    const at = place();
    write(at.tree, { 'policy.json': '{"schema_version": 1}' });
    const report = await doctor(at);
    expect([report.exit, report.status]).toEqual([2, 'misconfigured']);
    expect(report.of('policy')).toMatchObject({ status: 'fail' });
  });

  test('ends with 2 where the library cannot be written', async () => {
    const at = place();
    write(at.home, { file: '' });
    const ended = await praxis(at, ['doctor'], { env: { PRAXIS_HOME: join(at.home, 'file', 'below') } });
    expect(ended.exit).toBe(2);
    expect(ended.stdout).toMatch(/fail\s+library/);
  });
});

describe('praxis init', () => {
  test('writes a task that the run accepts', async () => {
    const at = place();
    mkdirSync(join(at.tree, 'test'));
    write(at.tree, { 'package.json': { scripts: { test: 'node --test' } } });
    expect((await praxis(at, ['init'])).exit).toBe(0);
    const dry = await praxis(at, ['run', 'task.yaml', '--dry-run', '--json']);
    expect([dry.exit, dry.stderr]).toEqual([0, '']);
    expect(JSON.parse(dry.stdout).candidates.map((one: { id: string }) => one.id)).toEqual(['look', 'install-missing']);
  });
});
