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
import { describe, expect, onTestFinished, test } from 'vitest';
import { readEnvironment } from '../host/environment.ts';
import type { RunProgress } from '../run/progress.ts';
import type { RunResult } from '../run/result.ts';
import type { RunRequest } from './door.ts';
import { runTask } from './run-task.ts';

const LIMITS = {
  max_cycles: 9,
  max_tool_calls: 99,
  max_elapsed_seconds: 60,
  checkpoint_transcript_bytes: 10_000_000,
  max_transcript_bytes: 20_000_000,
  max_same_failure_retries: 50,
  max_no_evidence_cycles: 50,
  max_children_per_parent: 50,
  max_concurrency: 1,
  max_task_packet_tokens: 20_000,
  max_parent_summary_tokens: 5000,
  max_memory_digest_tokens: 5000,
  max_child_result_words: 2000,
};

interface Bench {
  readonly tree: string;
  run(
    own?: Partial<RunRequest>,
    watch?: { onProgress?(event: RunProgress): void; signal?: AbortSignal },
  ): Promise<RunResult>;
}

function bench(task: object): Bench {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'praxis-run-task-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  const tree = join(folder, 'tree');
  mkdirSync(tree);
  const policy = {
    schema_version: 1,
    policy_id: 'test',
    limits: LIMITS,
    human_authorization: { key_hashes: {} },
  };
  writeFileSync(join(tree, 'policy.json'), JSON.stringify(policy));
  writeFileSync(
    join(tree, 'task.yaml'),
    JSON.stringify({ goal: 'end', policy_ref: 'policy.json', topic: 't', ...task }),
  );
  const request: RunRequest = {
    cwd: tree,
    source: { kind: 'file', path: 'task.yaml' },
    resume: { kind: 'none' },
    answer: null,
    isNew: false,
    library: null,
    controllerFile: null,
    group: null,
    parent: null,
    reserve: {},
    isTerminal: true,
  };
  const environment = { ...readEnvironment(), home: join(folder, 'home'), library: null };
  return {
    tree,
    run: (own = {}, watch = {}) =>
      runTask(
        { ...request, ...own },
        { onProgress: watch.onProgress ?? (() => undefined), signal: watch.signal ?? new AbortController().signal },
        environment,
      ),
  };
}

const RESUME = { resume: { kind: 'newest' } } as const;

function playbook(...commands: readonly string[]): object {
  return { kind: 'playbook', candidates: commands.map((run, n) => ({ id: `c${n}`, kind: 'exploit', run })) };
}

const ASKING = {
  acceptance: [{ run: 'test -f done' }],
  actor: {
    kind: 'command',
    run: `echo '{"praxis":{"ask_human":{"gate":"deploy","question":"May I?","action":{"to":"all"}}}}'`,
  },
};

describe('a question to a person', () => {
  test('still waits after the checkpoint was damaged and mended meanwhile', async () => {
    const at = bench(ASKING);
    expect(await at.run()).toMatchObject({ exit: 4, reason: 'human_gate:deploy', cycles: 1 });
    const path = join(at.tree, '.coord', 'checkpoint-t.json');
    const good = readFileSync(path, 'utf8');
    writeFileSync(path, good.replace('"cycle": 1', '"cycle": 0'));
    expect(await at.run(RESUME)).toMatchObject({ exit: 4, status: 'error' });
    writeFileSync(path, good);
    expect(await at.run(RESUME)).toMatchObject({ exit: 4, reason: 'human_gate:deploy', cycles: 1 });
  });

  test('is about one action: a checkpoint that names another one was not written by a person', async () => {
    const at = bench(ASKING);
    await at.run();
    const path = join(at.tree, '.coord', 'checkpoint-t.json');
    const checkpoint = JSON.parse(readFileSync(path, 'utf8'));
    writeFileSync(path, JSON.stringify({ ...checkpoint, pending_action_hash: '0'.repeat(64) }));
    expect(await at.run(RESUME)).toMatchObject({ exit: 4, status: 'error' });
  });

  test('has to be there before it can be answered', async () => {
    const at = bench({ acceptance: [{ run: 'test -f done' }], actor: playbook('true') });
    expect(await at.run()).toMatchObject({ status: 'stop', cycles: 1 });
    await expect(at.run({ ...RESUME, answer: 'decline' })).rejects.toMatchObject({ code: 'USAGE' });
    expect(await at.run(RESUME)).toMatchObject({ status: 'stop', reason: 'no candidate left to try' });
  });
});

describe('an act that takes tests away', () => {
  test('is undone and broke a rule, although the command passes', async () => {
    const suite = 'n=$(ls tests | wc -l); echo "1..$n"; i=0; while [ $i -lt $n ]; do i=$((i+1)); ';
    const verdict = 'if [ $i = 2 ]; then echo "not ok $i"; else echo "ok $i"; fi; done; [ $n -lt 2 ]';
    const at = bench({
      acceptance: [{ id: 'suite', run: suite + verdict, report: { format: 'tap' } }],
      actor: playbook('rm tests/b'),
    });
    mkdirSync(join(at.tree, 'tests'));
    for (const name of ['a', 'b']) writeFileSync(join(at.tree, 'tests', name), name);
    const { status, trail } = await at.run();
    expect(status).toBe('stop');
    expect(trail).toMatchObject([
      { verdict: 'error', violation: { paths: ['tests/b'], rule: 'suite passes with fewer tests than before' } },
    ]);
    expect(existsSync(join(at.tree, 'tests', 'b'))).toBe(true);
  });
});

describe('a run', () => {
  test('does not mind a watcher that throws', async () => {
    const at = bench({ acceptance: [{ run: 'test -f done' }], actor: playbook('touch done') });
    const onProgress = () => {
      throw new Error('a watcher that throws');
    };
    expect(await at.run({}, { onProgress })).toMatchObject({ status: 'pass', cycles: 1 });
  });

  test('writes no secret of its task into what others read', async () => {
    const secret = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;
    const at = bench({
      goal: `use ${secret}`,
      acceptance: [{ run: `true ${secret}` }],
      critique: `true ${secret}`,
      actor: playbook('true'),
    });
    expect(await at.run()).toMatchObject({ status: 'pass' });
    const coord = join(at.tree, '.coord');
    for (const name of readdirSync(coord)) expect(readFileSync(join(coord, name), 'utf8'), name).not.toContain(secret);
  });

  test('keeps no prompt once its act is over', async () => {
    const at = bench({
      acceptance: [{ run: 'test -f done' }],
      actor: { kind: 'command', run: 'test -s "$PRAXIS_PROMPT_FILE" && touch done' },
    });
    expect(await at.run()).toMatchObject({ status: 'pass' });
    const folder = join(at.tree, '.praxis', 'run');
    expect(existsSync(folder) ? readdirSync(folder) : []).toEqual([]);
  });

  test('is not guessed from a prefix that several ids share', async () => {
    const at = bench({ acceptance: [{ run: 'test -f done' }], actor: playbook('true') });
    const { session } = await at.run();
    const task = JSON.parse(readFileSync(join(at.tree, 'task.yaml'), 'utf8'));
    writeFileSync(join(at.tree, 'task.yaml'), JSON.stringify({ ...task, goal: 'other', topic: 'other' }));
    await at.run();
    const prefix = (session ?? '').slice(0, 4);
    await expect(at.run({ resume: { kind: 'session', id: prefix } })).rejects.toMatchObject({
      code: 'RUN_NOT_FOUND',
      message: `2 unfinished runs have an id that begins with ${prefix}`,
    });
  });
});
