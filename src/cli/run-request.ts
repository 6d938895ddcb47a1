import { stringify } from 'yaml';
import { PraxisError } from '../base/errors.ts';
import type { ResumeChoice, RunRequest, TaskSource } from '../praxis/door.ts';
import type { RunFlags } from './commands/run.ts';

const SESSION_ID = /^[0-9a-f][0-9a-f-]{3,35}$/;

/** What a command line asks for. Throws USAGE where flags contradict each other or one is missing. */
export function runRequest(
  flags: RunFlags,
  task: string | undefined,
  host: { readonly cwd: string; readonly isTerminal: boolean },
): RunRequest {
  const asked = resumeAndTask(flags.resume, task);
  const source = taskSource(flags, asked.task, asked.resume);
  if (flags.answer !== undefined && asked.resume.kind === 'none')
    throw misuse('--answer goes with --resume', 'Add --resume to answer the question of the newest run that waits.');
  if (flags.new && asked.resume.kind !== 'none')
    throw misuse('--new and --resume exclude each other', 'Use --new to begin at zero, --resume to go on.');
  return {
    cwd: host.cwd,
    source,
    resume: asked.resume,
    answer: flags.answer ?? null,
    isNew: flags.new,
    library: flags.library ?? null,
    controllerFile: flags.controller ?? null,
    group: flags.group === undefined ? null : wholeNumber('--group', flags.group, 1),
    parent: flags.parent ?? null,
    reserve: reserveOf(flags.reserve ?? []),
    isTerminal: host.isTerminal,
  };
}

/** `--resume task.yaml` means a bare --resume before the task file: no session id looks like a file name. */
function resumeAndTask(
  resume: string | undefined,
  task: string | undefined,
): { readonly resume: ResumeChoice; readonly task: string | undefined } {
  if (resume === undefined) return { resume: { kind: 'none' }, task };
  if (resume === '') return { resume: { kind: 'newest' }, task };
  if (SESSION_ID.test(resume)) return { resume: { kind: 'session', id: resume }, task };
  if (task === undefined) return { resume: { kind: 'newest' }, task: resume };
  throw misuse(
    `"${resume}" is no session id`,
    '`praxis sessions` lists the ids; a unique prefix of 4 or more is enough.',
  );
}

function taskSource(flags: RunFlags, task: string | undefined, resume: ResumeChoice): TaskSource {
  const given = (['goal', 'accept', 'actor', 'format', 'policy'] as const).filter((name) => flags[name] !== undefined);
  if (task !== undefined) {
    const [first] = given;
    if (first === undefined) return { kind: 'file', path: task };
    throw misuse(
      `--${first} stands for a part of a task file, and ${task} is one already`,
      'Write it into the task file, or leave the file out.',
    );
  }
  if (given.length === 0 && resume.kind !== 'none') return { kind: 'session' };
  if (given.length === 0)
    throw new PraxisError('TASK_MISSING', 'no task given', {
      hint: 'Name a task file (`praxis init` writes one), or give --goal, --accept and --actor.',
    });
  const missing = (['goal', 'accept', 'actor'] as const).filter((name) => (flags[name] ?? '').length === 0);
  if (missing.length > 0)
    throw misuse(
      `without a task file, ${missing.map((name) => `--${name}`).join(' and ')} must be given`,
      'All of --goal, --accept and --actor are needed.',
    );
  return { kind: 'text', text: taskText(flags) };
}

/** The task file that the flags stand for. */
function taskText(flags: RunFlags): string {
  return stringify({
    goal: flags.goal,
    acceptance: (flags.accept ?? []).map((run) => ({ run })),
    policy_ref: flags.policy ?? 'policy.json',
    actor: {
      kind: 'command',
      run: flags.actor,
      ...(flags.format === undefined ? {} : { format: flags.format }),
    },
  });
}

/** `tool_calls=6`, `children=2`. */
function reserveOf(given: readonly string[]): RunRequest['reserve'] {
  const pairs = given.map((text) => {
    const [, name, number] = /^(tool_calls|children)=(.*)$/.exec(text) ?? [];
    if (name === undefined || number === undefined)
      throw misuse(`--reserve wants tool_calls=N or children=N, got "${text}"`, 'For example: --reserve tool_calls=6');
    const key = name === 'tool_calls' ? 'toolCalls' : 'children';
    return [key, wholeNumber(`--reserve ${name}=`, number, 0)] as const;
  });
  return Object.fromEntries(pairs);
}

/** A whole number of at least `least`, or USAGE naming the flag. */
export function wholeNumber(flag: string, text: string, least: number): number {
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least) return value;
  throw misuse(`${flag} wants a whole number of at least ${least}, got "${text}"`, `For example: ${flag} ${least + 1}`);
}

function misuse(message: string, hint: string): PraxisError {
  return new PraxisError('USAGE', message, { hint });
}
