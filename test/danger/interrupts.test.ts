import { describe, expect, test } from 'vitest';
import { checkpoint, logged, run, runTask, start, until } from '../e2e/support.ts';
import { crashPlace, leftProcesses, TOPIC } from './fixture.ts';

const effects = [
  { id: 'first', effect: 'echo 1 > first' },
  { id: 'second', effect: 'test -e first || exit 1; test TIMES -gt 1 || sleep 30; echo 2 > second' },
];

describe('a run that is asked to stop', () => {
  test.each(['SIGINT', 'SIGTERM'] as const)(
    'by %s writes down what is known, and passes when resumed',
    async (signal) => {
      const at = crashPlace({ effects });
      const running = start(at, ['run', 'task.yaml', '--json']);
      await until(() => logged(at).some((line) => line.endsWith('second')), 'the slow act begins');
      running.kill(signal);
      const { exit, document, durationMs } = run(await running.ended);
      expect([exit, document.exit, document.status, document.reason]).toEqual([130, 130, 'stop', 'interrupted']);
      expect(durationMs).toBeLessThan(25_000);
      expect(document.resumable).toBe(true);
      expect(checkpoint(at, TOPIC)).toMatchObject({ status: 'running', active_children: 0 });
      expect(leftProcesses(at)).toEqual([]);
      const resumed = await runTask(at, ['--resume']);
      expect([resumed.exit, resumed.document.status, resumed.document.session], resumed.stdout).toEqual([
        0,
        'pass',
        document.session,
      ]);
    },
  );

  test('twice ends at once, and passes when resumed', async () => {
    const stubborn = `trap '' TERM INT; ${effects[1]?.effect}`;
    const at = crashPlace({ effects: [...effects.slice(0, 1), { id: 'second', effect: stubborn }] });
    const running = start(at, ['run', 'task.yaml', '--json']);
    let stderr = '';
    await until(() => logged(at).some((line) => line.endsWith('second')), 'the slow act begins');
    running.kill('SIGINT');
    await new Promise((resolve) => setTimeout(resolve, 500));
    const again = performance.now();
    running.kill('SIGINT');
    const ended = await running.ended;
    stderr = ended.stderr;
    expect(ended.exit, stderr).toBe(130);
    expect(performance.now() - again).toBeLessThan(3000);
    const resumed = await runTask(at, ['--resume']);
    expect([resumed.exit, resumed.document.status], resumed.stdout).toEqual([0, 'pass']);
    expect(resumed.document.trail.some((step) => step.in_doubt)).toBe(true);
    expect(leftProcesses(at)).toEqual([]);
  });
});
