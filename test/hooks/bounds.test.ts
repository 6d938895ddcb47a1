import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

type Members = Readonly<Record<string, unknown>>;

const root = fileURLToPath(new URL('../..', import.meta.url));
const EXAMPLE = JSON.parse(readFileSync(join(root, 'examples/draft-check/policy.json'), 'utf8'));
const SESSIONS = {
  'claude-code': { session_id: '0d1150a6-c776-4230-bd6f-462b3248e9b3', transcript_path: '/home/dev/none.jsonl' },
  codex: { session_id: '01a22bd3-97cb-71c0-a13c-a762a90c0493', transcript_path: '' },
} as const;
type Host = keyof typeof SESSIONS;

let folder = '';
let home = '';
let repository = '';
let ids = 0;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'praxis-bounds-')));
  home = join(folder, 'home');
  repository = join(folder, 'repository');
  mkdirSync(repository);
  mkdirSync(home);
  ids = 0;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Gives the repository a policy, as `praxis init` does. */
function bound(limits: Members, document: Members = { ...EXAMPLE, limits: { ...EXAMPLE.limits, ...limits } }): string {
  const path = join(repository, 'policy.json');
  writeFileSync(path, JSON.stringify(document));
  const sha256 = createHash('sha256').update(readFileSync(path)).digest('hex');
  writeFileSync(
    join(home, 'policies.json'),
    JSON.stringify({ v: 1, policies: [{ folder: repository, path, sha256 }] }),
  );
  return path;
}

/** A document as the host wrote it, in the session of this test. */
function told(host: Host, name: string, members: Members = {}): string {
  const document = JSON.parse(readFileSync(join(root, 'test/data/hosts', host, 'hooks', `${name}.json`), 'utf8'));
  const place = { ...SESSIONS[host], cwd: repository };
  const rollout = join(folder, 'rollout-2026-11-30T09-40-16-x.jsonl');
  return JSON.stringify({ ...document, ...place, ...(host === 'codex' && { transcript_path: rollout }), ...members });
}

function hook(input: string): Members {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'dist/hook.mjs')], {
    input,
    encoding: 'utf8',
    env: { PRAXIS_HOME: home, PATH: process.env.PATH },
  });
  expect([status, stderr]).toEqual([0, '']);
  return stdout === '' ? {} : JSON.parse(stdout);
}

function hookAtOnce(input: string): Promise<string> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(root, 'dist/hook.mjs')], { env: { PRAXIS_HOME: home } });
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.on('close', () => resolve(Buffer.concat(chunks).toString('utf8')));
    child.stdin.end(input);
  });
}

const id = (): string => {
  ids += 1;
  return `toolu_${ids}`;
};
const decisionOf = (answer: Members): unknown =>
  Object(answer.hookSpecificOutput).permissionDecision ?? answer.decision ?? 'pass';

function prompt(host: Host): Members {
  const name = host === 'codex' ? 'UserPromptSubmit' : 'UserPromptSubmit.typed';
  return hook(told(host, name, host === 'codex' ? { turn_id: id() } : { prompt_id: id() }));
}

const preTool = (host: Host, members: Members = {}) =>
  hook(told(host, 'PreToolUse.Bash', { tool_use_id: id(), ...members }));

/** One failing call of Claude Code; the answer before it if it was refused, else that after its batch. */
function failOnce(): Members {
  const call = { tool_use_id: id() };
  const failing = { tool_input: { command: 'npm test' } };
  const first = preTool('claude-code', { ...call, ...failing });
  if (decisionOf(first) !== 'pass') return first;
  hook(told('claude-code', 'PostToolUseFailure.Bash', { ...call, ...failing }));
  const tool_calls = [{ tool_name: 'Bash', ...failing, ...call, tool_response: 'Exit code 3\npartial-out\nboom-err' }];
  return hook(told('claude-code', 'PostToolBatch.failed', { tool_calls }));
}

/** One failing command of Codex, whose exit code its own file tells alone. */
function failInCodex(): Members {
  const call = id();
  const members = { tool_use_id: call, tool_input: { command: 'npm test' } };
  const first = preTool('codex', members);
  if (decisionOf(first) !== 'pass') return first;
  const item = {
    type: 'CommandExecution',
    id: call,
    command: ['sh', '-c', 'npm test'],
    status: 'failed',
    exit_code: 3,
  };
  const line = {
    type: 'event_msg',
    payload: { type: 'item_completed', item: { ...item, aggregated_output: 'err\nout\n' } },
  };
  writeFileSync(join(folder, 'rollout-2026-11-30T09-40-16-x.jsonl'), `${JSON.stringify(line)}\n`, { flag: 'a' });
  hook(told('codex', 'PostToolUse.Bash.failure-exit3', members));
  return first;
}

function answers(): readonly Members[] {
  const [name] = readdirSync(join(home, 'sessions')).filter((file) => file.endsWith('.jsonl'));
  return readFileSync(join(home, 'sessions', name ?? ''), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): Members => JSON.parse(line))
    .filter(({ kind }) => kind === 'answer');
}

