import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Place, place, playbook, policy, praxis, runTask, write } from './support.ts';

/** A lesson that is held back, as one in ten is, would make these tests say something else. */
const NOTHING_HELD = { env: { PRAXIS_HOLDOUT: '0' } } as const;

const TOUCH_OVER_RM = '{"form":"PREFER","x":"shell:touch","y":"shell:rm"}';

/** A tree whose check passes once a marker file is there; of two remedies the listed first does not help. */
function setUp(actor: object): Place {
  const at = place();
  write(at.tree, {
    'policy.json': policy(),
    'task.yaml': {
      goal: 'make the marker file appear so that the check passes',
      acceptance: [{ id: 'marker', run: 'test -f marker' }],
      policy_ref: 'policy.json',
      actor,
    },
  });
  return at;
}

const REMEDIES = playbook([
  { id: 'clean', run: 'rm -f rubbish' },
  { id: 'mark', run: 'touch marker' },
]);

async function teach(at: Place, ...args: readonly string[]): Promise<void> {
  const ended = await praxis(at, ['experience', 'add', ...args]);
  expect(ended.exit, ended.stderr).toBe(0);
}

describe('lessons in a run', () => {
  test('make it choose the tool that they speak for', async () => {
    const untaught = await runTask(setUp(REMEDIES), [], NOTHING_HELD);
    expect(untaught.document.trail.map((step) => step.candidate)).toEqual(['clean', 'mark']);
    const at = setUp(REMEDIES);
    await teach(at, 'Prefer touch over rm when the marker file has to appear.', '--rule', TOUCH_OVER_RM);
    const taught = await runTask(at, [], NOTHING_HELD);
    expect(taught.document).toMatchObject({ status: 'pass', cycles: 1 });
    expect(taught.document.trail[0]).toMatchObject({ candidate: 'mark', guidelines: ['r1'] });
    const explained = await praxis(at, ['explain', 'last', '--json']);
    expect(JSON.parse(explained.stdout)).toMatchObject({
      cycles: [{ belief: { lessons: ['r1'] }, lessons: [{ id: 'r1', c: 0.8 }] }],
    });
  });

  test('are told to an agent in a block of their own', async () => {
    const at = setUp({ kind: 'command', run: 'cat > prompt.txt; touch marker', format: 'none' });
    await teach(at, 'When the marker file has to appear, use touch.');
    await teach(at, 'Water the plants on the balcony twice a week.');
    const { document: result } = await runTask(at, [], NOTHING_HELD);
    expect(result).toMatchObject({ status: 'pass', trail: [{ guidelines: ['r1'] }] });
    const prompt = readFileSync(join(at.tree, 'prompt.txt'), 'utf8');
    expect(prompt).toContain('# Lessons of earlier work\n[G0] When the marker file has to appear, use touch.\n');
    expect(prompt).not.toContain('plants');
  });

  test('leave no trace in the prompt where there are none', async () => {
    const at = setUp({ kind: 'command', run: 'cat > prompt.txt; touch marker', format: 'none' });
    const { document: result } = await runTask(at, [], NOTHING_HELD);
    expect(result.trail[0]).toMatchObject({ guidelines: [] });
    expect(readFileSync(join(at.tree, 'prompt.txt'), 'utf8')).not.toContain('Lessons');
  });

  test('are recorded with the calls that they were in view of', async () => {
    const at = setUp(REMEDIES);
    await teach(at, 'Prefer touch over rm when the marker file has to appear.', '--rule', TOUCH_OVER_RM);
    const { document: result } = await runTask(at, [], NOTHING_HELD);
    const shown = await praxis(at, ['telemetry', 'show', String(result.session), '--json']);
    const [part] = JSON.parse(shown.stdout).parts;
    expect(part.tasks).toMatchObject([{ injected: ['r1'] }]);
    const types = part.records.map((record: { readonly type: string }) => record.type);
    expect(types).toEqual(expect.arrayContaining(['retrieval', 'injection']));
  });

  test('are held back where all are, and then they are named', async () => {
    const at = setUp(REMEDIES);
    await teach(at, 'Prefer touch over rm when the marker file has to appear.', '--rule', TOUCH_OVER_RM);
    const { document: result } = await runTask(at, [], { env: { PRAXIS_HOLDOUT: '1' } });
    expect(result.trail.map((step) => step.candidate)).toEqual(['clean', 'mark']);
    const explained = await praxis(at, ['explain', 'last', '--json']);
    expect(JSON.parse(explained.stdout)).toMatchObject({
      withheld: ['r1'],
      cycles: [{ lessons: [] }, { lessons: [] }],
    });
  });

  test('are not looked for where nothing may be recorded', async () => {
    const at = setUp(REMEDIES);
    await teach(at, 'Prefer touch over rm when the marker file has to appear.', '--rule', TOUCH_OVER_RM);
    const { document: result } = await runTask(at, [], { env: { PRAXIS_CAPTURE: 'off' } });
    expect(result.trail.map((step) => step.candidate)).toEqual(['clean', 'mark']);
    expect(result.trail.every((step) => step.guidelines.length === 0)).toBe(true);
  });
});
