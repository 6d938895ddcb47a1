import { EventEmitter } from 'node:events';
import { describe, expect, test } from 'vitest';
import { type HostProcess, processIo } from './io.ts';

class Stream extends EventEmitter {
  readonly isTTY: boolean;
  text = '';
  constructor(isTTY: boolean) {
    super();
    this.isTTY = isTTY;
  }
  write(text: string): void {
    this.text += text;
  }
}

function host(isTTY: boolean) {
  const stdout = new Stream(isTTY);
  const stderr = new Stream(isTTY);
  const signals = new EventEmitter();
  const exits: number[] = [];
  const process: HostProcess = {
    stdin: { isTTY },
    stdout,
    stderr,
    cwd: () => '/project',
    exit: (code) => {
      exits.push(code);
      throw new Error('exit');
    },
    on: (signal, listener) => signals.on(signal, listener),
    off: (signal, listener) => signals.off(signal, listener),
  };
  return { process, stdout, stderr, signals };
}

describe('processIo', () => {
  test('colours on a terminal', () => {
    expect(processIo(host(true).process, {}).color).toEqual({ stdout: true, stderr: true });
  });

  test.each([{ NO_COLOR: '1' }, { TERM: 'dumb' }])('does not colour with %j', (env) => {
    expect(processIo(host(true).process, env).color).toEqual({ stdout: false, stderr: false });
  });

  test('does not colour into a pipe, whatever the environment says', () => {
    expect(processIo(host(false).process, { FORCE_COLOR: '1' }).color).toEqual({ stdout: false, stderr: false });
  });

  test('an empty NO_COLOR counts as absent', () => {
    expect(processIo(host(true).process, { NO_COLOR: '' }).color.stdout).toBe(true);
  });

  test('falls silent when the reader of a stream has gone', () => {
    const { process, stdout, stderr } = host(false);
    const io = processIo(process, {});
    io.stdout('a');
    stdout.emit('error', Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }));
    io.stdout('b');
    io.stderr('c');
    expect([stdout.text, stderr.text]).toEqual(['a', 'c']);
    expect(io.stdoutIsGone()).toBe(true);
  });

  test('tells once of a stream that cannot be written', () => {
    const { process, stdout } = host(false);
    const io = processIo(process, {});
    const full = Object.assign(new Error('disk full'), { code: 'ENOSPC' });
    expect(() => stdout.emit('error', full)).toThrow(
      expect.objectContaining({ code: 'OUTPUT_IO', message: 'cannot write to standard output: ENOSPC' }),
    );
    io.stdout('more');
    expect(() => stdout.emit('error', full)).not.toThrow();
    expect(stdout.text).toBe('');
  });

  test('stops listening to signals when told', () => {
    const { process, signals } = host(false);
    const io = processIo(process, {});
    let count = 0;
    const stop = io.onInterrupt(() => {
      count++;
    });
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) signals.emit(signal);
    stop();
    signals.emit('SIGINT');
    expect(count).toBe(3);
  });
});