describe('a session in a repository with a policy', () => {
  test('of 32 calls at once at a limit of 4 lets exactly 4 pass', async () => {
    bound({ max_tool_calls: 4 });
    prompt('claude-code');
    const told32 = Array.from({ length: 32 }, () => told('claude-code', 'PreToolUse.Bash', { tool_use_id: id() }));
    const outputs = await Promise.all(told32.map(hookAtOnce));
    const denied = outputs.filter((output) => output !== '').map((output) => JSON.parse(output));
    expect(denied.filter((answer) => decisionOf(answer) === 'deny')).toHaveLength(28);
    expect(denied.filter(({ systemMessage }) => systemMessage !== undefined)).toHaveLength(1);
    expect(denied.every((answer) => answer.continue === false)).toBe(true);
  });

  test.each(['claude-code', 'codex'] as const)('in %s stops what fails again and again at the limit', (host) => {
    const path = bound({ max_same_failure_retries: 2 });
    prompt(host);
    const fail = host === 'codex' ? failInCodex : failOnce;
    const met = Array.from({ length: 8 }, fail);
    const kinds = met.map(decisionOf);
    // In Claude Code the batch of the third ends the turn; in Codex the fourth call is denied.
    expect(kinds.slice(0, host === 'codex' ? 3 : 2).every((kind) => kind === 'pass')).toBe(true);
    expect(new Set(kinds.slice(3))).toEqual(new Set(['deny']));
    const first = JSON.stringify(met.find((answer) => decisionOf(answer) !== 'pass'));
    for (const part of [
      'the same Bash call failed in the same way 3 times',
      '2 of 2',
      'limits.max_same_failure_retries',
    ])
      expect(first).toContain(part);
    expect(first).toContain(path);
    prompt(host);
    expect(decisionOf(preTool(host))).toBe('pass');
  });

  test.each(['claude-code', 'codex'] as const)('in %s stops what brings nothing new for twelve batches', (host) => {
    bound({ max_no_evidence_cycles: 12, max_cycles: 100, max_tool_calls: 100 });
    prompt(host);
    const same = { tool_input: { command: 'ls' } };
    const kinds = Array.from({ length: 16 }, () => {
      const call = { ...same, tool_use_id: id() };
      const first = preTool(host, call);
      if (decisionOf(first) !== 'pass') return 'deny';
      if (host === 'codex') return decisionOf(hook(told(host, 'PostToolUse.Bash.success', call)));
      const tool_calls = [{ tool_name: 'Bash', ...call, tool_response: 'a.txt' }];
      return decisionOf(hook(told(host, 'PostToolBatch', { tool_calls })));
    });
    expect(kinds.findIndex((kind) => kind !== 'pass')).toBe(host === 'codex' ? 13 : 12);
  });

  test.each(['claude-code', 'codex'] as const)('in %s never locks the person out', (host) => {
    bound({});
    for (let turn = 0; turn < 5; turn += 1) {
      expect(decisionOf(prompt(host))).toBe('pass');
      expect(decisionOf(preTool(host))).toBe('pass');
      hook(told(host, 'Stop'));
    }
  });

  test('keeps to the policy that it began with', () => {
    const path = bound({ max_tool_calls: 1 });
    prompt('claude-code');
    writeFileSync(path, JSON.stringify({ ...EXAMPLE, limits: { ...EXAMPLE.limits, max_tool_calls: 100 } }));
    expect(decisionOf(preTool('claude-code'))).toBe('pass');
    expect(decisionOf(preTool('claude-code'))).toBe('deny');
  });

  test('says what it decided in numbers, and takes no word of the session into its file', () => {
    bound({ max_tool_calls: 1 });
    prompt('claude-code');
    preTool('claude-code');
    preTool('claude-code', { tool_input: { command: 'echo unmistakable' } });
    expect(answers()).toMatchObject([{ decision: 'stop', metric: 'tool_calls', value: 1, limit: 1 }]);
    expect(JSON.stringify(answers())).not.toContain('unmistakable');
  });

  test('turns a prompt away by the limits of a goal alone', () => {
    const base_policy = { ...EXAMPLE, limits: { ...EXAMPLE.limits, max_children_per_parent: 8 } };
    bound({}, { schema_version: 2, policy_id: 'g', base_policy, goal_limits: { tool_calls: 1 }, reviewer_reserve: 1 });
    prompt('claude-code');
    preTool('claude-code');
    expect(decisionOf(preTool('claude-code'))).toBe('deny');
    expect(decisionOf(prompt('claude-code'))).toBe('block');
  });
});

test('a session in another repository is not bounded', () => {
  bound({ max_tool_calls: 1 });
  const elsewhere = { cwd: folder };
  hook(told('claude-code', 'UserPromptSubmit.typed', elsewhere));
  preTool('claude-code', elsewhere);
  expect(decisionOf(preTool('claude-code', elsewhere))).toBe('pass');
  expect(existsSync(join(home, 'policies'))).toBe(false);
});
