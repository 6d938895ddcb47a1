import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { describe, expect, onTestFinished, test } from 'vitest';
import { cosine, referenceTexts } from '../support/reference-texts.ts';
import { CLI, cleanEnvironment, place, praxis, write } from './support.ts';

interface Line {
  readonly text: string;
  readonly vector: readonly number[] | null;
  readonly embedder: { readonly id: string; readonly dims: number };
}

const lines = (stdout: string): readonly Line[] =>
  stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line): Line => JSON.parse(line));

describe('praxis embed', () => {
  test('prints a unit vector for every text of JSON Lines, in order, near to the full-precision model', async () => {
    const at = place();
    const texts = referenceTexts();
    write(at.tree, { 'texts.jsonl': texts.map(({ text }) => `${JSON.stringify({ text })}\n`).join('') });
    const { exit, stdout, stderr } = await praxis(at, ['embed', 'texts.jsonl']);
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
    const found = lines(stdout);
    expect(found.map(({ text }) => text)).toEqual(texts.map(({ text }) => text));
    const cosines = found.map(({ vector }, index) => cosine(vector ?? [], texts[index]?.vector ?? []));
    expect(Math.min(...cosines)).toBeGreaterThanOrEqual(0.996);
    expect(found.every(({ vector }) => Math.abs(cosine(vector ?? [], vector ?? []) - 1) < 1e-6)).toBe(true);
    expect(new Set(found.map(({ embedder }) => JSON.stringify(embedder))).size).toBe(1);
  });

  test('answers a line before the next one comes', async () => {
    const at = place();
    const env = cleanEnvironment({ PRAXIS_HOME: at.home });
    const child = spawn(process.execPath, [CLI, 'embed', '-'], {
      cwd: at.tree,
      env,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const answers = createInterface(child.stdout)[Symbol.asyncIterator]();
    for (const text of ['first', 'second']) {
      child.stdin.write(`${text}\n`);
      const answer = await answers.next();
      expect(JSON.parse(String(answer.value)).text).toBe(text);
    }
    child.stdin.end();
    expect((await answers.next()).done).toBe(true);
  });

  test('uses the embedder that the flag or PRAXIS_EMBEDDER names', async () => {
    const at = place();
    write(at.tree, { 'texts.txt': 'read a file\n…\n' });
    const flagged = await praxis(at, ['embed', 'texts.txt', '--embedder', 'floor']);
    const named = await praxis(at, ['embed', 'texts.txt'], { env: { PRAXIS_EMBEDDER: 'floor' } });
    expect(named.stdout).toBe(flagged.stdout);
    expect(lines(named.stdout).map(({ vector }) => vector?.length ?? null)).toEqual([384, null]);
  });

  test('says what is wrong with an unknown embedder, a missing file and a bad line', async () => {
    const at = place();
    write(at.tree, { 'bad.jsonl': '{"text":"good"}\n{"txt":"bad"}\n' });
    const unknown = await praxis(at, ['embed', 'bad.jsonl', '--embedder', 'word2vec', '--json']);
    expect([unknown.exit, JSON.parse(unknown.stdout).error.code]).toEqual([2, 'EMBEDDER_UNKNOWN']);
    const missing = await praxis(at, ['embed', 'none.txt']);
    expect([missing.exit, missing.stderr]).toEqual([2, expect.stringContaining('none.txt does not exist')]);
    const bad = await praxis(at, ['embed', 'bad.jsonl']);
    expect([bad.exit, lines(bad.stdout).map(({ text }) => text)]).toEqual([2, ['good']]);
    expect(bad.stderr).toContain('line 2 cannot be embedded: it has no `text`');
  });

  test('ends with 130 when it is interrupted while it waits for a text', async () => {
    const at = place();
    const env = cleanEnvironment({ PRAXIS_HOME: at.home });
    const child = spawn(process.execPath, [CLI, 'embed'], { cwd: at.tree, env, stdio: ['pipe', 'pipe', 'pipe'] });
    onTestFinished(() => void child.kill('SIGKILL'));
    child.stdin.write('text\n');
    await new Promise((resolve) => child.stdout.once('data', resolve));
    child.kill('SIGINT');
    expect(await new Promise((resolve) => child.on('exit', resolve))).toBe(130);
  });
});
