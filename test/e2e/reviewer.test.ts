import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { journals } from '../danger/fixture.ts';
import {
  CLI,
  checkpoint,
  cleanEnvironment,
  logged,
  type Place,
  place,
  policy,
  praxis,
  run,
  runTask,
  start,
  until,
  write,
} from './support.ts';

const SECRET = 'orchard lantern';

interface Given {
  /** What the agent does; `N` in it is how often it has acted. */
  readonly act: string;
  readonly review: string;
  readonly limits?: Parameters<typeof policy>[0];
  readonly isGoal?: boolean;
  readonly actor?: (at: Place) => object;
}

/** A task whose criterion any text meets; whether it is a good one is for the reviewer to say. */
function reviewed({ act, review, limits = {}, isGoal = false, actor }: Given): Place {
  const at = place();
  const base = {
    ...policy(limits),
    human_authorization: { key_hashes: { ana: createHash('sha256').update(SECRET).digest('hex') } },
  };
  const goal = { schema_version: 2, policy_id: 'goals', base_policy: base, goal_limits: {}, reviewer_reserve: 1 };
  const acting = act.replaceAll('N', `$(grep -c act ${at.log})`);
  write(at.tree, {
    'policy.json': isGoal ? goal : base,
    'review.sh': `echo review >> ${at.log}\n${review.replaceAll('LOG', at.log)}\n`,
    'task.yaml': {
      goal: 'write a good text',
      topic: 'review',
      acceptance: [{ id: 'written', run: 'test -s text.txt || { echo "Error: nothing written"; exit 1; }' }],
      scope: ['text.txt'],
      policy_ref: 'policy.json',
      actor: actor?.(at) ?? {
        kind: 'command',
        run: `echo act >> ${at.log}; ${acting.replaceAll('LOG', at.log)}`,
        format: 'none',
      },
      reviewer: { run: 'sh review.sh', timeout_s: 60 },
    },
  });
  return at;
}

const verdict = (word: string, used?: object) =>
  `echo '${JSON.stringify({ verdict: word, evidence_refs: ['text.txt'], usage: used })}'`;
/** What one agent or reviewer says it used. */
const USED = { input_tokens: 100, cached_input_tokens: 0, output_tokens: 10, cost_microusd: 1000 };
const SAYS = `echo '${JSON.stringify({ praxis: { usage: USED } })}'`;
const JUDGE = `grep -q good text.txt && ${verdict('PASS')} || { echo "the text is dull"; ${verdict('FAIL')}; }`;

