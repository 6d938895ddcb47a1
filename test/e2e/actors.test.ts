import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { CallRecord } from '../../src/telemetry/event.ts';
import {
  checkpoint,
  commitAll,
  copyOf,
  logged,
  type Place,
  policy,
  praxis,
  run,
  runTask,
  start,
  until,
  write,
} from './support.ts';

type Format = 'claude-code' | 'codex';
const FORMATS: readonly Format[] = ['claude-code', 'codex'];

interface Setting {
  readonly format: Format;
  /** Arguments of the agent; LOG stands for the log of the place. */
  readonly args?: string;
  readonly limits?: Parameters<typeof policy>[0];
  readonly goalLimits?: Readonly<Record<string, number>>;
  readonly actor?: object;
}

const limitsOf = (goalLimits: Readonly<Record<string, number>>) => ({ goal_limits: goalLimits, reviewer_reserve: 1 });

/** The example, with an agent that logs each call that it makes outside of the tree. */
function setUp({ format, args = '', limits = {}, goalLimits, actor = {} }: Setting): Place {
  const at = copyOf('examples/actors');
  const base = policy(limits);
  write(at.tree, {
    'policy.json':
      goalLimits === undefined
        ? base
        : { schema_version: 2, policy_id: 'goals', base_policy: base, ...limitsOf(goalLimits) },
    'task.yaml': {
      goal: 'light every lamp',
      topic: 'actors',
      acceptance: [1, 2, 3].map((n) => ({ id: `lamp-${n}`, run: `grep -q "lamp ${n}: lit" lamps.txt` })),
      scope: ['lamps.txt'],
      policy_ref: 'policy.json',
      actor: { kind: 'command', run: `node agent.mjs ${format} --log ${at.log} ${args}`, format, ...actor },
    },
  });
  return at;
}

/** Where the hosts of a place keep their sessions: outside of the work tree. */
const hostsOf = (at: Place) => ({ CLAUDE_CONFIG_DIR: `${at.log}.claude`, CODEX_HOME: `${at.log}.codex` });

async function callsOf(at: Place, session: string | null): Promise<readonly CallRecord[]> {
  const shown = await praxis(at, ['telemetry', 'export', '--session', session ?? '', '--format', 'jsonl']);
  const records = shown.stdout.split('\n').filter(Boolean);
  return records.map((line) => JSON.parse(line)).filter((record) => record.type === 'call');
}

/** What a run may not know: tokens in, cached and out, and the cost. */
const usageOf = ({ document: { usage } }: Awaited<ReturnType<typeof runTask>>) => [
  usage.input_tokens,
  usage.cached_input_tokens,
  usage.output_tokens,
  usage.cost_microusd,
];

