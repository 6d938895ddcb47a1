import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  checkpoint,
  cleanEnvironment,
  commitAll,
  git,
  logged,
  type Place,
  place,
  playbook,
  policy,
  praxis,
  ROOT,
  runTask,
  write,
} from './support.ts';

const SECRET = 'orchard lantern';
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

/** A goal policy around a policy that binds nothing but what a test asks for; Ana may sign. */
function goalPolicy(limits: Parameters<typeof policy>[0], goalLimits: Readonly<Record<string, number>>): object {
  const base = { ...policy(limits), human_authorization: { key_hashes: { ana: hashOf(SECRET) } } };
  return { schema_version: 2, policy_id: 'goals', base_policy: base, goal_limits: goalLimits, reviewer_reserve: 1 };
}

interface Given {
  readonly actor: object;
  readonly limits?: Parameters<typeof policy>[0];
  readonly goalLimits?: Readonly<Record<string, number>>;
}

function setUp({ actor, limits = {}, goalLimits = {} }: Given): Place {
  const at = place();
  write(at.tree, {
    'policy.json': goalPolicy(limits, goalLimits),
    'task.yaml': {
      goal: 'make the file good',
      topic: 'goal',
      acceptance: [{ id: 'good', run: 'grep -q good state.txt' }],
      scope: ['state.txt'],
      policy_ref: 'policy.json',
      actor,
    },
    'state.txt': 'bad\n',
  });
  return at;
}

/** Tries that each change the file and log their number; the n-th makes it good. */
function tries(at: Place, n: number): object {
  return playbook(
    Array.from({ length: 6 }, (_, i) => ({
      id: `try-${i + 1}`,
      run: `echo ${i + 1} >> ${at.log}; echo ${i + 1 === n ? 'good' : `try ${i + 1}`} > state.txt`,
    })),
  );
}

function setUpTries(n: number, own: Omit<Given, 'actor'> = {}): Place {
  const at = setUp({ ...own, actor: playbook([{ id: 'none', run: 'true' }]) });
  const task = JSON.parse(readFileSync(join(at.tree, 'task.yaml'), 'utf8'));
  write(at.tree, { 'task.yaml': { ...task, actor: tries(at, n) } });
  return at;
}

function agent(run: string): object {
  return { kind: 'command', run, format: 'none' };
}

