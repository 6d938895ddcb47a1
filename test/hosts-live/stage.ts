import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Host, installedHost } from './installed-hosts.ts';
import { messagesModel } from './messages-model.ts';
import { responsesModel } from './responses-model.ts';
import type { ModelCall, ModelRequest, ModelTurn, Part, ScriptedModel } from './scripted-model.ts';
import { openTerminal, type Terminal } from './terminal.ts';

/** A host alone on its stage: its own home, its own repository, a model that plays a part, nothing of this machine's user. */
export interface Stage {
  readonly host: Host;
  readonly version: string;
  readonly home: string;
  readonly repository: string;
  readonly praxisHome: string;
  readonly model: ScriptedModel;
  /** The settings file that `praxis init` changes. */
  readonly settings: string;
  /** Ends when the host does; one prompt, no person there. */
  prompt(text: string, more?: readonly string[]): Promise<HostEnd>;
  /** Starts the host with one prompt and leaves it running. */
  begin(text: string, more?: readonly string[]): RunningHost;
  /** The host with a person at it. */
  terminal(): Terminal;
  /** Runs a command of Praxis in the repository. */
  praxis(...args: readonly string[]): Promise<HostEnd>;
  /** Kills whatever runs on the stage, at once: hosts, hooks and what they have left behind. How many there were. */
  killAll(): number;
  /** Ends the model and removes what lies on the disk. */
  close(): void;
}

export interface HostEnd {
  readonly exit: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunningHost {
  readonly pid: number;
  readonly ended: Promise<HostEnd>;
  kill(signal: NodeJS.Signals): void;
}

/** Without the process that outlives a session, and with a model of which the host knows no better successor. */
const TERMINAL_CODEX = ['--no-daemon', '-c', 'model="scripted"'];

/** Longer than any session of these tests takes on a busy machine. */
const PATIENCE_MS = 170_000;

/** How a stage differs from a plain one. */
export interface StageSetting {
  /** The built command line of Praxis. */
  readonly cli: string;
  /** They stand in the environment of the host and of Praxis. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Its home and repository are used, as of one user with two hosts. */
  readonly beside?: Stage;
}

/** Sets up a stage of `host` with a model that plays `part`. */
export async function openStage(host: Host, part: Part, { cli, variables = {}, beside }: StageSetting): Promise<Stage> {
  const { command, before, version } = installedHost(host);
  const folder =
    beside === undefined ? realpathSync(mkdtempSync(join(tmpdir(), 'praxis-host-'))) : dirname(beside.home);
  const model = await (host === 'codex' ? responsesModel(part) : messagesModel(part));
  const home = join(folder, 'home');
  const repository = join(home, 'project');
  const praxisHome = join(home, '.praxis');
  if (beside === undefined) {
    put(join(repository, 'README.md'), 'A project.\n');
    commit(repository);
  }
  const bin = join(folder, 'bin');
  putProgram(join(bin, host === 'codex' ? 'codex' : 'claude'), [command, ...before]);
  if (host === 'codex') put(join(home, '.codex/config.toml'), codexSettings(model.url, repository));
  else put(join(home, '.claude.json'), JSON.stringify(claudeState(repository)));
  const environment = {
    HOME: home,
    PATH: `${bin}:${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`,
    PRAXIS_HOME: praxisHome,
    LANG: 'C.UTF-8',
    // Between the tests nothing keeps a model warm.
    PRAXIS_EMBEDDER_HELPER: 'off',
    ...(host === 'codex'
      ? { OPENAI_API_KEY: 'none' }
      : {
          ANTHROPIC_BASE_URL: model.url,
          ANTHROPIC_API_KEY: 'none',
          CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
          DISABLE_AUTOUPDATER: '1',
          IS_SANDBOX: '1',
        }),
    ...variables,
  };
  const run = (program: string, args: readonly string[]): RunningHost =>
    runAlone(program, args, repository, environment);
  const begin = (text: string, more: readonly string[] = []): RunningHost =>
    run(command, [...before, ...(host === 'codex' ? codexArguments(more, text) : claudeArguments(more, text))]);
  return {
    host,
    version,
    home,
    repository,
    praxisHome,
    model,
    settings: join(home, host === 'codex' ? '.codex/hooks.json' : '.claude/settings.json'),
    begin,
    terminal: () =>
      openTerminal([command, ...before, ...(host === 'codex' ? TERMINAL_CODEX : [])], repository, environment),
    prompt: (text, more) => begin(text, more).ended,
    praxis: (...args) => run(process.execPath, [cli, ...args]).ended,
    killAll: () => killAll(home),
    close: () => {
      model.close();
      if (beside === undefined) removeSoon(folder);
    },
  };
}

/** The call that runs a shell command, as the host's tool takes it. */
export function shell(host: Host, command: string): ModelCall {
  return host === 'codex'
    ? { name: 'exec_command', input: { cmd: command } }
    : { name: 'Bash', input: { command, description: 'Run it' } };
}

/** A part that makes the given calls one turn after the other, then says a last word. */
export function inTurn(turns: readonly (readonly ModelCall[])[], lastWord = 'All done.'): Part {
  return ({ turn }: ModelRequest): ModelTurn => {
    const calls = turns[turn];
    return calls === undefined ? { text: lastWord } : { calls };
  };
}

/** A process of the stage is one that has its home, wherever it has gone and whoever is its parent now. */
function killAll(home: string): number {
  const isOfStage = (pid: string): boolean => {
    try {
      return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(`HOME=${home}`);
    } catch {
      // It has ended, or is another user's.
      return false;
    }
  };
  const found = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && isOfStage(name));
  for (const pid of found) {
    try {
      process.kill(Number(pid), 'SIGKILL');
    } catch {
      // Gone already.
    }
  }
  return found.length;
}

