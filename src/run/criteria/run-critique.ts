import { runFingerprint } from '../../telemetry/fingerprint.ts';
import { redactText } from '../../telemetry/redact.ts';
import type { CriterionResult, Critique } from '../critique.ts';
import type { ProcessEnd } from '../processes.ts';
import type { CommandCriterion, FileCriterion, Task } from '../task.ts';
import { endClass, endLine, outputOf } from './command-end.ts';
import type { CriteriaFiles, FileText } from './files.ts';
import { type Judged, judgeCommand, NO_FAILURE } from './judge-command.ts';
import type { Pins } from './pins.ts';
import { reportReader } from './report-reader.ts';

/** What a run of the criteria needs from outside. */
export interface CritiqueTools {
  /** Runs a command in the work tree to its end. */
  run(command: string, options: { readonly timeoutMs: number; readonly outputName: string }): Promise<ProcessEnd>;
  readonly files: CriteriaFiles;
  /** For all commands together. */
  readonly timeoutMs: number;
  /** Output files are named `<outputName>-<n>`. */
  readonly outputName: string;
}

const MAX_REPORT_BYTES = 16 * 1024 * 1024;

/**
 * Runs the critique command, where the task has its own, then every criterion in listed order, each distinct command
 * once. Whether the criteria hold is theirs alone to say; what the critique command wrote is read before what they wrote.
 */
export async function runCritique(
  task: Pick<Task, 'acceptance' | 'critique'>,
  pins: Pins,
  tools: CritiqueTools,
): Promise<Critique> {
  const commands = new Commands(
    task.acceptance.filter((criterion) => criterion.kind === 'command'),
    tools,
  );
  const own = task.critique === null || commands.isAccepting(task.critique) ? null : await commands.end(task.critique);
  const judged: Judged[] = [];
  for (const criterion of task.acceptance) {
    judged.push(
      criterion.kind === 'file' ? await judgeFile(criterion, tools.files) : await judgedBy(criterion, commands, pins),
    );
  }
  return summarise(judged, own, commands.durationMs);
}

async function judgedBy(criterion: CommandCriterion, commands: Commands, pins: Pins): Promise<Judged> {
  const end = await commands.end(criterion.run);
  const read = criterion.report === null ? null : await reportReader(criterion.report.format);
  return judgeCommand(criterion, end, await commands.report(criterion), pins, read);
}

/** The commands of one critique: each runs when it is first asked for, and only then. */
class Commands {
  durationMs = 0;
  readonly #criteria: readonly CommandCriterion[];
  readonly #tools: CritiqueTools;
  readonly #ends = new Map<string, ProcessEnd>();

  constructor(criteria: readonly CommandCriterion[], tools: CritiqueTools) {
    this.#criteria = criteria;
    this.#tools = tools;
  }

  isAccepting(command: string): boolean {
    return this.#criteria.some((criterion) => criterion.run.trim() === command.trim());
  }

  async end(command: string): Promise<ProcessEnd> {
    const key = command.trim();
    const known = this.#ends.get(key);
    if (known !== undefined) return known;
    const sharing = this.#criteria.filter((criterion) => criterion.run.trim() === key);
    // A report that an earlier run left behind must not be taken for this one's.
    for (const { report } of sharing)
      if (report !== null && report.path !== null) await this.#tools.files.remove(report.path);
    const left = Math.max(1, this.#tools.timeoutMs - this.durationMs);
    const own = sharing.map((criterion) => criterion.timeoutMs ?? left);
    const end = await this.#tools.run(command, {
      timeoutMs: Math.min(left, own.length === 0 ? left : Math.max(...own)),
      outputName: `${this.#tools.outputName}-${this.#ends.size + 1}`,
    });
    this.#ends.set(key, end);
    this.durationMs += end.durationMs;
    return end;
  }

  async report({ report }: CommandCriterion): Promise<FileText | undefined> {
    if (report === null || report.path === null) return undefined;
    return this.#tools.files.read(report.path, MAX_REPORT_BYTES);
  }
}

async function judgeFile(criterion: FileCriterion, files: CriteriaFiles): Promise<Judged> {
  const passed = await files.exists(criterion.exists);
  const text = passed ? '' : redactText(`${criterion.id}: ${criterion.exists} not found`);
  const result: CriterionResult = {
    id: criterion.id,
    passed,
    fraction: passed ? 1 : 0,
    tests: null,
    failingTests: [],
    errorClass: passed ? null : 'missing',
    ...(passed ? NO_FAILURE : runFingerprint({ criteria: [criterion.id], tests: [], output: text })),
    text,
    exitCode: null,
    durationMs: 0,
    hasLostTests: false,
  };
  return { result, output: text };
}

function summarise(judged: readonly Judged[], own: ProcessEnd | null, durationMs: number): Critique {
  const results = judged.map(({ result }) => result);
  const signal = results.reduce((sum, result) => sum + result.fraction, 0) / Math.max(1, results.length);
  const failing = judged.filter(({ result }) => !result.passed);
  const [first] = failing;
  if (first === undefined)
    return { results, signal, isSatisfied: results.length > 0, ...NO_FAILURE, text: '', durationMs };
  const ownText = own === null ? '' : failureText(own);
  const told = runFingerprint({
    criteria: failing.map(({ result }) => result.id),
    tests: failing.flatMap(({ result }) => result.failingTests),
    output: ownText === '' ? first.output : ownText,
  });
  const text = [ownText, first.result.text].filter((part) => part !== '').join('\n');
  return { results, signal, isSatisfied: false, ...told, text, durationMs };
}

/** What a command said that failed; '' where it did not fail. */
function failureText(end: ProcessEnd): string {
  const errorClass = endClass(end);
  if (errorClass === null) return '';
  const output = redactText(outputOf(end));
  return output.trim() === '' ? endLine(end, errorClass) : output;
}
