import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXIT, type ExitCode, PraxisError } from '../../base/errors.ts';
import { hasRemedy, taskTemplate } from '../init/task-template.ts';
import { type FoundTests, findTests, type ProjectFolder } from '../init/test-command.ts';
import type { CommandIo } from '../io.ts';
import { startingPolicy } from '../policy/starting-policy.ts';

export interface InitFlags {
  readonly accept?: string | undefined;
  readonly json: boolean;
}

/** The answer of `praxis init --json`. */
export interface InitReport {
  readonly test_command: string;
  /** The file that named the command; null where a person did. */
  readonly found_in: string | null;
  readonly written: readonly string[];
  /** Files that were there already and are as they were. */
  readonly kept: readonly string[];
}

/** `praxis init`. */
export async function init(io: CommandIo, flags: InitFlags): Promise<ExitCode> {
  const folder = projectFolder(io.cwd);
  const found = findTests(folder);
  const tests = await chooseTests(io, flags, found);
  const files = [
    { name: 'task.yaml', text: taskTemplate(tests, folder) },
    { name: 'policy.json', text: startingPolicy(false).text },
  ].map((file) => ({ ...file, isWritten: writeNew(join(io.cwd, file.name), file.text) }));
  const report: InitReport = {
    test_command: tests.command,
    found_in: tests.kind === 'other' ? null : tests.source,
    written: files.filter((file) => file.isWritten).map((file) => file.name),
    kept: files.filter((file) => !file.isWritten).map((file) => file.name),
  };
  if (flags.json) io.stdout(`${JSON.stringify(report)}\n`);
  else tell(io, report, found, hasRemedy(tests, folder));
  return EXIT.ok;
}

async function chooseTests(io: CommandIo, flags: InitFlags, found: readonly FoundTests[]): Promise<FoundTests> {
  if (flags.accept?.trim() === '')
    throw new PraxisError('USAGE', '--accept wants a command and was empty', {
      hint: 'Name one: praxis init --accept "make check"',
    });
  const [best] = found;
  const mayAsk = io.stdinIsTerminal && io.stderrIsTerminal && !flags.json;
  const named = flags.accept ?? (mayAsk ? await io.ask('Test command:', best?.command ?? '') : best?.command);
  if (named === undefined || named === '')
    throw new PraxisError('USAGE', `no test command found in ${io.cwd}`, {
      hint: 'Name one: praxis init --accept "make check"',
    });
  return found.find((tests) => tests.command === named) ?? { source: '', command: named, kind: 'other' };
}

function projectFolder(cwd: string): ProjectFolder {
  return {
    has: (name) => existsSync(join(cwd, name)),
    read: (name) => (existsSync(join(cwd, name)) ? readFileSync(join(cwd, name), 'utf8') : undefined),
  };
}

/** Writes a file that is not there yet; false where it is. */
function writeNew(path: string, text: string): boolean {
  try {
    writeFileSync(path, text, { flag: 'wx' });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw new PraxisError('WORK_TREE_IO', `cannot write ${path}`, {
      hint: 'See that the folder can be written.',
      cause: error,
    });
  }
}

function tell(io: CommandIo, report: InitReport, found: readonly FoundTests[], isRemedied: boolean): void {
  for (const name of report.written) io.stdout(`wrote ${name}\n`);
  for (const name of report.kept) io.stdout(`kept  ${name} (it was there already)\n`);
  const source = report.found_in === null ? '' : ` (from ${report.found_in})`;
  io.stderr(`\nTest command: ${report.test_command}${source}\n`);
  const others = found.map((tests) => tests.command).filter((command) => command !== report.test_command);
  if (others.length > 0) io.stderr(`Also found: ${others.join(', ')}. Use one with --accept.\n`);
  io.stderr(`
Next:
  1. Add a remedy to the candidates of task.yaml: a command that may mend the failure. init wrote
     ${isRemedied ? 'a look and a remedy for missing dependencies' : 'no more than a look'}; where no candidate fits the failure, a run stops.
  2. praxis run task.yaml --dry-run    what it would begin with; nothing runs
  3. praxis run task.yaml              until the tests pass, or an honest stop
policy.json says when it must stop.
`);
}
