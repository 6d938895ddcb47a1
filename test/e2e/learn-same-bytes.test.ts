import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sha256Hex } from '../../src/base/sha256.ts';
import { Draws } from '../support/draws.ts';
import { CLI, cleanEnvironment, place } from './support.ts';

const NAMED = ['--library', 'same-bytes'];

/** Of the guidelines that are learnt below. The same on every Node; another one only where other things are learnt. */
const GUIDELINES = 'd8672cacf821aa166fffc35744c04dede07dfdb5aab49de67ea94b50d70a4852';

const minute = (n: number, second: number) => new Date(Date.UTC(2026, 0, 1, 10, n, second)).toISOString();

/** Results between 0 and 1, which are tested by draws; failures that recur; a correction; lessons in view. */
function session(n: number): readonly object[] {
  const draws = new Draws(n);
  const sessionId = `s${n}`;
  const tasks = [0, 1].map((t) => {
    const base = { sessionId, taskId: `${sessionId}/${t}` };
    const task = draws.below(10);
    const taskText = `ship the release ${task} to the shops`;
    const context = { taskText, agentConfigId: 'agent' };
    const isFlagged = draws.chance(0.5);
    const isGood = draws.chance(isFlagged ? 0.9 : 0.3);
    const at = (second: number) => minute(n, t * 20 + second);
    const call = (tool: string, params: object, ok: boolean, second: number) => ({
      ...base,
      tool,
      params,
      ok,
      ...(ok ? {} : { error: `Error: ${tool} is not ready for release ${task}` }),
      startedAt: at(second),
      context,
      injected: n > 20 ? ['r1'] : [],
    });
    return [
      { type: 'task_start', ...base, ...context, groupKey: `task-${task}`, at: at(0) },
      call('bash', { command: draws.chance(0.5) ? 'rg -n price src | head' : 'grep -r price src' }, true, 1),
      call('deploy', isFlagged ? { target: 'x', wait: true } : { target: 'x' }, isGood, 2),
      ...(isGood ? [] : [call(draws.chance(0.5) ? 'restart' : 'deploy', { target: 'x' }, draws.chance(0.5), 3)]),
      { type: 'outcome', ...base, value: draws.below(11) / 10, source: 'check', at: at(4) },
      { type: 'task_end', ...base, finalOutput: 'done', status: 'completed', at: at(5) },
    ];
  });
  const said = {
    type: 'feedback',
    sessionId,
    taskId: `${sessionId}/1`,
    kind: 'correct',
    source: 'chat',
    at: minute(n, 26),
  };
  return [
    ...tasks.flat(),
    ...(n === 5 ? [{ ...said, text: 'no, use rg instead of grep' }] : []),
    { type: 'session_end', sessionId, at: minute(n, 30) },
  ];
}

/** What a Node makes of the events: the report of learning, the guidelines and the proposals. */
function learnt(node: string): readonly string[] {
  const at = place();
  const options = { cwd: at.tree, env: cleanEnvironment({ PRAXIS_HOME: at.home }), encoding: 'utf8' } as const;
  const told = (args: readonly string[], input = ''): string => {
    const ended = spawnSync(node, [CLI, ...args, ...NAMED], { ...options, input });
    expect(ended.status, `${node} ${args.join(' ')}: ${ended.stderr}`).toBe(0);
    return ended.stdout;
  };
  const events = Array.from({ length: 50 }, (_, n) => session(n)).flat();
  told(['telemetry', 'record'], events.map((event) => `${JSON.stringify(event)}\n`).join(''));
  return [told(['learn', '--json']), told(['experience', 'export']), told(['proposals', '--json'])];
}

/** The Nodes that npm has at hand beside this one. */
function otherNodes(): readonly string[] {
  const folder = join(homedir(), '.npm', '_npx');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .map((name) => join(folder, name, 'node_modules', 'node', 'bin', 'node'))
    .filter((path) => existsSync(path));
}

describe('the same events', () => {
  test('teach the same, byte for byte, whatever Node learns from them', { timeout: 120_000 }, () => {
    const here = learnt(process.execPath);
    const [report = '', guidelines = '', proposals = ''] = here;
    expect(JSON.parse(report)).toMatchObject({ done: 50, queued: 0 });
    expect(proposals).not.toBe('');
    expect(sha256Hex(guidelines)).toBe(GUIDELINES);
    expect(learnt(process.execPath)).toEqual(here);
    for (const node of otherNodes()) expect(learnt(node), node).toEqual(here);
  });
});