/** Removes a folder in which something that ends a session may still be writing for a moment. */
function removeSoon(folder: string): void {
  for (let tries = 1; ; tries++) {
    try {
      rmSync(folder, { recursive: true, force: true });
      return;
    } catch (error) {
      if (tries === 50) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
    }
  }
}

/** All texts of the files below a folder, by path: what lies on the disk. */
export function filesBelow(folder: string): ReadonlyMap<string, Buffer> {
  if (!existsSync(folder)) return new Map();
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(entries.map((entry) => join(entry.parentPath, entry.name)).map((path) => [path, readFileSync(path)]));
}

function commit(repository: string): void {
  const who = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', '-c', 'commit.gpgsign=false'];
  for (const args of [
    ['init', '--quiet'],
    ['add', '--all'],
    ['commit', '--quiet', '--message', 'Begin'],
  ]) {
    execFileSync('git', [...who, ...args], { cwd: repository });
  }
}

function claudeArguments(more: readonly string[], text: string): readonly string[] {
  return ['-p', text, '--output-format', 'stream-json', '--verbose', '--permission-mode', 'bypassPermissions', ...more];
}

function codexArguments(more: readonly string[], text: string): readonly string[] {
  return ['exec', '--json', '--skip-git-repo-check', ...more, text];
}

/** What a first start would ask a person for. */
function claudeState(repository: string): object {
  return {
    hasCompletedOnboarding: true,
    theme: 'dark',
    customApiKeyResponses: { approved: ['none'], rejected: [] },
    projects: { [repository]: { hasTrustDialogAccepted: true } },
  };
}

function codexSettings(url: string, repository: string): string {
  return `model = "gpt-5.5"
model_provider = "scripted"
approval_policy = "never"
sandbox_mode = "danger-full-access"
[model_providers.scripted]
name = "scripted"
base_url = "${url}/v1"
env_key = "OPENAI_API_KEY"
wire_api = "responses"
[projects."${repository}"]
trust_level = "trusted"
`;
}

/** The host under its own name, as Praxis finds it on the path of its user. */
function putProgram(path: string, command: readonly string[]): void {
  put(path, `#!/bin/sh\nexec ${command.map((word) => `'${word}'`).join(' ')} "$@"\n`);
  chmodSync(path, 0o755);
}

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function runAlone(
  program: string,
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>>,
): RunningHost {
  const child = spawn(program, [...args], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  if (child.pid === undefined) throw new Error(`cannot start ${program}`);
  const { pid } = child;
  const texts = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      texts[name] += text;
    });
  }
  const kill = (signal: NodeJS.Signals): void => {
    try {
      process.kill(-pid, signal);
    } catch {
      // Gone already.
    }
  };
  const patience = setTimeout(() => kill('SIGKILL'), PATIENCE_MS);
  const ended = new Promise<HostEnd>((resolve) => {
    child.on('close', (exit) => {
      clearTimeout(patience);
      resolve({ exit, ...texts });
    });
  });
  return { pid, ended, kill };
}
