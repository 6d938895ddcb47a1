import type { CommandEnvironment, CommandIo } from '../../src/cli/io.ts';

/** A `CommandIo` for tests: keeps what is written and raises interrupts by hand. */
export interface MemoryIo extends CommandIo {
  out(): string;
  err(): string;
  /** As if a signal came. */
  interrupt(): void;
  readonly exits: readonly number[];
}

export interface MemoryIoOptions {
  readonly cwd?: string;
  readonly env?: CommandEnvironment;
  readonly isTerminal?: boolean;
  readonly answer?: string;
  readonly secret?: string;
}

export function memoryIo(options: MemoryIoOptions = {}): MemoryIo {
  const written = { out: '', err: '' };
  const listeners = new Set<() => void>();
  const exits: number[] = [];
  const isTerminal = options.isTerminal ?? false;
  return {
    stdout: (text) => {
      written.out += text;
    },
    stderr: (text) => {
      written.err += text;
    },
    stdoutIsGone: () => false,
    cwd: options.cwd ?? '/',
    env: options.env ?? {},
    stdinIsTerminal: isTerminal,
    stdoutIsTerminal: isTerminal,
    stderrIsTerminal: isTerminal,
    color: { stdout: false, stderr: false },
    ask: async (_question, fallback) => options.answer ?? fallback,
    askSecret: async () => options.secret ?? '',
    onInterrupt(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    exitNow: (code) => exits.push(code),
    out: () => written.out,
    err: () => written.err,
    interrupt: () => {
      for (const listener of listeners) listener();
    },
    exits,
  };
}
