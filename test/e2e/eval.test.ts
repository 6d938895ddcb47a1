import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { EvalReport } from '../../src/praxis/eval.ts';
import { openPraxis } from '../../src/praxis/open-praxis.ts';
import { place, praxis, ROOT, start } from './support.ts';

const DATA = join(ROOT, 'test', 'data', 'trajectories', 'tau-bench');
const AIRLINE = join(DATA, 'gpt-4o-airline.tasks-00-29.json');
const PLANTED = ['eval', AIRLINE, '--plant', '0.6', '--draws', '3', '--json'];

describe('praxis eval', () => {
  test('gives the same bytes each time, one document and a page', async () => {
    const at = place();
    const [first, second] = [
      await praxis(at, [...PLANTED, '--html', 'a.html']),
      await praxis(at, [...PLANTED, '--html', 'b.html']),
    ];
    expect(first).toMatchObject({ exit: 0, stderr: 'The report with its plots is in a.html.\n' });
    expect(second.stdout).toBe(first.stdout);
    const report: EvalReport = JSON.parse(first.stdout);
    expect(report.figures.channels.outcome.auc.interval?.[0]).toBeGreaterThan(0.5);
    const pages = ['a.html', 'b.html'].map((name) => readFileSync(join(at.tree, name), 'utf8'));
    expect(pages[0]).toBe(pages[1]);
  });

  test('is the same for programs', async () => {
    const at = place();
    const { stdout } = await praxis(at, PLANTED);
    const report = await openPraxis({ cwd: at.tree }).evaluate({ paths: [AIRLINE], plant: 0.6, draws: 3 });
    expect(`${JSON.stringify(report)}\n`).toBe(stdout);
  });

  test('says n = 0 of recorded runs that teach nothing, in the table and in the document', async () => {
    const at = place();
    const told = await praxis(at, ['eval', AIRLINE, '--draws', '0']);
    expect(told.exit).toBe(0);
    expect(told.stdout).toContain('n = 0 of 48 held-out runs');
    const { stdout } = await praxis(at, ['eval', AIRLINE, '--draws', '0', '--json']);
    const { figures, warnings } = JSON.parse(stdout) as EvalReport;
    expect(figures.coverage).toEqual({ n: 0, of: 48 });
    expect(figures.channels.outcome.auc).toMatchObject({ value: null, interval: null, pairs: 0 });
    expect(warnings.map((one) => one.code)).toEqual(['no_lessons']);
  });

  test('learns from --train and opens --test, without the runs that stand on both sides', async () => {
    const at = place();
    const runs: readonly { readonly task_id: number }[] = JSON.parse(readFileSync(AIRLINE, 'utf8'));
    const write = (name: string, from: number, to: number) =>
      writeFileSync(join(at.tree, name), JSON.stringify(runs.filter((run) => run.task_id >= from && run.task_id < to)));
    write('airline-old.json', 0, 15);
    write('airline-new.json', 15, 30);
    const args = ['eval', '--train', 'airline-old.json', '--test', 'airline-new.json', '--json', '--draws', '0'];
    const { developer, heldOut, split, warnings } = JSON.parse((await praxis(at, args)).stdout) as EvalReport;
    expect([developer.runs, heldOut.runs, split]).toEqual([60, 60, null]);
    expect(warnings.map((one) => one.code)).toEqual(['no_lessons']);
    const same = await praxis(at, [...args, '--test', 'airline-old.json']);
    expect((JSON.parse(same.stdout) as EvalReport).warnings.map((one) => one.code)).toContain('on_both_sides');
  });

  test('evaluates what the library has recorded, and stores nothing of files', async () => {
    const at = place();
    const before = await praxis(at, ['eval', '--draws', '0', '--json']);
    expect((JSON.parse(before.stdout) as EvalReport).developer.runs).toBe(0);
    await praxis(at, ['telemetry', 'import', AIRLINE, '--all']);
    await praxis(at, ['eval', AIRLINE, '--draws', '0']);
    const { stdout } = await praxis(at, ['eval', '--draws', '0', '--json']);
    const { developer, heldOut, warnings, source } = JSON.parse(stdout) as EvalReport;
    expect(source.kind).toBe('library');
    // As for `praxis learn`: a session without a call leaves no job, and is not learnt from.
    expect(developer.runs + heldOut.runs).toBe(104);
    expect(developer.judged + heldOut.judged).toBe(104);
    expect(warnings.map((one) => one.code)).toContain('no_users');
  });

  test.each([
    ['a file that is not there', ['missing.json'], 'IMPORT_IO'],
    ['a file of no format', ['other.txt'], 'IMPORT_FORMAT_UNKNOWN'],
    ['--train alone', ['--train', AIRLINE], 'USAGE'],
    ['paths beside --train', [AIRLINE, '--train', AIRLINE, '--test', AIRLINE], 'USAGE'],
    ['a share of all users', [AIRLINE, '--held-out', '1'], 'USAGE'],
    ['an effect beyond 1', [AIRLINE, '--plant', '1.5'], 'USAGE'],
    ['half a draw', [AIRLINE, '--draws', '0.5'], 'USAGE'],
    ['no number', [AIRLINE, '--draws', 'many'], 'USAGE'],
    ['a page over another file', [AIRLINE, '--draws', '0', '--html', 'other.txt'], 'FILE_EXISTS'],
    ['a page in a folder that is not there', [AIRLINE, '--draws', '0', '--html', 'no/page.html'], 'USAGE'],
    ['a page with no name', [AIRLINE, '--draws', '0', '--html', ''], 'USAGE'],
  ])('refuses %s with a code and a hint, and leaves files alone', async (_name, args, code) => {
    const at = place();
    writeFileSync(join(at.tree, 'other.txt'), 'mine');
    const ended = await praxis(at, ['eval', ...args, '--json']);
    expect(ended.exit).toBe(2);
    expect(JSON.parse(ended.stdout)).toEqual({
      error: { code, message: expect.any(String), hint: expect.any(String) },
    });
    expect(readFileSync(join(at.tree, 'other.txt'), 'utf8')).toBe('mine');
  });

  test('ends with 130 on an interrupt, writes nothing and says so', async () => {
    const at = place();
    // Who reads a pipe listens for an interrupt already.
    const pipe = join(at.tree, 'runs.json');
    execFileSync('mkfifo', [pipe]);
    const args = ['eval', pipe, '--draws', '10000', '--html', 'page.html', '--json'];
    const started = start(at, args);
    await writeFile(pipe, readFileSync(AIRLINE));
    started.kill('SIGINT');
    const ended = await started.ended;
    expect(ended.exit).toBe(130);
    expect(JSON.parse(ended.stdout)).toMatchObject({ error: { code: 'INTERRUPTED' } });
    expect(ended.stderr).toContain('Stopping');
    expect(existsSync(join(at.tree, 'page.html'))).toBe(false);
  });

  test('shows an example in its help', async () => {
    const { stdout } = await praxis(place(), ['eval', '--help']);
    expect(stdout).toContain('$ praxis eval runs/ --html report.html');
  });
});
