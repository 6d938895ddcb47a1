import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CLI, checkpoint, cleanEnvironment, type Place, place, policy, runTask, write } from './support.ts';

const SECRET = 'orchard lantern';
const KEYS = { AGENT_COLLAB_HUMAN_KEYS_JSON: JSON.stringify({ ana: SECRET }) };

/** An agent that asks whether to deploy, and once it was told otherwise does that; it asks no second time. */
function asking(isGoal: boolean): Place {
  const at = place();
  const base = {
    ...policy(),
    human_authorization: { key_hashes: { ana: createHash('sha256').update(SECRET).digest('hex') } },
  };
  const goal = { schema_version: 2, policy_id: 'goals', base_policy: base, goal_limits: {}, reviewer_reserve: 1 };
  const asks = { praxis: { ask_human: { gate: 'deploy', question: 'Deploy?', action: { to: 'production' } } } };
  write(at.tree, {
    'policy.json': isGoal ? goal : base,
    'task.yaml': {
      goal: 'deploy it',
      topic: 'deploy',
      acceptance: [{ id: 'deployed', run: 'test -s deployed.txt' }],
      scope: ['deployed.txt'],
      policy_ref: 'policy.json',
      actor: {
        kind: 'command',
        run: `cp "$PRAXIS_PROMPT_FILE" ${at.log}.prompt; if grep -q "staging first" "$PRAXIS_PROMPT_FILE"; then echo staging > deployed.txt; else echo '${JSON.stringify(asks)}'; fi`,
        format: 'none',
      },
    },
  });
  return at;
}

function sign(at: Place, decision: string, rationale: string): void {
  const files = ['--checkpoint', join('.coord', 'checkpoint-deploy.json'), '--policy', 'policy.json'];
  const words = [
    '--gate',
    'deploy',
    '--decision',
    decision,
    '--rationale',
    rationale,
    '--key-id',
    'ana',
    '--key-fd',
    '0',
  ];
  execFileSync(process.execPath, [CLI, 'checkpoint', 'sign', ...files, ...words], {
    cwd: at.tree,
    env: cleanEnvironment({ PRAXIS_HOME: at.home, ...KEYS }),
    input: SECRET,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}

describe.each([
  ['a task', false],
  ['a goal', true],
])('a person who wants the proposal of %s revised', (_, isGoal) => {
  test('has the agent start again with their words, and is asked about what it made', async () => {
    const at = asking(isGoal);
    expect((await runTask(at)).document).toMatchObject({ status: 'needs-human', reason: 'human_gate:deploy' });
    sign(at, 'revise', 'To staging first.\nstaging first, please');
    const revised = await runTask(at, ['--resume'], { env: KEYS });
    expect(revised.document, revised.stderr).toMatchObject({
      status: 'needs-human',
      reason: 'human_gate:deploy',
      cycles: 2,
    });
    expect(readFileSync(`${at.log}.prompt`, 'utf8')).toContain('staging first, please');
    expect(readFileSync(join(at.tree, 'deployed.txt'), 'utf8')).toBe('staging\n');
    const archive = readFileSync(join(at.tree, '.coord', 'checkpoint-deploy.json.records.jsonl'), 'utf8');
    expect(archive).toContain('"revise"');
    expect((await runTask(at, ['--resume'], { env: KEYS })).document.status).toBe('needs-human');
    sign(at, 'approve', 'Good.');
    const approved = await runTask(at, ['--resume'], { env: KEYS });
    expect([approved.exit, approved.document.status], approved.stderr).toEqual([0, 'pass']);
    expect(checkpoint(at, 'deploy')).toMatchObject(isGoal ? { requires_human: false } : { status: 'completed' });
  });

  test('is not passed over where a later decline stands', async () => {
    const at = asking(isGoal);
    await runTask(at);
    sign(at, 'decline', 'Never.');
    const declined = await runTask(at, ['--resume'], { env: KEYS });
    expect([declined.document.status, declined.document.resumable]).toEqual(['needs-human', true]);
    expect(existsSync(join(at.tree, 'deployed.txt'))).toBe(false);
  });
});
