import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { memoryIo } from '../../../test/cli/memory-io.ts';
import { loadPolicy } from '../../policy/index.ts';
import { init } from './init.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'praxis-init-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

const read = (name: string) => readFileSync(join(folder, name), 'utf8');

describe('init', () => {
  test.each<[string, Record<string, string>, string]>([
    ['an npm project', { 'package.json': '{"scripts":{"test":"node --test"}}' }, 'npm test'],
    ['a pnpm project', { 'package.json': '{"scripts":{"test":"vitest"}}', 'pnpm-lock.yaml': '' }, 'pnpm test'],
    ['a yarn project', { 'package.json': '{"scripts":{"test":"jest"}}', 'yarn.lock': '' }, 'yarn test'],
    ['a pytest project', { 'pyproject.toml': '[tool.pytest.ini_options]\n' }, 'python3 -m pytest -q'],
    ['a cargo project', { 'Cargo.toml': '' }, 'cargo test'],
    ['a go project', { 'go.mod': '' }, 'go test ./...'],
    ['a make project', { Makefile: 'all:\n\ntest: all\n\techo\n' }, 'make test'],
    ['a make project with check', { Makefile: 'check:\n\techo\n' }, 'make check'],
    [
      'a placeholder script beside a Makefile',
      { 'package.json': '{"scripts":{"test":"echo \\"Error: no test specified\\" && exit 1"}}', Makefile: 'test:\n' },
      'make test',
    ],
  ])('finds the tests of %s', async (_name, files, command) => {
    write(files);
    const io = memoryIo({ cwd: folder });
    expect(await init(io, { json: true })).toBe(0);
    expect(JSON.parse(io.out())).toMatchObject({ test_command: command, written: ['task.yaml', 'policy.json'] });
    expect(parse(read('task.yaml'))).toMatchObject({
      acceptance: [{ id: 'tests', run: command }],
      policy_ref: 'policy.json',
      actor: { kind: 'playbook' },
    });
  });

  test('writes a policy that is valid', async () => {
    write({ 'go.mod': '' });
    await init(memoryIo({ cwd: folder }), { json: false });
    expect(loadPolicy(readFileSync(join(folder, 'policy.json')), 'policy.json').kind).toBe('policy');
  });

  test('protects the tests that are there', async () => {
    write({ 'package.json': '{"scripts":{"test":"node --test"}}', 'test/a.test.js': '' });
    await init(memoryIo({ cwd: folder }), { json: false });
    expect(parse(read('task.yaml')).protected).toEqual(['test/**', '**/*.test.*']);
  });

  test('keeps files that are there', async () => {
    write({ 'go.mod': '', 'task.yaml': 'mine', 'policy.json': '{}' });
    const io = memoryIo({ cwd: folder });
    await init(io, { json: false });
    expect(read('task.yaml')).toBe('mine');
    expect(io.out()).toContain('kept  task.yaml');
  });

  test('a named command wins', async () => {
    write({ 'go.mod': '' });
    await init(memoryIo({ cwd: folder }), { accept: 'make "it" work', json: false });
    expect(parse(read('task.yaml')).acceptance).toEqual([{ id: 'tests', run: 'make "it" work' }]);
  });

  test('asks at a terminal', async () => {
    write({ 'go.mod': '' });
    await init(memoryIo({ cwd: folder, isTerminal: true, answer: 'go vet' }), { json: false });
    expect(parse(read('task.yaml')).acceptance[0].run).toBe('go vet');
  });

  test('without a terminal and without a command it refuses and writes nothing', async () => {
    const io = memoryIo({ cwd: folder });
    await expect(init(io, { json: false })).rejects.toMatchObject({ code: 'USAGE' });
    expect(() => read('task.yaml')).toThrow();
  });

  test.each(['', '  '])('refuses the empty test command "%s"', async (accept) => {
    write({ 'go.mod': '' });
    await expect(init(memoryIo({ cwd: folder }), { accept, json: false })).rejects.toMatchObject({
      code: 'USAGE',
      message: '--accept wants a command and was empty',
    });
    expect(() => read('task.yaml')).toThrow();
  });

  test.each(['echo seen; false # note', 'false || echo seen', '# note\necho seen'])(
    'the look of "%s" shows its output, and no more than its end',
    async (accept) => {
      await init(memoryIo({ cwd: folder }), { accept, json: false });
      const [look] = parse(read('task.yaml')).actor.candidates;
      expect(look.run).toMatch(/ 2>&1 \| tail -n 40$/);
      expect(execFileSync('/bin/sh', ['-c', look.run], { encoding: 'utf8' })).toBe('seen\n');
    },
  );

  test('a task without a remedy says so', async () => {
    write({ Makefile: 'test:\n' });
    const io = memoryIo({ cwd: folder });
    await init(io, { json: false });
    expect(parse(read('task.yaml')).actor.candidates.map((one: { id: string }) => one.id)).toEqual(['look']);
    expect(io.err()).toContain('no more than a look');
  });

  test('says what comes next', async () => {
    write({ 'go.mod': '' });
    const io = memoryIo({ cwd: folder });
    await init(io, { json: false });
    expect(io.out()).toBe('wrote task.yaml\nwrote policy.json\n');
    expect(io.err()).toMatch(/1\. Add a remedy.*\n.*\n +2\. praxis run task\.yaml --dry-run/);
  });
});
