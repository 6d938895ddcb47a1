import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { cleanEnvironment, type Place, place, praxis, ROOT, until } from './support.ts';

export type Host = 'claude-code' | 'codex';

/** A repository and a PRAXIS_HOME that knows the worker of this package, as an installation leaves it. */
export function hostedPlace(): Place {
  const at = place();
  mkdirSync(join(at.tree, '.git'));
  writeFileSync(join(at.tree, '.git', 'HEAD'), 'ref: refs/heads/main\n');
  rememberWorker(at, join(ROOT, 'dist', 'session-worker.mjs'));
  return at;
}

export function rememberWorker(at: Place, program: string): void {
  mkdirSync(join(at.home, 'hook'), { recursive: true });
  writeFileSync(join(at.home, 'hook', 'worker'), `${program}\n`);
}

/** A document that a host really gave its hook, with other members in the place of some of its own. */
export function told(host: Host, name: string, members: Readonly<Record<string, unknown>>): object {
  const text = readFileSync(join(ROOT, 'test/data/hosts', host, 'hooks', `${name}.json`), 'utf8');
  return { ...JSON.parse(text), ...members };
}

/** Gives the hook a document and waits until it has ended, which its worker outlives. */
export function hook(at: Place, document: object, env: Readonly<Record<string, string>> = {}) {
  return spawnSync(process.execPath, [join(ROOT, 'dist', 'hook.mjs')], {
    input: JSON.stringify(document),
    encoding: 'utf8',
    env: cleanEnvironment({ PRAXIS_HOME: at.home, ...env }),
  });
}

/** A process that stands for that of a host. It ends with the test. */
export function hostProcess(): ChildProcess {
  const host = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  onTestFinished(() => void host.kill('SIGKILL'));
  return host;
}

/** Ends a process as nobody can prevent, and waits until it is gone. */
export async function killed(host: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => host.once('exit', resolve));
  host.kill('SIGKILL');
  await gone;
}

/** One call of a scripted agent. */
export interface ScriptedCall {
  readonly command: string;
  readonly output: string;
  readonly isFailure?: boolean;
}

const SECOND_MS = 1000;

/** The transcript that Claude Code would write of an agent that is asked once, makes calls and answers. */
export function scriptedTranscript(
  session: string,
  { cwd, startMs, prompt, calls }: { cwd: string; startMs: number; prompt: string; calls: readonly ScriptedCall[] },
): string {
  let n = 0;
  const row = (members: object): string => {
    const timestamp = new Date(startMs + n++ * SECOND_MS).toISOString();
    const base = { isSidechain: false, sessionId: session, cwd, version: '2.1.332', promptId: `${session}-prompt` };
    return JSON.stringify({ ...base, ...members, uuid: `${session}-${n}`, timestamp });
  };
  const said = (content: object, stop_reason: string): string =>
    row({
      type: 'assistant',
      message: { role: 'assistant', id: `${session}-m${n}`, model: 'scripted', content: [content], stop_reason },
    });
  const asked = row({ type: 'user', message: { role: 'user', content: prompt } });
  const rows = calls.flatMap(({ command, output, isFailure = false }, place) => {
    const id = `toolu_${session}-${place}`;
    const result = { type: 'tool_result', tool_use_id: id, content: output, is_error: isFailure };
    return [
      said({ type: 'tool_use', id, name: 'Bash', input: { command } }, 'tool_use'),
      row({ type: 'user', message: { role: 'user', content: [result] } }),
    ];
  });
  return `${[asked, ...rows, said({ type: 'text', text: 'It is done.' }, 'end_turn')].join('\n')}\n`;
}

/** Until the worker has finished a session. */
export async function finished(at: Place, host: Host, session: string): Promise<void> {
  const name = `${host}-${session}.jsonl`;
  const is = () => existsSync(join(at.home, 'hosted/closed', name)) && !existsSync(join(at.home, 'hosted/open', name));
  await until(is, `session ${name} to be finished`);
}

export interface ListedPart {
  readonly sessionId: string;
  readonly host: string;
  readonly source: string;
  readonly epoch: number | null;
  readonly sealedAt: string | null;
  readonly tasks: number;
  readonly toolCalls: number;
}

/** What `praxis sessions` lists, by session. */
export async function listed(at: Place, args: readonly string[] = []): Promise<ReadonlyMap<string, ListedPart>> {
  const ended = await praxis(at, ['sessions', '--json', ...args]);
  const parts = ended.stdout.split('\n').filter((line) => line !== '');
  return new Map(
    parts.map((line): [string, ListedPart] => {
      const part: ListedPart = JSON.parse(line);
      return [part.sessionId, part];
    }),
  );
}

/** The calls that are stored of a session, as `telemetry export` tells them. */
export async function callsOf(at: Place, session: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const ended = await praxis(at, ['telemetry', 'export', '--session', session]);
  return ended.stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line): Record<string, unknown> => JSON.parse(line))
    .filter(({ type }) => type === 'call');
}