describe.each(FORMATS)('an agent that speaks the stream of %s', (format) => {
  test('has its calls counted and kept, and what it used', async () => {
    const at = setUp({ format, args: '--calls 4 --fail' });
    const ended = await runTask(at, [], { env: hostsOf(at) });
    expect([ended.exit, ended.document.status], ended.stderr).toEqual([0, 'pass']);
    expect(ended.document.trail.map((step) => step.tool_calls)).toEqual([4, 4, 4]);
    expect(ended.document.usage.tool_calls).toBe(12);
    expect(checkpoint(at, 'actors')).toMatchObject({ tool_calls: 12, children_spawned: 3, active_children: 0 });
    // Three acts of five responses each.
    const used = format === 'codex' ? [15 * 900, 15 * 100, 15 * 50, null] : [15 * 1000, 15 * 10, 15 * 40, 15_000];
    expect(usageOf(ended)).toEqual(used);
    const calls = await callsOf(at, ended.document.session);
    expect(calls).toHaveLength(12);
    expect(calls.filter((call) => call.ok === false)).toHaveLength(6);
    expect(calls.map((call) => call.seq).sort((a, b) => a - b)).toEqual([...Array(12).keys()]);
  });

  test('is shown by what it said, not by the rows of its stream', async () => {
    const at = setUp({ format, limits: { max_cycles: 1 } });
    await runTask(at, [], { env: hostsOf(at) });
    const shown = await praxis(at, ['explain', 'last:1']);
    expect(shown.stdout).toContain('I lit a lamp.');
    expect(shown.stdout).not.toContain('"type":');
  });

  test('is told apart from its subagents, whose calls count as well', async () => {
    const at = setUp({ format, args: '--calls 3 --child' });
    const ended = await runTask(at, [], { env: hostsOf(at) });
    expect(
      ended.document.trail.map((step) => step.tool_calls),
      ended.stderr,
    ).toEqual([4, 4, 4]);
    expect(ended.document.usage.output_tokens).toBe(15 * (format === 'codex' ? 50 : 40));
    expect(await callsOf(at, ended.document.session)).toHaveLength(12);
  });

  test('may make forty calls in one act', async () => {
    const at = setUp({ format, args: '--calls 40', limits: { max_tool_calls: 200 } });
    const ended = await runTask(at, [], { env: hostsOf(at) });
    expect([ended.exit, ended.document.usage.tool_calls], ended.stderr).toEqual([0, 120]);
    expect(await callsOf(at, ended.document.session)).toHaveLength(120);
    expect(logged(at)).toHaveLength(120);
  });

  test('may make ten thousand calls in one act, each of them kept', async () => {
    const wide = { checkpoint_transcript_bytes: 900_000_000, max_transcript_bytes: 1_000_000_000 };
    const at = setUp({ format, args: '--calls 10000', limits: { ...wide, max_tool_calls: 20_000, max_cycles: 1 } });
    const ended = await runTask(at, [], { env: hostsOf(at) });
    expect([ended.document.cycles, ended.document.usage.tool_calls], ended.stderr).toEqual([1, 10_000]);
    expect(ended.document.usage.output_tokens).toBe(10_001 * (format === 'codex' ? 50 : 40));
    expect(await callsOf(at, ended.document.session)).toHaveLength(10_000);
  });

  test('is ended when it announces a call more than it may make, and the true number is recorded', async () => {
    const at = setUp({ format, args: '--calls 500 --pause 20', limits: { max_tool_calls: 7 } });
    const ended = await runTask(at, [], { env: hostsOf(at) });
    expect([ended.exit, ended.document.status], ended.stderr).toEqual([4, 'stop']);
    expect(ended.document.reason).toContain('max_tool_calls=7');
    const made = logged(at).length;
    expect(made).toBeGreaterThanOrEqual(8);
    expect(made).toBeLessThan(100);
    expect(ended.document.usage.tool_calls).toBe(made);
    expect(await callsOf(at, ended.document.session)).toHaveLength(made);
    expect(ended.document.cycles).toBe(1);
  });

  test('makes no more calls in one act than its budget, and may go on in the next', async () => {
    const at = setUp({
      format,
      args: '--calls 40 --pause 20',
      limits: { max_cycles: 2 },
      actor: { budget: { tool_calls: 3 } },
    });
    const ended = await runTask(at, [], { env: hostsOf(at) });
    expect(ended.document.cycles, ended.stderr).toBe(2);
    for (const step of ended.document.trail) {
      expect(step.tool_calls).toBeGreaterThanOrEqual(4);
      expect(step.tool_calls).toBeLessThan(20);
    }
  });

  test('that is killed in its middle is settled by the files of its host', async () => {
    const at = setUp({ format, args: '--calls 9 --cut 6', limits: { max_cycles: 1 } });
    const ended = await runTask(at, [], { env: hostsOf(at) });
    expect(ended.document.usage.tool_calls, ended.stderr).toBe(6);
    const [input, cached, output, cost] = usageOf(ended);
    expect([input, cached, output]).toEqual(format === 'codex' ? [5400, 600, 300] : [6000, 60, 240]);
    expect(cost).toBeNull();
  });

  test('that is killed in its middle without these files leaves its usage unknown, and its calls counted', async () => {
    const at = setUp({ format, args: '--calls 9 --cut 6', limits: { max_cycles: 1 } });
    const env = { CLAUDE_CONFIG_DIR: '', CODEX_HOME: '', HOME: at.home };
    const ended = await runTask(at, [], { env });
    expect(ended.document.usage.tool_calls).toBe(6);
    expect(usageOf(ended)).toEqual([null, null, null, null]);
    const shown = await praxis(at, ['run', 'task.yaml', '--new'], { env });
    expect(shown.stderr).toContain(`(no ${format === 'codex' ? 'rollout' : 'transcript'}`);
  });

  test('that was at work when the run was killed is settled once, by what it had written', async () => {
    const at = setUp({ format, args: '--calls 9 --hang 5' });
    const started = start(at, ['run', 'task.yaml'], { env: hostsOf(at) });
    const output = join(at.tree, '.praxis', 'run', 'cycle-1.out');
    await until(() => resultsIn(output) === 5, 'the fifth result', started);
    started.kill('SIGKILL');
    await started.ended;
    const ended = await resumed(at);
    expect([ended.exit, ended.document.status], ended.stderr).toEqual([0, 'pass']);
    expect(ended.document.trail.map((step) => [step.tool_calls, step.in_doubt])).toEqual([
      [5, true],
      [9, false],
      [9, false],
      [9, false],
    ]);
    // Five responses of the act that was cut off, and ten of each of the others.
    const [input, cached, output_] = usageOf(ended);
    expect([input, cached, output_]).toEqual(format === 'codex' ? [31_500, 3500, 1750] : [35_000, 350, 1400]);
    const calls = await callsOf(at, ended.document.session);
    expect(calls).toHaveLength(32);
    expect(new Set(calls.map((call) => call.eventId)).size).toBe(32);
    expect(logged(at)).toHaveLength(32);
  });
});

