import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CHILD, childTask, into, parent, printed } from './child-runs.ts';
import {
  checkpoint,
  logged,
  type Place,
  place,
  praxis,
  ROOT,
  type Run,
  run,
  runTask,
  start,
  until,
  write,
} from './support.ts';

const used = (tokens: number) => ({
  input_tokens: tokens,
  cached_input_tokens: 0,
  output_tokens: tokens,
  cost_microusd: tokens,
});
/** The last line of an agent that tells what it used. */
const says = (tokens: number) => `echo '${JSON.stringify({ praxis: { usage: used(tokens) } })}'`;

const usageOf = ({ document: { usage } }: Pick<Run, 'document'>) => ({
  input_tokens: usage.input_tokens,
  cached_input_tokens: usage.cached_input_tokens,
  output_tokens: usage.output_tokens,
  cost_microusd: usage.cost_microusd,
});
const UNKNOWN = { input_tokens: null, cached_input_tokens: null, output_tokens: null, cost_microusd: null };

describe('what the children of a run used', () => {
  test('is added to what it used itself, be it of a child of a child or of a reviewer', async () => {
    const at = place();
    const grandchild = childTask(at, 'grandchild', 2, { act: says(100) });
    const child = childTask(at, 'child', 1, {
      act: `(cd ${grandchild} && ${CHILD} ${into(at, 'grandchild')}); ${says(10)}`,
    });
    const task = JSON.parse(readFileSync(join(child, 'task.yaml'), 'utf8'));
    const verdict = JSON.stringify({ verdict: 'PASS', evidence_refs: [], usage: used(1000) });
    write(child, { 'task.yaml': { ...task, reviewer: { run: `echo '${verdict}'` } } });
    parent(at, `(cd ${child} && ${CHILD} ${into(at, 'child')}); touch ${at.tree}/done; ${says(1)}`, { calls: 20 });
    const ended = await runTask(at);
    expect([ended.exit, ended.document.status], ended.stderr).toEqual([0, 'pass']);
    expect(usageOf({ document: printed(at, 'child') })).toEqual(used(1210));
    expect(usageOf(ended)).toEqual(used(1211));
    // The act, the act and the reviewer of its child, and two acts of the child of that.
    expect(checkpoint(at, 'parent')).toMatchObject({ tool_calls: 4, children_spawned: 5 });
  });

  test('is unknown from exactly the act whose child does not tell it', async () => {
    const at = place();
    const [told, silent] = [childTask(at, 'told', 1, { act: says(10) }), childTask(at, 'silent', 1)];
    const script = `if [ "$PRAXIS_CYCLE" = 1 ]; then (cd ${told} && ${CHILD} ${into(at, 'told')});
      else cp .coord/checkpoint-parent.json ${at.log}.before
        (cd ${silent} && ${CHILD} ${into(at, 'silent')}); touch done; fi; ${says(1)}`;
    parent(at, script, { calls: 20, goalLimits: {} });
    const ended = await praxis(at, ['run', 'task.yaml']);
    expect(ended.exit, ended.stderr).toBe(0);
    expect(JSON.parse(readFileSync(`${at.log}.before`, 'utf8'))).toMatchObject({ totals: used(11) });
    expect(checkpoint(at, 'parent')).toMatchObject({ totals: { cycle: 2, ...UNKNOWN } });
    expect(ended.stdout + ended.stderr).toMatch(
      /unknown from cycle 2 on: input tokens,.* cost \(a run that it started does not know it\)/,
    );
  });
});

describe('a child of a run whose agent tells a stream, and that is killed in its middle', () => {
  const CALLS = 5;

  /** An agent that lights one lamp in five calls; the first time it never ends after the third. */
  function lamps(at: Place): string {
    const agent = `node agent.mjs claude-code --log ${at.log} --calls ${CALLS}`;
    const child = childTask(at, 'child', 0, {
      actor: { kind: 'command', run: `[ -e ${at.log} ] && ${agent} || ${agent} --hang 3`, format: 'claude-code' },
    });
    for (const name of ['agent.mjs', 'speak-claude-code.mjs'])
      copyFileSync(join(ROOT, 'examples/actors', name), join(child, name));
    const task = JSON.parse(readFileSync(join(child, 'task.yaml'), 'utf8'));
    write(child, {
      'speak-codex.mjs': 'export const speakCodex = undefined;\n',
      'lamps.txt': 'lamp 1: dark\n',
      'task.yaml': { ...task, acceptance: [{ id: 'lamp', run: 'grep -q lit lamps.txt' }], scope: ['lamps.txt'] },
    });
    return child;
  }

  const hangs = (at: Place) => logged(at).length === 3;
  const env = (at: Place) => ({ CLAUDE_CONFIG_DIR: `${at.log}.claude` });
  const killed = (at: Place, child: string) => `(cd ${child} && exec ${CHILD} --reserve tool_calls=8) & pid=$!
      until [ -e ${at.log} ] && [ $(wc -l < ${at.log}) = 3 ]; do sleep 0.05; done; sleep 0.3; kill -9 $pid`;

  test('counts what it did, and what it used, once it was resumed in the same act', async () => {
    const at = place();
    const child = lamps(at);
    const resumed = `(cd ${child} && ${CHILD} --resume ${into(at, 'child')})`;
    parent(at, `${killed(at, child)}; ${resumed}; touch done; ${says(1)}`, { calls: 20 });
    const ended = await runTask(at, [], { env: env(at) });
    expect([ended.exit, ended.document.status], ended.stderr).toEqual([0, 'pass']);
    const ofChild = printed(at, 'child');
    expect([ofChild.status, ofChild.usage.tool_calls, logged(at).length]).toEqual(['pass', 3 + CALLS, 3 + CALLS]);
    expect(ended.document.usage.tool_calls).toBe(1 + 3 + CALLS);
    const [all, own] = [usageOf(ended), usageOf({ document: ofChild })];
    expect(own.input_tokens).toBeGreaterThan(0);
    expect([all.input_tokens, all.output_tokens]).toEqual([
      Number(own.input_tokens) + 1,
      Number(own.output_tokens) + 1,
    ]);
    // A host that was killed states no cost.
    expect(all.cost_microusd).toBeNull();
  });

  test('is charged once where its parent was killed as well and its next act resumes it', async () => {
    const at = place();
    const child = lamps(at);
    const script = `if [ "$PRAXIS_CYCLE" = 1 ]; then (cd ${child} && ${CHILD} --reserve tool_calls=8)
      else (cd ${child} && ${CHILD} --resume ${into(at, 'child')}); touch done; fi; ${says(1)}`;
    parent(at, script, { calls: 40 });
    const started = start(at, ['run', 'task.yaml', '--json'], { env: env(at) });
    await until(() => hangs(at), 'the agent of the child hangs', started);
    started.kill('SIGKILL');
    await started.ended;
    const ended = run(await start(at, ['run', '--resume', '--json'], { env: env(at) }).ended);
    expect([ended.exit, ended.document.status], ended.stderr).toEqual([0, 'pass']);
    expect(printed(at, 'child')).toMatchObject({ status: 'pass', usage: { tool_calls: 3 + CALLS } });
    expect(logged(at)).toHaveLength(3 + CALLS);
    // Two acts, the first of the child at what was set aside for it, and the second as it was.
    expect(ended.document.trail.map((step) => step.tool_calls)).toEqual([1 + 8, 1 + CALLS]);
    expect(usageOf(ended)).toEqual(UNKNOWN);
  });
});
