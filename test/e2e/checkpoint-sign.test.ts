import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { printedText } from '../../src/base/canonical-json.ts';
import { sha256Hex } from '../../src/base/sha256.ts';
import { checkpointPath, crashPlace } from '../danger/fixture.ts';
import { canTrace } from '../danger/kills.ts';
import { goal, goalPolicyDocument } from '../policy/goal-file.ts';
import { ACTION, KEYS } from '../policy/samples.ts';
import { CLI, cleanEnvironment, logged, type Place, place, policy, runTask, start, until } from './support.ts';

const SECRET = KEYS.get('ana') ?? '';
const hasTerminal = spawnSync('python3', ['-c', 'import pty']).status === 0;

const SIGN = ['checkpoint', 'sign', '--key-id', 'ana', '--decision', 'approve', '--rationale', 'I looked.'];

/** Runs a program with the secret on file descriptor 3. */
function withSecret(at: Place, program: string, args: readonly string[]) {
  const path = join(at.home, 'secret');
  writeFileSync(path, SECRET);
  const descriptor = openSync(path, 'r');
  try {
    return spawnSync(program, args, {
      cwd: at.tree,
      env: cleanEnvironment({ PRAXIS_HOME: at.home }),
      stdio: ['ignore', 'pipe', 'pipe', descriptor],
      encoding: 'utf8',
    });
  } finally {
    closeSync(descriptor);
  }
}

function goalPlace(): Place {
  const at = place();
  writeFileSync(join(at.tree, 'goals.json'), printedText(goalPolicyDocument()));
  writeFileSync(join(at.tree, 'goal.json'), printedText(goal({ pending_action_hash: ACTION }).document));
  return at;
}

const GOAL = ['--checkpoint', 'goal.json', '--policy', 'goals.json', '--gate', 'merge'];

function decisions(at: Place): readonly unknown[] {
  return JSON.parse(readFileSync(join(at.tree, 'goal.json'), 'utf8')).task.decisions;
}

describe('praxis checkpoint sign', () => {
  test('lets a run go on that waits for a person', async () => {
    const keyed = {
      ...policy({ max_cycles: 60, max_elapsed_seconds: 40 }),
      human_authorization: { key_hashes: { ana: sha256Hex(SECRET) } },
    };
    const slow = 'if test TIMES -gt 1; then echo 1 > first; echo 2 > second; else sleep 30; fi';
    const at = crashPlace({ effects: [{ id: 'slow', effect: slow, repeatable: false }], policy: keyed });
    const running = start(at, ['run', 'task.yaml', '--json']);
    await until(() => logged(at).length > 0, 'the act begins', running);
    running.kill('SIGKILL');
    await running.ended;
    expect((await runTask(at, ['--resume'])).document.reason).toBe('in_doubt:slow');

    const files = ['--checkpoint', checkpointPath(at), '--policy', 'policy.json', '--gate', 'rerun'];
    const signed = withSecret(at, process.execPath, [CLI, ...SIGN, ...files, '--key-fd', '3']);
    expect([signed.status, signed.stderr.includes('for the action')], signed.stderr).toEqual([0, true]);
    const env = { AGENT_COLLAB_HUMAN_KEYS_JSON: JSON.stringify({ ana: SECRET }) };
    const run = await runTask(at, ['--resume'], { env });
    expect([run.exit, run.document.status], run.stdout).toEqual([0, 'pass']);
    expect(logged(at)).toHaveLength(2);
  });

  test.skipIf(!canTrace)('shows the secret to no process that it starts', () => {
    const at = goalPlace();
    const calls = join(at.home, 'calls');
    const trace = ['-f', '-v', '-s', '100000', '-e', 'trace=execve,dup2,dup3', '-o', calls];
    const sign = [process.execPath, CLI, ...SIGN, ...GOAL, '--key-fd', '3'];
    const { status, stdout, stderr } = withSecret(at, 'strace', [...trace, ...sign]);
    expect([status, decisions(at).length], stderr).toEqual([0, 1]);
    const seen = readFileSync(calls, 'utf8');
    expect(seen).toMatch(/execve\("[^"]*flock"/);
    expect(seen + stdout + stderr).not.toContain(SECRET);
    expect(readFileSync(join(at.tree, 'goal.json'), 'utf8')).not.toContain(SECRET);
  });

  test.skipIf(!hasTerminal)('asks on the terminal and shows nothing of the answer', () => {
    const at = goalPlace();
    const script = `import os, pty, sys
pid, terminal = pty.fork()
if pid == 0: os.execv(sys.argv[1], sys.argv[1:])
shown = b''
while b'Secret of ana:' not in shown: shown += os.read(terminal, 1000)
os.write(terminal, ${JSON.stringify(SECRET)}.encode() + b'\\r')
while True:
    try: chunk = os.read(terminal, 1000)
    except OSError: break
    if not chunk: break
    shown += chunk
sys.stdout.buffer.write(shown)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))`;
    const ended = spawnSync('python3', ['-c', script, process.execPath, CLI, ...SIGN, ...GOAL], {
      cwd: at.tree,
      env: cleanEnvironment({ PRAXIS_HOME: at.home }),
      encoding: 'utf8',
      timeout: 50_000,
    });
    expect([ended.status, decisions(at).length], ended.stdout + ended.stderr).toEqual([0, 1]);
    expect(ended.stdout).toContain('signed by ana');
    expect(ended.stdout).not.toContain(SECRET);
  });
});