describe('an agent that speaks the stream of Claude Code', () => {
  test('has each call kept as soon as its result is there', async () => {
    const at = setUp({ format: 'claude-code', args: '--calls 9 --hang 5' });
    const started = start(at, ['run', 'task.yaml'], { env: hostsOf(at) });
    await until(() => resultsIn(join(at.tree, '.praxis', 'run', 'cycle-1.out')) === 5, 'the fifth result', started);
    let kept: readonly CallRecord[] = [];
    for (let n = 0; n < 50 && kept.length < 5; n++) kept = await callsOf(at, 'last');
    expect(kept.map((call) => [call.seq, call.ok])).toEqual([0, 1, 2, 3, 4].map((seq) => [seq, true]));
    started.kill('SIGINT');
    expect((await started.ended).exit).toBe(130);
  });

  test('stops at a limit on its cost, once it is reached', async () => {
    const at = setUp({ format: 'claude-code', goalLimits: { ...BOUNDS, cost_microusd: 4000 } });
    const ended = await runTask(at, [], { env: hostsOf(at) });
    expect([ended.exit, ended.document.cycles], ended.stderr).toEqual([4, 1]);
    expect(ended.document.reason).toContain('cost_microusd');
    expect(checkpoint(at, 'actors')).toMatchObject({ usage: { input_tokens: 4000, cost_microusd: 4000 } });
  });
});

const BOUNDS = { cycle: 9, tool_calls: 99, elapsed_seconds: 600 };

describe('usage that is not known', () => {
  test('is said at once, and stops nothing where no limit names it', async () => {
    const at = setUp({ format: 'codex', goalLimits: { ...BOUNDS, input_tokens: 1_000_000 } });
    const ended = await praxis(at, ['run', 'task.yaml'], { env: hostsOf(at) });
    expect(ended.exit, ended.stderr).toBe(0);
    expect(ended.stderr.match(/what is used is unknown from cycle 1 on: cost/g)).toHaveLength(1);
  });

  test('stops the goal where a limit names it, as is said at the start', async () => {
    const at = setUp({ format: 'codex', goalLimits: { ...BOUNDS, cost_microusd: 1_000_000 } });
    const ended = await praxis(at, ['run', 'task.yaml'], { env: hostsOf(at) });
    expect([ended.exit, checkpoint(at, 'actors')]).toMatchObject([4, { task: { cycle: 1 } }]);
    expect(ended.stdout).toContain('is not known');
    expect(ended.stderr).toContain('the agent does not tell what it uses: the limit of the goal on cost_microusd');
  });

  test('is what an opaque agent claims, where it does', async () => {
    const at = setUp({ format: 'claude-code', goalLimits: { ...BOUNDS, output_tokens: 100 } });
    const usage = { input_tokens: 5, cached_input_tokens: 0, output_tokens: 7, cost_microusd: 1 };
    const claim = JSON.stringify({ praxis: { usage } });
    write(at.tree, { 'claim.sh': `sed -i '0,/dark/s//lit/' lamps.txt; echo '${claim}'` });
    const task = JSON.parse(readFileSync(join(at.tree, 'task.yaml'), 'utf8'));
    write(at.tree, { 'task.yaml': { ...task, actor: { kind: 'command', run: 'sh claim.sh' } } });
    const ended = await runTask(at, [], { env: hostsOf(at) });
    expect([ended.exit, ended.document.status], ended.stderr).toEqual([0, 'pass']);
    expect(usageOf(ended)).toEqual([15, 0, 21, 3]);
  });
});

