import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import type { ErrorDocument } from '../../src/base/errors.ts';
import type { RunResult } from '../../src/run/result.ts';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
export const CLI = join(ROOT, 'dist', 'praxis-cli.mjs');

/** No command of these tests may take longer, whatever goes wrong in it. */
const PATIENCE_MS = 100_000;

/** A temporary place of one test: a work tree, a `PRAXIS_HOME`, and a log outside of both. Removed after the test. */
export interface Place {
  readonly tree: string;
  readonly home: string;
  /** A file outside the work tree to which commands of the test append a line each time they run. */
  readonly log: string;
}

export function place(): Place {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'praxis-e2e-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  const made = { tree: join(folder, 'tree'), home: join(folder, 'home'), log: join(folder, 'log') };
  mkdirSync(made.tree);
  mkdirSync(made.home);
  return made;
}

/** Writes files into a folder; text is written as it is, anything else as JSON. */
export function write(folder: string, files: Readonly<Record<string, unknown>>): void {
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content, null, 2));
  }
}

/** A place whose work tree is a copy of a folder of this repository. */
export function copyOf(folder: string): Place {
  const made = place();
  cpSync(join(ROOT, folder), made.tree, { recursive: true });
  return made;
}

/** Makes the work tree a git repository with one commit of all that is not ignored. */
export function commitAll(tree: string): void {
  git(tree, 'init', '--quiet');
  git(tree, 'add', '--all');
  git(tree, 'commit', '--quiet', '--message', 'Begin');
}

export function git(tree: string, ...args: readonly string[]): string {
  const who = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', '-c', 'commit.gpgsign=false'];
  return execFileSync('git', [...who, ...args], { cwd: tree, env: cleanEnvironment(), encoding: 'utf8' });
}

/** Lines that commands of the test appended to its log. */
export function logged(at: Place): readonly string[] {
  return existsSync(at.log)
    ? readFileSync(at.log, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
    : [];
}

const LIMITS = {
  max_cycles: 10,
  max_tool_calls: 100,
  max_elapsed_seconds: 600,
  checkpoint_transcript_bytes: 50_000_000,
  max_transcript_bytes: 100_000_000,
  max_same_failure_retries: 100,
  max_no_evidence_cycles: 100,
  max_children_per_parent: 100,
  max_concurrency: 1,
  max_task_packet_tokens: 20_000,
  max_parent_summary_tokens: 5_000,
  max_memory_digest_tokens: 5_000,
  max_child_result_words: 2_000,
};

/** A public policy v1 that binds nothing but what a test asks for. */
export function policy(limits: Partial<typeof LIMITS> = {}): object {
  return {
    schema_version: 1,
    policy_id: 'end-to-end',
    limits: { ...LIMITS, ...limits },
    human_authorization: { key_hashes: {} },
  };
}

export interface CandidateText {
  readonly id: string;
  readonly kind?: 'exploit' | 'explore';
  readonly run: string;
  readonly when?: string;
  readonly timeout_s?: number;
}

/** A playbook as a task file writes it; a candidate exploits unless it says otherwise. */
export function playbook(candidates: readonly CandidateText[]): object {
  return { kind: 'playbook', candidates: candidates.map((candidate) => ({ kind: 'exploit', ...candidate })) };
}

export interface Ended {
  readonly exit: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly durationMs: number;
  /** Largest resident size of the process itself that was seen, in MiB; 0 where the system does not tell. */
  readonly peakMiB: number;
}

export interface Started {
  readonly pid: number;
  readonly ended: Promise<Ended>;
  kill(signal: NodeJS.Signals): void;
}

export interface CallOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** What the command reads on standard input; without it, nothing. */
  readonly input?: string | Uint8Array;
  /** Milliseconds after which the command is killed; default 100 s. */
  readonly patienceMs?: number;
}

