import { describe, expect, test } from 'vitest';
import { memoryIo } from '../../test/cli/memory-io.ts';
import { runCommandLine } from './command-line.ts';
import { VERSION } from './version.ts';

async function praxis(...argv: string[]) {
  const io = memoryIo();
  const exit = await runCommandLine(argv, io);
  return { exit, out: io.out(), err: io.err() };
}

describe('runCommandLine', () => {
  test.each([[], ['--help'], ['-h'], ['help']])('prints the overview for %j', async (...argv) => {
    const { exit, out, err } = await praxis(...argv);
    expect({ exit, err }).toEqual({ exit: 0, err: '' });
    expect(out).toContain('praxis COMMAND');
    expect(out).toContain('EXAMPLE');
  });

  test.each(['--version', '-v'])('prints the version for %s', async (flag) => {
    expect(await praxis(flag)).toEqual({ exit: 0, out: `${VERSION}\n`, err: '' });
  });

  test('takes `help run` for `run --help`', async () => {
    expect(await praxis('help', 'run')).toEqual(await praxis('run', '--help'));
  });

  test('guesses the command that was meant', async () => {
    const { exit, out, err } = await praxis('rum');
    expect({ exit, out }).toEqual({ exit: 2, out: '' });
    expect(err).toContain('unknown command `rum`');
    expect(err).toContain('Did you mean `run`?');
  });

  test('guesses below a group too, and names the group', async () => {
    const { exit, err } = await praxis('policy', 'validat');
    expect(exit).toBe(2);
    expect(err).toContain('Did you mean `validate`? `praxis policy --help`');
  });

  test('guesses the flag that was meant', async () => {
    const { exit, out, err } = await praxis('run', '--jsn');
    expect({ exit, out }).toEqual({ exit: 2, out: '' });
    expect(err).toContain('did you mean --json?');
  });

  test('suggests no flag that is far from what was typed', async () => {
    const { err } = await praxis('run', '--bogus');
    expect(err).toContain('--bogus');
    expect(err).not.toContain('did you mean');
  });

  test('names the shells it knows', async () => {
    for (const argv of [['completions', 'tcsh'], ['completions']]) {
      const { exit, err } = await praxis(...argv);
      expect(exit).toBe(2);
      for (const shell of ['bash', 'zsh', 'fish']) expect(err).toContain(shell);
    }
    expect((await praxis('completions', 'tcsh')).err).toContain('no completions for tcsh');
  });

  test('a flag without a command is called a flag', async () => {
    const { exit, err } = await praxis('--jsn');
    expect([exit, err.split('\n')[0]]).toEqual([2, 'error: unknown flag `--jsn` (USAGE)']);
  });

  test('with --json an error is one document on stdout and words on stderr', async () => {
    const { exit, out, err } = await praxis('rum', '--json');
    expect(exit).toBe(2);
    expect(JSON.parse(out)).toEqual({
      error: { code: 'USAGE', message: 'unknown command `rum`', hint: expect.stringContaining('`run`') },
    });
    expect(err).toContain('unknown command `rum` (USAGE)');
  });

  test('--json after -- asks for nothing', async () => {
    const { out } = await praxis('rum', '--', '--json');
    expect(out).toBe('');
  });

  test('too many arguments are named', async () => {
    const { exit, err } = await praxis('run', 'a.yaml', 'b.yaml');
    expect(exit).toBe(2);
    expect(err).toContain('"b.yaml"');
  });
});