test.each(FORMATS)(
  'attempts side by side have their calls and usage counted, be they applied or not, by %s',
  async (format) => {
    const at = setUp({ format, args: '--calls 4', limits: { max_concurrency: 2 } });
    const task = JSON.parse(readFileSync(join(at.tree, 'task.yaml'), 'utf8'));
    write(at.tree, { 'task.yaml': { ...task, group: 2 } });
    commitAll(at.tree);
    const ended = await runTask(at, [], { env: hostsOf(at) });
    expect([ended.exit, ended.document.status, ended.document.cycles], ended.stderr).toEqual([0, 'pass', 3]);
    expect(logged(at)).toHaveLength(24);
    expect(ended.document.usage.tool_calls).toBe(24);
    expect(ended.document.trail.map((step) => step.tool_calls)).toEqual([8, 8, 8]);
    expect(ended.document.usage.output_tokens).toBe(30 * (format === 'codex' ? 50 : 40));
    expect(await callsOf(at, ended.document.session)).toHaveLength(24);
  },
);

test('a group that was killed in its middle has the calls of every attempt counted', async () => {
  const at = setUp({ format: 'claude-code', args: '--calls 9 --hang 5', limits: { max_concurrency: 2 } });
  const task = JSON.parse(readFileSync(join(at.tree, 'task.yaml'), 'utf8'));
  write(at.tree, { 'task.yaml': { ...task, group: 2 } });
  commitAll(at.tree);
  const started = start(at, ['run', 'task.yaml'], { env: hostsOf(at) });
  const outputs = [1, 2].map((n) => join(at.tree, '.praxis', 'run', `cycle-1-a${n}.out`));
  await until(() => outputs.every((path) => resultsIn(path) === 5), 'five results of both', started);
  started.kill('SIGKILL');
  await started.ended;
  const ended = await resumed(at);
  expect([ended.exit, ended.document.status], ended.stderr).toEqual([0, 'pass']);
  expect(ended.document.trail.map((step) => step.tool_calls)).toEqual([10, 18, 18, 18]);
  expect(ended.document.usage.tool_calls).toBe(64);
  expect(logged(at)).toHaveLength(64);
  // Five responses of each that was cut off, and ten of each of the others.
  expect(ended.document.usage.output_tokens).toBe(40 * 70);
  expect(await callsOf(at, ended.document.session)).toHaveLength(64);
});

test('a question that an agent had asked before the run was killed is still asked', async () => {
  const at = setUp({ format: 'codex' });
  const asked = { praxis: { ask_human: { gate: 'power', question: 'May I switch the power on?', action: {} } } };
  write(at.tree, { 'ask.sh': `echo '${JSON.stringify(asked)}'; echo asked >> ${at.log}; exec sleep 300` });
  const task = JSON.parse(readFileSync(join(at.tree, 'task.yaml'), 'utf8'));
  write(at.tree, { 'task.yaml': { ...task, actor: { kind: 'command', run: 'sh ask.sh' } } });
  const started = start(at, ['run', 'task.yaml']);
  await until(() => logged(at).length === 1, 'it asked', started);
  started.kill('SIGKILL');
  await started.ended;
  const ended = await resumed(at);
  expect([ended.exit, ended.document.status], ended.stderr).toEqual([4, 'needs-human']);
  expect(ended.document.cycles).toBe(1);
});

async function resumed(at: Place) {
  return run(await praxis(at, ['run', '--resume', '--json'], { env: hostsOf(at) }));
}

/** Results that an agent has told of its calls so far. */
function resultsIn(path: string): number {
  try {
    return readFileSync(path, 'utf8').match(/"tool_result"|"item.completed"/g)?.length ?? 0;
  } catch {
    // Not there yet.
    return 0;
  }
}
