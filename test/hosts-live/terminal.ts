import { spawn } from 'node:child_process';

/** A host that a person sits at: what stands on the screen, without its spaces, and what is typed. */
export interface Terminal {
  /** Waits until the screen has shown something since the last time it was waited for. */
  until(shown: RegExp): Promise<void>;
  /** Types a line and sends it. */
  type(text: string): Promise<void>;
  /** Leaves as a person does, by two interrupts, and waits for the end. */
  leave(): Promise<void>;
  kill(): void;
}

const PATIENCE_MS = 120_000;
const LOOK_MS = 50;
/** Hosts take what comes faster for a paste, in which the end of a line is only a new line. */
const FINGER_MS = 600;

/** Starts a program in a terminal of its own, 120 columns wide. */
export function openTerminal(
  command: readonly string[],
  cwd: string,
  environment: Readonly<Record<string, string>>,
): Terminal {
  const quoted = command.map((part) => `'${part.replaceAll("'", "'\\''")}'`).join(' ');
  const child = spawn('script', ['-qfec', `stty rows 40 cols 120; exec ${quoted}`, '/dev/null'], {
    cwd,
    env: { ...environment, TERM: 'xterm-256color', SHELL: '/bin/sh' },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  let seen = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    seen += text;
    answerQueries(text, (reply) => child.stdin.write(reply));
  });
  child.stdin.on('error', () => {});
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()));
  return {
    until: async (shown) => {
      const deadline = Date.now() + PATIENCE_MS;
      while (!shown.test(plain(seen))) {
        if (Date.now() > deadline) throw new Error(`not shown: ${shown}; but: ${plain(seen).slice(-600)}`);
        await pause(LOOK_MS);
      }
      seen = '';
    },
    type: async (text) => {
      child.stdin.write(text);
      await pause(FINGER_MS);
      child.stdin.write('\r');
    },
    leave: async () => {
      const ask = setInterval(() => child.stdin.write('\x03'), FINGER_MS / 2);
      await Promise.race([ended, pause(PATIENCE_MS)]);
      clearInterval(ask);
    },
    kill: () => child.kill('SIGKILL'),
  };
}

/** A terminal tells a program that asks where the cursor is, what it can do, and which colours it has. */
function answerQueries(text: string, reply: (text: string) => void): void {
  if (text.includes('\x1b[6n')) reply('\x1b[1;1R');
  if (text.includes('\x1b[c')) reply('\x1b[?62;22c');
  if (text.includes('\x1b]10;?')) reply('\x1b]10;rgb:cccc/cccc/cccc\x1b\\');
  if (text.includes('\x1b]11;?')) reply('\x1b]11;rgb:0000/0000/0000\x1b\\');
}

function plain(text: string): string {
  const start = String.fromCharCode(27);
  const bell = String.fromCharCode(7);
  return text
    .split(new RegExp(`${start}\\[[0-9;?<>=]*[ -/]*[@-~]|${start}\\][^${bell}${start}]*(?:${bell}|${start}\\\\)`))
    .join('')
    .replace(/\s/g, '');
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