/** The environment of this process without what would make a command behave as part of a test run; no command leaves a helper behind. */
export function cleanEnvironment(extra: Readonly<Record<string, string>> = {}): Record<string, string> {
  const kept = Object.entries(process.env).filter(
    ([name, value]) =>
      value !== undefined && !/^(NODE_TEST_CONTEXT|NODE_OPTIONS|VITEST|npm_|PRAXIS_|AGENT_COLLAB_|GIT_)/.test(name),
  );
  return {
    ...(Object.fromEntries(kept) as Record<string, string>),
    NO_COLOR: '1',
    PRAXIS_EMBEDDER_HELPER: 'off',
    PRAXIS_LEARN: 'manual',
    ...extra,
  };
}

/** Children that live; none may outlive the tests, however these end. */
const living = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of living) child.kill('SIGKILL');
});

/** Starts the built command line, which is killed when patience ends. */
export function start(at: Place, args: readonly string[], options: CallOptions = {}): Started {
  const began = performance.now();
  const child = spawn(process.execPath, [CLI, ...args], {
    cwd: options.cwd ?? at.tree,
    env: cleanEnvironment({ PRAXIS_HOME: at.home, ...options.env }),
    stdio: [options.input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  });
  child.stdin?.on('error', () => {}).end(options.input);
  living.add(child);
  const pid = child.pid;
  if (pid === undefined) throw new Error(`cannot start ${CLI}`);
  const texts = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      texts[name] += text;
    });
  }
  let peakMiB = 0;
  const watch = setInterval(() => {
    peakMiB = Math.max(peakMiB, residentPeakMiB(pid));
  }, 20);
  const patience = setTimeout(() => child.kill('SIGKILL'), options.patienceMs ?? PATIENCE_MS);
  const ended = new Promise<Ended>((resolve) => {
    child.on('close', (exit) => {
      living.delete(child);
      clearInterval(watch);
      clearTimeout(patience);
      resolve({ exit, ...texts, durationMs: performance.now() - began, peakMiB });
    });
  });
  return { pid, ended, kill: (signal) => child.kill(signal) };
}

function residentPeakMiB(pid: number): number {
  try {
    return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    // Ended meanwhile, or a system without /proc.
    return 0;
  }
}

export function praxis(at: Place, args: readonly string[], options: CallOptions = {}): Promise<Ended> {
  return start(at, args, options).ended;
}

export interface Run extends Ended {
  /** The document on standard output. */
  readonly document: RunResult & Partial<ErrorDocument>;
}

/** Reads the one JSON document that a command printed. */
export function run(ended: Ended): Run {
  try {
    return { ...ended, document: JSON.parse(ended.stdout) };
  } catch (error) {
    throw new Error(`no JSON document on stdout (exit ${ended.exit}): ${ended.stdout}\n${ended.stderr}`, {
      cause: error,
    });
  }
}

/** `praxis run task.yaml --json` in the work tree of the place. */
export async function runTask(at: Place, args: readonly string[] = [], options: CallOptions = {}): Promise<Run> {
  return run(await praxis(at, ['run', 'task.yaml', '--json', ...args], options));
}

/** The checkpoint of the one task of a work tree. */
export function checkpoint(at: Place, topic: string): Readonly<Record<string, unknown>> {
  return JSON.parse(readFileSync(join(at.tree, '.coord', `checkpoint-${topic}.json`), 'utf8'));
}

/** Waits until a condition holds that a started command brings about; a command that ends or dawdles is shown. */
export async function until(holds: () => boolean, what: string, started?: Started): Promise<void> {
  const end = performance.now() + PATIENCE_MS / 4;
  let ended: Ended | undefined;
  void started?.ended.then((how) => {
    ended = how;
  });
  while (!holds()) {
    if (performance.now() > end) {
      if (started === undefined) throw new Error(`waited in vain until ${what}`);
      started.kill('SIGKILL');
    }
    if (ended !== undefined) {
      throw new Error(`waited in vain until ${what}: exit ${ended.exit}\n${ended.stdout}\n${ended.stderr}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