describe('a reviewer', () => {
  test('has to say PASS, and what it says instead reaches the agent', async () => {
    const at = reviewed({
      act: '[ N -ge 2 ] && { cp "$PRAXIS_PROMPT_FILE" LOG.prompt; echo good > text.txt; } || echo dull > text.txt',
      review: `cp "$PRAXIS_PROMPT_FILE" LOG.review; cat > LOG.stdin; ${JUDGE}`,
    });
    const { exit, document, stderr } = await runTask(at);
    expect([exit, document.status, document.cycles], stderr).toEqual([0, 'pass', 2]);
    expect(logged(at)).toEqual(['act', 'review', 'act', 'review']);
    expect(document.trail.map(({ verdict: seen }) => seen)).toEqual(['fail', 'pass']);
    expect(document.acceptance.map(({ id, passed }) => [id, passed])).toEqual([
      ['written', true],
      ['reviewer', true],
    ]);
    // Each act and each review is a child; a review is no cycle and no call.
    expect(checkpoint(at, 'review')).toMatchObject({
      cycle: 2,
      tool_calls: 2,
      children_spawned: 4,
      active_children: 0,
    });
    expect(checkpoint(at, 'review').evidence_refs).toContain(document.acceptance[1]?.evidence);
    expect(readFileSync(`${at.log}.prompt`, 'utf8')).toContain('the text is dull');
    const told = readFileSync(`${at.log}.review`, 'utf8');
    expect(told).toBe(readFileSync(`${at.log}.stdin`, 'utf8'));
    expect(told).toContain('write a good text');
    const [events = []] = await journals(at);
    const reviews = events.map(({ event }) => event).filter((event) => event.kind === 'reviewed');
    expect(reviews.map(({ verdict: said, evidenceRefs }) => [said, evidenceRefs])).toEqual([
      ['FAIL', ['text.txt']],
      ['PASS', ['text.txt']],
    ]);
    expect(reviews[0]?.output).toContain('the text is dull');
    const told2 = await praxis(at, ['explain', document.session ?? '']);
    expect(told2.stdout).toContain('the reviewer says FAIL');
  });

  test('judges what was there before anything acted', async () => {
    const at = reviewed({ act: 'true', review: JUDGE });
    write(at.tree, { 'text.txt': 'good\n' });
    const { exit, document } = await runTask(at);
    expect([exit, document.status, document.cycles]).toEqual([0, 'pass', 0]);
    expect(logged(at)).toEqual(['review']);
    expect(checkpoint(at, 'review')).toMatchObject({ cycle: 0, children_spawned: 1, status: 'completed' });
  });

  test('is not asked again about what it refused, and the same act once more is a repeat', async () => {
    const at = reviewed({ act: 'echo dull > text.txt', review: JUDGE, limits: { max_same_failure_retries: 2 } });
    const { exit, document } = await runTask(at);
    expect([exit, document.status, document.reason]).toEqual([
      4,
      'stop',
      'limit_reached:same_failure_retries=2:max_same_failure_retries=2',
    ]);
    expect(logged(at).filter((line) => line === 'review')).toEqual(['review']);
    const again = await runTask(at, ['--resume']);
    expect(again.exit).toBe(4);
    expect(logged(at).filter((line) => line === 'review')).toEqual(['review']);
  });

  test('bounds an agent that makes it another bad one each time', async () => {
    const at = reviewed({ act: 'echo dull N > text.txt', review: JUDGE, limits: { max_same_failure_retries: 2 } });
    const { exit, document } = await runTask(at);
    expect([exit, document.status]).toEqual([4, 'stop']);
    expect(document.reason).toMatch(/^limit_reached:same_failure_retries=2/);
    expect(document.trail.map(({ verdict: seen }) => seen)).toEqual(['fail', 'fail', 'fail']);
  });

  test('that asks for a person ends the run, and their approval is the pass', async () => {
    const at = reviewed({ act: 'echo odd > text.txt', review: `echo "is odd good?"; ${verdict('NEEDS_HUMAN')}` });
    const { exit, document } = await runTask(at);
    expect([exit, document.status, document.reason]).toEqual([4, 'needs-human', 'human_gate:review']);
    expect(document.trail.map(({ verdict: seen }) => seen)).toEqual(['needs-human']);
    expect(readFileSync(join(at.tree, document.report ?? ''), 'utf8')).toContain('is odd good?');
    expect((await runTask(at, ['--resume'])).document.status).toBe('needs-human');
    sign(at, 'review', 'approve');
    const resumed = await runTask(at, ['--resume'], { env: KEYS });
    expect([resumed.exit, resumed.document.status], resumed.stderr).toEqual([0, 'pass']);
    expect(logged(at)).toEqual(['act', 'review']);
  });

  test('changes nothing: what it writes is undone', async () => {
    const at = reviewed({
      act: 'echo good > text.txt',
      review: `echo mine > text.txt; echo stray > stray; ${verdict('PASS')}`,
    });
    const { exit, document } = await runTask(at);
    expect([exit, document.status]).toEqual([0, 'pass']);
    expect(readFileSync(join(at.tree, 'text.txt'), 'utf8')).toBe('good\n');
    expect(existsSync(join(at.tree, 'stray'))).toBe(false);
    expect(document.trail.map(({ violation }) => violation)).toEqual([null]);
    const [events = []] = await journals(at);
    const undone = events.map(({ event }) => event).find((event) => event.kind === 'drifted');
    expect(undone).toMatchObject({ by: 'reviewer', violations: [{ path: 'stray' }, { path: 'text.txt' }] });
  });

  test.each([
    ['says nothing', 'echo fine', 'it printed no verdict'],
    ['says PASS and fails', `${verdict('PASS')}; exit 3`, 'it says PASS and ended with 3'],
    ['says another word', verdict('OK'), 'its verdict is none of PASS, FAIL and NEEDS_HUMAN'],
  ])('that %s gives no pass, and is asked again on resume', async (_, review, why) => {
    const at = reviewed({ act: 'echo good > text.txt', review });
    const { exit, document } = await runTask(at);
    expect([exit, document.status, document.reason, document.resumable]).toEqual([
      4,
      'stop',
      `no_review: ${why}`,
      true,
    ]);
    write(at.tree, { 'review.sh': verdict('PASS') });
    const resumed = await runTask(at, ['--resume']);
    expect([resumed.exit, resumed.document.status, resumed.document.cycles]).toEqual([0, 'pass', 1]);
  });

  test('keeps the last child that the policy allows', async () => {
    const at = reviewed({ act: 'true', review: JUDGE, limits: { max_children_per_parent: 3 } });
    const { exit, document } = await runTask(at);
    expect([exit, document.reason, document.cycles]).toEqual([4, 'spawn_not_allowed', 2]);
    expect(logged(at)).toEqual(['act', 'act']);
  });

  test('is not for the agent to change', async () => {
    const at = reviewed({
      act: `[ N -ge 2 ] || echo "echo '{\\"verdict\\":\\"PASS\\"}'" > review.sh; echo good > text.txt`,
      review: JUDGE,
    });
    const { exit, document } = await runTask(at);
    expect([exit, document.status]).toEqual([0, 'pass']);
    expect(document.trail.map(({ verdict: seen }) => seen)).toEqual(['error', 'pass']);
    expect(JSON.stringify(document.trail[0]?.violation)).toContain('review.sh');
  });

  test('that dies with its run is asked anew by the resume, and both are counted', async () => {
    const at = reviewed({
      act: `echo good > text.txt; ${SAYS}`,
      review: `echo half > text.txt; [ -e LOG.go ] || sleep 60; echo good > text.txt; echo end >> LOG; ${verdict('PASS', USED)}`,
    });
    const started = start(at, ['run', 'task.yaml', '--json']);
    await until(() => logged(at).includes('review'), 'the reviewer begins', started);
    started.kill('SIGKILL');
    await started.ended;
    write(join(at.tree, '..'), { 'log.go': '' });
    const resumed = run(await praxis(at, ['run', '--resume', '--json']));
    expect([resumed.exit, resumed.document.status, resumed.document.cycles], resumed.stderr).toEqual([0, 'pass', 1]);
    expect(logged(at)).toEqual(['act', 'review', 'review', 'end']);
    expect(readFileSync(join(at.tree, 'text.txt'), 'utf8')).toBe('good\n');
    expect(checkpoint(at, 'review')).toMatchObject({ cycle: 1, children_spawned: 3 });
    // Nobody knows what the one that died had used.
    expect(resumed.document.usage).toMatchObject({ input_tokens: null, cost_microusd: null });
  });

  test('of a goal has its own place in the checkpoint, and begins a new slice where the last is used up', async () => {
    const at = reviewed({
      act: `[ N -ge 2 ] && echo good > text.txt || echo dull > text.txt; ${SAYS}`,
      review: `cp .coord/checkpoint-review.json LOG.checkpoint
        grep -q good text.txt && ${verdict('PASS')} || ${verdict('FAIL', USED)}`,
      isGoal: true,
      limits: { max_children_per_parent: 3 },
    });
    const { exit, document, stderr } = await runTask(at);
    expect([exit, document.status, document.cycles], stderr).toEqual([0, 'pass', 2]);
    expect(JSON.parse(readFileSync(`${at.log}.checkpoint`, 'utf8'))).toMatchObject({
      review_required: true,
      action_kind: 'review',
      slice_id: 1,
      task: { active_children: 1 },
      // Two acts and the first review, of which each says what it used.
      totals: { input_tokens: 300, output_tokens: 30, cost_microusd: 3000 },
    });
    expect(checkpoint(at, 'review')).toMatchObject({
      review_required: false,
      // The second review does not say it.
      totals: { cycle: 2, children_spawned: 4, input_tokens: null, cached_input_tokens: null, cost_microusd: null },
      task: { status: 'completed', evidence_refs: [document.acceptance[1]?.evidence] },
    });
    expect(document.decision).toMatchObject({ reasons: ['task_status:completed'] });
    expect((await praxis(at, ['run', '--verify', document.session ?? ''])).exit).toBe(0);
  });

  test('that refuses a remedy of a playbook has the next one tried', async () => {
    const at = reviewed({
      act: '',
      review: JUDGE,
      actor: (here) => ({
        kind: 'playbook',
        candidates: ['dull', 'good'].map((word) => ({
          id: word,
          kind: 'exploit',
          run: `echo ${word} >> ${here.log}; echo ${word} > text.txt`,
        })),
      }),
    });
    const { exit, document } = await runTask(at);
    expect([exit, document.status]).toEqual([0, 'pass']);
    expect(document.trail.map(({ candidate, verdict: seen }) => [candidate, seen])).toEqual([
      ['dull', 'fail'],
      ['good', 'pass'],
    ]);
    rmSync(join(at.tree, 'text.txt'));
    const second = await runTask(at);
    expect(second.document.trail.map(({ candidate }) => candidate)).toEqual(['good']);
  });
});

const KEYS = { AGENT_COLLAB_HUMAN_KEYS_JSON: JSON.stringify({ ana: SECRET }) };

function sign(at: Place, gate: string, decision: string): void {
  const files = ['--checkpoint', join('.coord', 'checkpoint-review.json'), '--policy', 'policy.json'];
  const words = ['--gate', gate, '--decision', decision, '--rationale', 'Seen.', '--key-id', 'ana', '--key-fd', '0'];
  execFileSync(process.execPath, [CLI, 'checkpoint', 'sign', ...files, ...words], {
    cwd: at.tree,
    env: cleanEnvironment({ PRAXIS_HOME: at.home, ...KEYS }),
    input: SECRET,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}