/** What the public contract's own command says of the run's checkpoint. */
function contract(at: Place, ...args: readonly string[]): unknown {
  const path = join('.coord', 'checkpoint-goal.json');
  const command = [join(ROOT, 'dist', 'agent-collab.mjs'), ...args, '--checkpoint', path];
  try {
    const found = execFileSync(process.execPath, command, {
      cwd: at.tree,
      env: cleanEnvironment(),
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return JSON.parse(found);
  } catch (error) {
    if (error instanceof Error && 'stdout' in error) return JSON.parse(String(error.stdout));
    throw error;
  }
}

interface GoalDocument {
  readonly task_id: string;
  readonly slice_id: number;
  readonly accepted_evidence: readonly string[];
  readonly history: readonly {
    readonly request_id: string;
    readonly totals: { readonly cycle: number };
    readonly evidence_refs: readonly string[];
  }[];
  readonly failure_history: readonly {
    readonly identity: string;
    readonly input_sha256: string;
    readonly error_class: string;
    readonly attempts: number;
    readonly evidence_ref: string;
    readonly observed_evidence: readonly string[];
  }[];
  readonly active_failure: string | null;
  readonly task: { readonly evidence_refs: readonly string[]; readonly same_failure_retries: number };
}

function goalOf(at: Place): GoalDocument {
  return checkpoint(at, 'goal') as unknown as GoalDocument;
}

/**
 * A place whose agent succeeded so often that a run acts before it looks, and whose agent now fails until HINT is there: a
 * file outside the work tree. One repetition of a failure stops the action.
 */
async function trusted({ diagnose }: { readonly diagnose: string }): Promise<Place> {
  const at = setUp({ actor: agent('true'), limits: { max_same_failure_retries: 1 } });
  const hint = `${at.log}.hint`;
  const task = JSON.parse(readFileSync(join(at.tree, 'task.yaml'), 'utf8'));
  const actor = {
    ...agent(`if [ -e ${hint} ]; then echo good > state.txt; fi`),
    diagnose: diagnose.replace('HINT', hint).replace('LOG', at.log),
  };
  write(at.tree, { 'task.yaml': { ...task, actor } });
  for (let session = 0; session < 3; session++) {
    writeFileSync(hint, '');
    write(at.tree, { 'state.txt': 'bad\n' });
    expect((await runTask(at)).document.status).toBe('pass');
  }
  rmSync(hint);
  rmSync(at.log, { force: true });
  write(at.tree, { 'state.txt': 'bad\n' });
  return at;
}

describe('a run under a goal policy', () => {
  test('passes, and leaves the checkpoint of a goal that is complete', async () => {
    const at = setUpTries(2, { goalLimits: { cycle: 50, cost_microusd: 1 } });
    const { exit, document } = await runTask(at);
    expect([exit, document.status, document.cycles]).toEqual([0, 'pass', 2]);
    expect(document.decision).toMatchObject({
      schema_version: 2,
      policy_id: 'goals',
      scope: 'goal',
      reasons: ['task_status:completed'],
    });
    expect(checkpoint(at, 'goal')).toMatchObject({
      schema_version: 2,
      slice_id: 0,
      next_step: '',
      requires_human: false,
      task: { status: 'completed', cycle: 2, tool_calls: 2 },
      totals: { cycle: 2, tool_calls: 2, children_spawned: 0, input_tokens: 0, cost_microusd: 0 },
      history: [],
    });
    expect(contract(at, 'checkpoint', 'validate')).toMatchObject({ ok: true });
    expect(contract(at, 'policy', 'evaluate', '--policy', 'policy.json')).toEqual(document.decision);
  });

  test('begins slice after slice by itself, and counts what the whole goal spent', async () => {
    const at = setUpTries(5, { limits: { max_cycles: 2 } });
    const { exit, document } = await runTask(at);
    expect([exit, document.status, document.cycles]).toEqual([0, 'pass', 5]);
    expect(logged(at)).toEqual(['1', '2', '3', '4', '5']);
    const goal = goalOf(at);
    expect(goal).toMatchObject({
      slice_id: 2,
      task: { status: 'completed', cycle: 1, tool_calls: 1 },
      baseline: { cycle: 4, tool_calls: 4, input_tokens: 0 },
      totals: { cycle: 5, tool_calls: 5, children_spawned: 0 },
    });
    const { task_id: id, history, accepted_evidence: accepted } = goal;
    expect(history.map((event) => event.request_id)).toEqual([`${id}:0`, `${id}:1`]);
    expect(history.map((event) => event.totals.cycle)).toEqual([2, 4]);
    expect(new Set(accepted)).toEqual(new Set(history.flatMap((event) => event.evidence_refs)));
    expect(contract(at, 'checkpoint', 'validate')).toMatchObject({ ok: true });
    expect(contract(at, 'policy', 'evaluate', '--policy', 'policy.json')).toEqual(document.decision);
    expect((await praxis(at, ['run', '--verify', document.session ?? ''])).exit).toBe(0);
  });

  test('stops at a limit of the whole goal that it meets in a later slice', async () => {
    const at = setUpTries(6, { limits: { max_cycles: 2 }, goalLimits: { cycle: 3 } });
    const { exit, document } = await runTask(at);
    expect([exit, document.status, document.cycles]).toEqual([4, 'stop', 3]);
    expect(document.decision).toMatchObject({ scope: 'goal', reasons: ['goal_limit:cycle:unknown_or_reached'] });
    expect(goalOf(at)).toMatchObject({ slice_id: 1, totals: { cycle: 3 } });
  });

  test('ends with exit 3 where a slice that is used up brought nothing new', async () => {
    const at = setUp({ actor: agent('true'), limits: { max_cycles: 1 } });
    const { exit, document } = await runTask(at);
    expect([exit, document.status, document.cycles, document.resumable]).toEqual([3, 'checkpoint', 2, true]);
    expect(document.decision).toMatchObject({
      scope: 'slice',
      auto_continue: false,
      reasons: ['slice_limit:cycle', 'slice_needs_evidence_next_step_or_children_completion'],
    });
    expect(goalOf(at)).toMatchObject({ slice_id: 1, task: { status: 'running', cycle: 1 } });
    const again = await runTask(at, ['--resume']);
    expect([again.exit, again.document.cycles]).toEqual([3, 2]);
    write(at.tree, { 'policy.json': goalPolicy({ max_cycles: 5, max_same_failure_retries: 3 }, {}) });
    const longer = await runTask(at, ['--resume']);
    expect([longer.exit, longer.document.status, longer.document.cycles]).toEqual([4, 'stop', 4]);
  });

  test('makes the packet of an agent smaller where it grew too much, keeps the whole, and goes on', async () => {
    const at = setUp({
      actor: agent('true'),
      limits: { checkpoint_transcript_bytes: 5000, max_task_packet_tokens: 2000 },
    });
    const task = JSON.parse(readFileSync(join(at.tree, 'task.yaml'), 'utf8'));
    const talks = `wc -c < "$PRAXIS_PROMPT_FILE" >> ${at.log}; grep -o 'kept as sha256:.*' "$PRAXIS_PROMPT_FILE" >> ${at.log}`;
    const talksMuch = `${talks}; seq -f 'word%g' 1 4000; cycles=$(grep -c '^[0-9]' ${at.log}); [ "$cycles" -lt 3 ] || echo good > state.txt`;
    write(at.tree, { 'task.yaml': { ...task, actor: agent(talksMuch) } });
    const { exit, document, stderr } = await runTask(at);
    expect([exit, document.status, document.cycles], stderr).toEqual([0, 'pass', 3]);
    const sizes = logged(at)
      .filter((line) => /^\d+$/.test(line))
      .map(Number);
    expect(sizes).toHaveLength(3);
    // The third grew from the measured second on, by less than asks for maintenance again.
    expect(sizes.map((size) => size < 5000)).toEqual([true, true, false]);
    const kept = logged(at).filter((line) => line.startsWith('kept as'));
    expect(kept).toEqual([expect.stringMatching(/^kept as sha256:[0-9a-f]{64}$/)]);
    const told = await praxis(at, ['explain', document.session ?? '']);
    expect(told.stdout).toMatch(/the context was made smaller: 19\d\d to 9\d\d tokens/);
    expect(goalOf(at)).toMatchObject({ task: { cycle: 3 }, totals: { cycle: 3, children_spawned: 3 } });
  });

  test('ends with exit 3 where a context cannot be made small enough', async () => {
    const at = setUp({ actor: agent(`echo >> LOG`), limits: { checkpoint_transcript_bytes: 100 } });
    const { exit, document } = await runTask(at);
    expect([exit, document.status, document.cycles]).toEqual([3, 'checkpoint', 0]);
    expect(document.decision).toMatchObject({ scope: 'action', decision: 'checkpoint' });
    expect(logged(at)).toEqual([]);
  });

  test('stops at a limit of the whole goal and takes not one act more', async () => {
    const at = setUpTries(5, { goalLimits: { tool_calls: 2 } });
    const { exit, document } = await runTask(at);
    expect([exit, document.status, document.cycles]).toEqual([4, 'stop', 2]);
    expect(document.decision).toMatchObject({ scope: 'goal', reasons: ['goal_limit:tool_calls:unknown_or_reached'] });
    expect(logged(at)).toEqual(['1', '2']);
    expect(checkpoint(at, 'goal')).toMatchObject({ task: { status: 'budget_exhausted' }, totals: { tool_calls: 2 } });
  });

  test('ends an act at what is left of the time of the goal', async () => {
    const at = setUp({ actor: agent('sleep 40'), goalLimits: { elapsed_seconds: 2.5 } });
    const { exit, document, durationMs } = await runTask(at);
    expect([exit, document.status]).toEqual([4, 'stop']);
    expect(JSON.stringify(document.decision)).toContain('goal_limit:elapsed_seconds:unknown_or_reached');
    expect(durationMs).toBeLessThan(30_000);
  });

  test('knows no usage of an agent that does not tell, so a limit on it stops the goal', async () => {
    const at = setUp({ actor: agent(`echo act >> LOG; echo try > state.txt`), goalLimits: { output_tokens: 1000 } });
    const task = readFileSync(join(at.tree, 'task.yaml'), 'utf8');
    writeFileSync(join(at.tree, 'task.yaml'), task.replace('LOG', at.log));
    const { exit, document } = await runTask(at);
    expect([exit, document.status, document.cycles]).toEqual([4, 'stop', 1]);
    expect(document.decision).toMatchObject({ reasons: ['goal_limit:output_tokens:unknown_or_reached'] });
    expect(checkpoint(at, 'goal')).toMatchObject({ usage: { output_tokens: null }, totals: { output_tokens: null } });
    expect(logged(at)).toEqual(['act']);
  });

  test('keeps its failures in the checkpoint and stops the action that repeats one', async () => {
    const at = setUp({ actor: agent('true'), limits: { max_same_failure_retries: 2 } });
    const { exit, document } = await runTask(at);
    expect([exit, document.status, document.cycles]).toEqual([4, 'stop', 3]);
    expect(document.decision).toMatchObject({
      scope: 'action',
      reasons: ['limit_reached:same_failure_retries=2:max_same_failure_retries=2'],
    });
    const { failure_history: failures, active_failure: active } = checkpoint(at, 'goal');
    expect(failures).toMatchObject([{ attempts: 3, evidence_ref: expect.stringMatching(/^sha256:/) }]);
    expect(active).toMatch(/^[0-9a-f]{64}$/);
    expect(contract(at, 'checkpoint', 'validate')).toMatchObject({ ok: true });
  });

  test('looks once where an action was stopped, and may then try it with another input', async () => {
    const at = await trusted({ diagnose: 'touch HINT; echo "the tide is in the way"' });
    const { exit, document } = await runTask(at);
    expect([exit, document.status]).toEqual([0, 'pass']);
    expect(document.trail.map(({ kind, verdict }) => `${kind} ${verdict}`)).toEqual([
      'exploit fail',
      'exploit fail',
      'explore fail',
      'exploit pass',
    ]);
    const { failure_history: failures, active_failure: active, task } = goalOf(at);
    expect(failures.map(({ attempts }) => attempts)).toEqual([2, 0]);
    const [stopped, corrected] = failures;
    expect(corrected).toMatchObject({ identity: stopped?.identity, error_class: stopped?.error_class });
    expect(corrected?.input_sha256).not.toBe(stopped?.input_sha256);
    expect(stopped?.observed_evidence).toContain(corrected?.evidence_ref);
    expect(task.evidence_refs).toContain(corrected?.evidence_ref);
    expect([task.same_failure_retries, active === null]).toEqual([0, false]);
    expect(contract(at, 'checkpoint', 'validate')).toMatchObject({ ok: true });
  });

  test('stops for good where the look did not help, and looks no second time', async () => {
    const at = await trusted({ diagnose: 'echo look >> LOG' });
    const { exit, document } = await runTask(at);
    expect([exit, document.status]).toEqual([4, 'stop']);
    expect(document.trail.map(({ kind }) => kind)).toEqual(['exploit', 'exploit', 'explore', 'exploit', 'exploit']);
    expect(document.decision).toMatchObject({ scope: 'action', decision: 'stop' });
    const { failure_history: failures } = goalOf(at);
    expect(failures.map(({ attempts }) => attempts)).toEqual([2, 2]);
    const again = await runTask(at, ['--resume']);
    expect([again.exit, again.document.cycles]).toEqual([4, 5]);
    expect(logged(at).filter((line) => line === 'look')).toHaveLength(1);
    expect(checkpoint(at, 'goal')).toMatchObject({ task: { status: 'blocked' } });
  });

  test('permits nothing for a look that wrote into the work tree', async () => {
    const at = await trusted({ diagnose: 'echo found > state.txt' });
    const { exit, document } = await runTask(at);
    expect([exit, document.status]).toEqual([4, 'stop']);
    expect(document.trail.map(({ kind, verdict }) => `${kind} ${verdict}`)).toEqual([
      'exploit fail',
      'exploit fail',
      'explore error',
    ]);
    expect(goalOf(at).failure_history.map(({ attempts }) => attempts)).toEqual([2]);
    expect(readFileSync(join(at.tree, 'state.txt'), 'utf8')).toBe('bad\n');
  });

  test('waits for a person, and goes on once one signed', async () => {
    const question = { praxis: { ask_human: { gate: 'deploy', question: 'Deploy?', action: { to: 'production' } } } };
    const asks = `[ -e asked ] && echo good > state.txt || { touch asked; echo '${JSON.stringify(question)}'; }`;
    const at = setUp({ actor: agent(asks) });
    const task = JSON.parse(readFileSync(join(at.tree, 'task.yaml'), 'utf8'));
    write(at.tree, { 'task.yaml': { ...task, scope: ['state.txt', 'asked'] } });
    const waiting = await runTask(at);
    expect([waiting.exit, waiting.document.status]).toEqual([4, 'needs-human']);
    expect(checkpoint(at, 'goal')).toMatchObject({ requires_human: true, task: { status: 'waiting_for_human' } });
    expect(readFileSync(join(at.tree, waiting.document.report ?? ''), 'utf8')).toContain(
      "praxis checkpoint sign --checkpoint '.coord/checkpoint-goal.json' --policy 'policy.json' --gate 'deploy' --decision approve",
    );
    expect((await runTask(at, ['--resume'])).exit).toBe(4);
    const env = { AGENT_COLLAB_HUMAN_KEYS_JSON: JSON.stringify({ ana: SECRET }) };
    sign(at, env);
    const resumed = await runTask(at, ['--resume'], { env });
    expect([resumed.exit, resumed.document.status]).toEqual([0, 'pass']);
    expect(checkpoint(at, 'goal')).toMatchObject({
      requires_human: false,
      task: { status: 'completed', decisions: [{ gate: 'deploy', decision: 'approve' }] },
    });
  });

  test('asks again about another action, and keeps what was said of the first in the archive', async () => {
    const ask = (gate: string) =>
      JSON.stringify({ praxis: { ask_human: { gate, question: 'Go on?', action: { to: gate } } } });
    const at = setUp({ actor: agent('true') });
    const task = JSON.parse(readFileSync(join(at.tree, 'task.yaml'), 'utf8'));
    const asks = `echo >> ${at.log}; case $(wc -l < ${at.log}) in 1) echo '${ask('deploy')}' ;; 2) echo '${ask('pay')}' ;; *) echo good > state.txt ;; esac`;
    write(at.tree, { 'task.yaml': { ...task, actor: agent(asks) } });
    const env = { AGENT_COLLAB_HUMAN_KEYS_JSON: JSON.stringify({ ana: SECRET }) };
    expect((await runTask(at, [], { env })).document.reason).toBe('human_gate:deploy');
    sign(at, env);
    const second = await runTask(at, ['--resume'], { env });
    expect([second.exit, second.document.reason]).toEqual([4, 'human_gate:pay']);
    expect(contract(at, 'checkpoint', 'validate')).toMatchObject({ ok: true });
    expect(checkpoint(at, 'goal')).toMatchObject({ requires_human: true, task: { decisions: [] } });
    const archive = readFileSync(join(at.tree, '.coord', 'checkpoint-goal.json.records.jsonl'), 'utf8');
    expect(archive.trim().split('\n')).toEqual([expect.stringContaining('deploy')]);
    expect((await runTask(at, ['--resume'], { env })).exit).toBe(4);
    sign(at, env, 'pay');
    const passed = await runTask(at, ['--resume'], { env });
    expect([passed.exit, passed.document.status]).toEqual([0, 'pass']);
    expect(goalOf(at)).toMatchObject({ task: { decisions: [{ gate: 'pay', decision: 'approve' }] } });
  });

  test('lets no command of a run see the keys of people', async () => {
    const at = setUp({ actor: playbook([{ id: 'none', run: 'true' }]) });
    const task = JSON.parse(readFileSync(join(at.tree, 'task.yaml'), 'utf8'));
    const seen = `env >> ${at.log}; ls -l /proc/self/fd >> ${at.log} 2>&1`;
    write(at.tree, {
      'task.yaml': {
        ...task,
        acceptance: [{ id: 'good', run: `${seen}; grep -q good state.txt` }],
        actor: playbook([{ id: 'mend', run: `${seen}; echo good > state.txt` }]),
      },
    });
    commitAll(at.tree);
    const watcher = `${at.log}-watcher`;
    writeFileSync(watcher, `#!/bin/sh\necho watched >> ${at.log}\nenv >> ${at.log}\n`, { mode: 0o755 });
    git(at.tree, 'config', 'core.fsmonitor', watcher);
    const env = { AGENT_COLLAB_HUMAN_KEYS_JSON: JSON.stringify({ ana: SECRET }) };
    expect((await runTask(at, [], { env })).document.status).toBe('pass');
    const text = readFileSync(at.log, 'utf8');
    expect(text).toContain('PRAXIS_INSIDE=1');
    expect(text).toContain('watched');
    expect(text).not.toContain('HUMAN_KEYS');
    expect(text).not.toContain(SECRET);
  });

  test('runs nothing on an unfinished checkpoint of a task', async () => {
    const at = setUpTries(2);
    write(at.tree, { 'policy.json': policy({ max_cycles: 1 }) });
    expect((await runTask(at)).document.cycles).toBe(1);
    write(at.tree, { 'policy.json': goalPolicy({}, {}) });
    const { exit, document } = await runTask(at, ['--resume']);
    expect([exit, document.status]).toEqual([4, 'error']);
    expect(document.reason).toContain('checkpoint and policy versions must match');
    expect(logged(at)).toEqual(['1']);
    const fresh = await runTask(at, ['--new']);
    expect([fresh.exit, fresh.document.status]).toEqual([0, 'pass']);
  });

  test('is previewed without running anything', async () => {
    const at = setUpTries(1);
    const { exit, document } = await runTask(at, ['--dry-run']);
    expect(exit).toBe(0);
    expect(document.decision).toMatchObject({ schema_version: 2, decision: 'continue', scope: 'action' });
    expect(logged(at)).toEqual([]);
  });
});

describe('a run under a portable policy', () => {
  test('passes, bound by its limits under their public names', async () => {
    const at = setUpTries(2);
    const { limits } = policy({ max_cycles: 3 }) as { limits: Readonly<Record<string, number>> };
    const { max_cycles, max_elapsed_seconds, ...others } = limits;
    const context = ['task_packet_tokens', 'parent_summary_tokens', 'memory_digest_tokens', 'child_result_words'];
    const portable = {
      version: 1,
      limits: {
        ...Object.fromEntries(Object.entries(others).filter(([name]) => !context.includes(name.slice(4)))),
        max_plan_act_reflect_cycles: max_cycles,
        max_wall_time_seconds: max_elapsed_seconds,
      },
      context: Object.fromEntries(context.map((name) => [name, limits[`max_${name}`]])),
      terminal_states: ['completed', 'blocked', 'budget_exhausted', 'error', 'cancelled'],
    };
    write(at.tree, { 'policy.json': portable });
    const { exit, document } = await runTask(at);
    expect([exit, document.status, document.cycles]).toEqual([0, 'pass', 2]);
    expect(document.decision).toMatchObject({
      policy_id: 'portable-harness-agent-budget-v1',
      effective_limits: { max_cycles: 3, max_elapsed_seconds },
    });
  });
});

function sign(at: Place, env: Readonly<Record<string, string>>, gate = 'deploy'): void {
  const words = [
    '--gate',
    gate,
    '--decision',
    'approve',
    '--rationale',
    'Read the diff.',
    '--key-id',
    'ana',
    '--key-fd',
    '0',
  ];
  const files = ['--checkpoint', join('.coord', 'checkpoint-goal.json'), '--policy', 'policy.json'];
  const cli = join(ROOT, 'dist', 'praxis-cli.mjs');
  execFileSync(process.execPath, [cli, 'checkpoint', 'sign', ...files, ...words], {
    cwd: at.tree,
    env: cleanEnvironment({ PRAXIS_HOME: at.home, ...env }),
    input: SECRET,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}
