import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
let home = '';
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'praxis-hook-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

function hook(input: string, environment: Readonly<Record<string, string>> = {}) {
  return spawnSync(process.execPath, [join(root, 'dist/hook.mjs')], {
    input,
    encoding: 'utf8',
    env: { PRAXIS_HOME: home, ...environment },
  });
}

function lines(): readonly Record<string, unknown>[] {
  const folder = join(home, 'sessions');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

function told(host: string, name: string): string {
  return readFileSync(join(root, 'test/data/hosts', host, 'hooks', name), 'utf8');
}

describe.each(['claude-code', 'codex'])('a document of %s', (host) => {
  const expected: Record<string, Record<string, unknown>> = JSON.parse(told(host, 'expected.json'));
  test.each(Object.entries(expected))('%s is recorded for what it is', (name, facts) => {
    const result = hook(told(host, name));
    expect([result.status, result.stdout, result.stderr]).toEqual([0, '', '']);
    expect(readdirSync(join(home, 'sessions'))[0]?.startsWith(`${host}-`)).toBe(true);
    const found = lines();
    expect(found).toHaveLength(1);
    for (const member of ['event', 'tool', 'ok', 'subagent']) {
      if (member in facts) expect(found[0]?.[member], member).toEqual(facts[member]);
    }
    if ('calls' in facts) expect(found[0]?.calls).toMatchObject(Object(facts.calls));
    if ('task_start' in facts) expect(found[0]?.typed === true).toBe(facts.task_start);
    if ('task_end' in facts) expect(found[0]?.isTaskEnd === true).toBe(facts.task_end);
  });
});

describe('what is no document', () => {
  const whole = told('claude-code', 'UserPromptSubmit.typed.json');
  test.each([
    ['nothing', ''],
    ['no JSON', 'hello }'],
    ['a list', '[{}]'],
    ['a cut one', whole.slice(0, 200)],
    ['a session that leaves the folder', whole.replace(/"session_id": "[^"]*"/, '"session_id": "../../out"')],
  ])('is logged and passed over: %s', (_, text) => {
    const result = hook(text);
    expect([result.status, result.stdout, result.stderr]).toEqual([0, '', '']);
    expect(lines()).toEqual([]);
    expect(readFileSync(join(home, 'log/hook.log'), 'utf8')).toContain('no document');
  });
});

describe('a call', () => {
  const key = `ghp_${'a1B2'.repeat(9)}`;
  test('is left in the spool of its library without the secret that it wrote', () => {
    const folder = mkdtempSync(join(tmpdir(), 'praxis-hooked-'));
    mkdirSync(join(folder, '.git'));
    writeFileSync(join(folder, '.git/HEAD'), 'ref: refs/heads/main');
    const call = {
      ...JSON.parse(told('claude-code', 'PostToolUse.Bash.json')),
      cwd: folder,
      tool_input: { command: `echo TOKEN=${key} > .env` },
      tool_response: { stdout: key, stderr: '' },
    };
    const result = hook(JSON.stringify(call));
    expect([result.status, result.stdout, result.stderr]).toEqual([0, '', '']);
    const library = readFileSync(join(folder, '.git/praxis-id'), 'utf8').trim();
    const spooled = readFileSync(join(home, 'libraries', library, 'spool/open.jsonl'), 'utf8');
    expect(JSON.parse(spooled)).toMatchObject({ type: 'call', tool: 'Bash', ok: true, taskId: call.session_id });
    const all = readdirSync(home, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    for (const { parentPath, name } of all) expect(readFileSync(join(parentPath, name), 'utf8')).not.toContain(key);
    rmSync(folder, { recursive: true });
  });
  test('outside of any repository writes nothing into its folder', () => {
    const folder = mkdtempSync(join(tmpdir(), 'praxis-hooked-'));
    hook(JSON.stringify({ ...JSON.parse(told('claude-code', 'PostToolUse.Bash.json')), cwd: folder }));
    expect(readdirSync(folder)).toEqual([]);
    expect(readdirSync(join(home, 'libraries'))[0]).toMatch(/^folder-[0-9a-f]{16}$/);
    rmSync(folder, { recursive: true });
  });
});

describe('a prompt', () => {
  const prompt = JSON.stringify({
    ...JSON.parse(told('claude-code', 'UserPromptSubmit.typed.json')),
    prompt: `unmistakable ${'x'.repeat(10_000_000)}`,
    later: { member: [1] },
  });
  test('of ten megabytes leaves its length and hash, not its text', () => {
    expect(hook(prompt).status).toBe(0);
    expect(lines()[0]).toMatchObject({ event: 'UserPromptSubmit', textChars: 10_000_013 });
    expect(JSON.stringify(lines())).not.toContain('unmistakable');
  });
  test('of a terminal of Codex is recorded whatever its daemon inherited', () => {
    const rollout = join(home, 'rollout-1.jsonl');
    const asked = (originator: string) => {
      writeFileSync(rollout, JSON.stringify({ type: 'session_meta', payload: { originator } }));
      const typed = { ...JSON.parse(told('codex', 'UserPromptSubmit.json')), transcript_path: rollout };
      hook(JSON.stringify(typed), { PRAXIS_INSIDE: '1' });
      return lines().length;
    };
    expect(asked('codex_exec')).toBe(0);
    expect(asked('codex-tui')).toBe(1);
  });
  test('leaves nothing inside Praxis, or where capture is off', () => {
    hook(prompt, { PRAXIS_INSIDE: '1' });
    hook(prompt, { PRAXIS_CAPTURE: 'off' });
    for (const name of Object.keys(JSON.parse(told('codex', 'expected.json'))))
      hook(told('codex', name), { PRAXIS_CAPTURE: 'off' });
    writeFileSync(join(home, 'capture.json'), JSON.stringify({ v: 1, all: false, off: ['/home/dev'] }));
    hook(prompt);
    expect(lines()).toEqual([]);
  });
});
