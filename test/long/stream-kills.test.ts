import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  checkpoint,
  copyOf,
  logged,
  type Place,
  policy,
  praxis,
  type Run,
  run,
  start,
  until,
  write,
} from '../e2e/support.ts';

type Format = 'claude-code' | 'codex';

/** What one response of the agent uses, by its source: tokens in, cached and out. */
const RESPONSE = { 'claude-code': [1000, 10, 40], codex: [900, 100, 50] } as const;
const CALLS = 9;
const HUNG_AFTER = 5;

/** An agent that hangs after some calls while the flag of the place is there and so many lamps are lit; it takes the flag. */
function setUp(format: Format, lit: number | null): Place {
  const at = copyOf('examples/actors');
  const agent = `node agent.mjs ${format} --log ${at.log} --calls ${CALLS}`;
  const when = lit === null ? 'true' : `[ "$(grep -c lit lamps.txt)" = ${lit} ]`;
  write(at.tree, {
    'policy.json': {
      schema_version: 2,
      policy_id: 'kills',
      base_policy: policy({ max_cycles: 100, max_tool_calls: 1000 }),
      goal_limits: { cycle: 200, tool_calls: 2000, elapsed_seconds: 3600 },
      reviewer_reserve: 1,
    },
    'task.yaml': {
      goal: 'light every lamp',
      topic: 'kills',
      acceptance: [1, 2, 3].map((n) => ({ id: `lamp-${n}`, run: `grep -q "lamp ${n}: lit" lamps.txt` })),
      scope: ['lamps.txt'],
      protected: ['*.sh'],
      policy_ref: 'policy.json',
      actor: { kind: 'command', run: 'sh agent.sh', format },
    },
    'agent.sh': `if [ -e ${flag(at)} ] && ${when}; then
  rm ${flag(at)}; PRAXIS_CYCLE=1 exec ${agent} --hang ${HUNG_AFTER}
else exec ${agent}; fi`,
  });
  return at;
}

const flag = (at: Place) => `${at.log}.flag`;

const environmentOf = (at: Place, isKept: boolean) =>
  isKept
    ? { CLAUDE_CONFIG_DIR: `${at.log}.claude`, CODEX_HOME: `${at.log}.codex`, HOME: at.home }
    : { CLAUDE_CONFIG_DIR: '', CODEX_HOME: '', HOME: at.home };

/** Begins or resumes the run, kills it while its agent hangs, and says in which cycle that was. */
async function killed(at: Place, env: Record<string, string>, isFirst: boolean): Promise<void> {
  writeFileSync(flag(at), '');
  const before = logged(at).length;
  const started = start(at, ['run', isFirst ? 'task.yaml' : '--resume'], { env });
  const hangs = () => !existsSync(flag(at)) && resultsOf(at) === HUNG_AFTER && logged(at).length >= before + HUNG_AFTER;
  await until(hangs, 'the agent hangs', started);
  started.kill('SIGKILL');
  await started.ended;
}

/** Results that the agent of the present cycle has told. */
function resultsOf(at: Place): number {
  const document = checkpoint(at, 'kills') as { readonly task: { readonly cycle: number } };
  const path = join(at.tree, '.praxis', 'run', `cycle-${document.task.cycle}.out`);
  if (!existsSync(path)) return 0;
  return readFileSync(path, 'utf8').match(/"tool_result"|"item.completed"/g)?.length ?? 0;
}

const usageOf = ({ document: { usage } }: Run) => [usage.input_tokens, usage.cached_input_tokens, usage.output_tokens];

async function callsOf(at: Place, session: string | null): Promise<number> {
  const shown = await praxis(at, ['telemetry', 'export', '--session', session ?? '', '--format', 'jsonl']);
  return shown.stdout.split('\n').filter((line) => line.includes('"type":"call"')).length;
}

describe.each(['claude-code', 'codex'] as const)(
  'a goal whose run is killed in the middle of its acts, by %s',
  (format) => {
    test('counts what its agent did, and what it used, as if it had not been', { timeout: 400_000 }, async () => {
      const at = setUp(format, null);
      const env = environmentOf(at, true);
      const kills = format === 'claude-code' ? 20 : 8;
      for (let n = 0; n < kills; n++) await killed(at, env, n === 0);
      const ended = run(await praxis(at, ['run', '--resume', '--json'], { env }));
      expect([ended.exit, ended.document.status], ended.stderr).toEqual([0, 'pass']);
      expect(ended.document.cycles).toBe(kills + 3);
      const made = kills * HUNG_AFTER + 3 * CALLS;
      expect(logged(at)).toHaveLength(made);
      expect(ended.document.usage.tool_calls).toBe(made);
      expect(await callsOf(at, ended.document.session)).toBe(made);
      expect(checkpoint(at, 'kills')).toMatchObject({ totals: { children_spawned: kills + 3, tool_calls: made } });
      // A response a call, and the answer of each act that came to its end.
      expect(usageOf(ended)).toEqual(RESPONSE[format].map((used) => used * (made + 3)));
    });
  },
);

test('without transcripts usage is unknown from exactly the first act that was cut off', {
  timeout: 200_000,
}, async () => {
  const at = setUp('claude-code', 2);
  const env = environmentOf(at, false);
  await killed(at, env, true);
  const responses = 2 * (CALLS + 1);
  expect(checkpoint(at, 'kills')).toMatchObject({
    usage: { input_tokens: 1000 * responses, output_tokens: 40 * responses, cost_microusd: 1000 * responses },
    totals: { cycle: 3, tool_calls: 2 * CALLS },
  });
  const ended = run(await praxis(at, ['run', '--resume', '--json'], { env }));
  expect([ended.exit, ended.document.status], ended.stderr).toEqual([0, 'pass']);
  expect(usageOf(ended)).toEqual([null, null, null]);
  expect(ended.document.usage.tool_calls).toBe(3 * CALLS + HUNG_AFTER);
  expect(logged(at)).toHaveLength(3 * CALLS + HUNG_AFTER);
});
