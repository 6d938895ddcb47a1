import { PraxisError } from '../base/errors.ts';

/** What a command reads of the environment. */
export interface CommandEnvironment {
  readonly [name: string]: string | undefined;
}

/** Everything a command touches of the process it runs in. Data goes to `stdout`, words to `stderr`. */
export interface CommandIo {
  stdout(text: string): void;
  stderr(text: string): void;
  /** Whether nobody reads standard output any more, so that a long stream may end. */
  stdoutIsGone(): boolean;
  readonly cwd: string;
  readonly env: CommandEnvironment;
  readonly stdinIsTerminal: boolean;
  readonly stdoutIsTerminal: boolean;
  readonly stderrIsTerminal: boolean;
  /** Whether text on that stream may be coloured. */
  readonly color: { readonly stdout: boolean; readonly stderr: boolean };
  /** Asks a person on the terminal; an empty answer is `fallback`. Only where stdin and stderr are terminals. */
  ask(question: string, fallback: string): Promise<string>;
  /** Asks a person on the terminal for a secret, which is not shown. Only where stdin and stderr are terminals. */
  askSecret(question: string): Promise<string>;
  /** Calls back for each SIGINT, SIGTERM and SIGHUP until the returned function is called. */
  onInterrupt(listener: () => void): () => void;
  /** Ends the process without waiting for anything. */
  exitNow(code: number): void;
}

/** The parts of a Node process that `processIo` needs; `process` itself fits. */
export interface HostProcess {
  readonly stdin: { readonly isTTY?: boolean | undefined };
  readonly stdout: HostStream;
  readonly stderr: HostStream;
  cwd(): string;
  exit(code: number): never;
  on(signal: NodeJS.Signals, listener: () => void): unknown;
  off(signal: NodeJS.Signals, listener: () => void): unknown;
}

interface HostStream {
  readonly isTTY?: boolean | undefined;
  write(text: string): unknown;
  on(event: 'error', listener: (error: NodeJS.ErrnoException) => void): unknown;
}

const INTERRUPTS: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** The real process as a command sees it. A reader that has gone (`| head`) silences a stream and is no error; any other failure is OUTPUT_IO, once. */
export function processIo(host: HostProcess, env: CommandEnvironment): CommandIo {
  const mayColor = (env.NO_COLOR ?? '') === '' && env.TERM !== 'dumb';
  const stdoutIsTerminal = host.stdout.isTTY === true;
  const stderrIsTerminal = host.stderr.isTTY === true;
  const stdout = quietWriter(host.stdout, 'standard output');
  return {
    stdout: stdout.write,
    stderr: quietWriter(host.stderr, 'standard error').write,
    stdoutIsGone: stdout.isGone,
    cwd: host.cwd(),
    env,
    stdinIsTerminal: host.stdin.isTTY === true,
    stdoutIsTerminal,
    stderrIsTerminal,
    color: { stdout: mayColor && stdoutIsTerminal, stderr: mayColor && stderrIsTerminal },
    async ask(question, fallback) {
      const { createInterface } = await import('node:readline/promises');
      const lines = createInterface({ input: process.stdin, output: process.stderr });
      try {
        return (await lines.question(`${question} [${fallback}] `)).trim() || fallback;
      } finally {
        lines.close();
      }
    },
    async askSecret(question) {
      const { readSecret } = await import('./secret-prompt.ts');
      return readSecret(question, process.stdin, process.stderr);
    },
    onInterrupt(listener) {
      for (const signal of INTERRUPTS) host.on(signal, listener);
      return () => {
        for (const signal of INTERRUPTS) host.off(signal, listener);
      };
    },
    exitNow: (code) => host.exit(code),
  };
}

interface QuietWriter {
  write(text: string): void;
  isGone(): boolean;
}

function quietWriter(stream: HostStream, name: string): QuietWriter {
  let isGone = false;
  stream.on('error', (error) => {
    const isFirst = !isGone;
    isGone = true;
    if (error.code === 'EPIPE' || !isFirst) return;
    throw new PraxisError('OUTPUT_IO', `cannot write to ${name}: ${error.code ?? error.message}`, {
      hint: 'See that the disk has room and that the output can be written.',
      cause: error,
    });
  });
  return {
    write: (text) => {
      if (!isGone) stream.write(text);
    },
    isGone: () => isGone,
  };
}
