import type { ProcessEnd } from '../processes.ts';

/** The shell's own words for a command that it could not start. */
const NOT_STARTED =
  /^(?:\S*\/)?(?:sh|bash|dash|ash|ksh|zsh|busybox)(?:: (?:line )?\d+)?: .{0,4096}(?:not found|No such file|[Pp]ermission denied|cannot execute|can't execute|Is a directory|bad interpreter|[Ee]xec format error)/m;
const CANNOT_RUN: ReadonlySet<number> = new Set([126, 127]);

/** Why a command failed: `timeout`, `not_found`, `aborted`, `output_limit`, `call_limit`, `signal`, `exit`; null where it ended with exit status 0. */
export function endClass(end: ProcessEnd): string | null {
  switch (end.cause) {
    case 'timeout':
      return 'timeout';
    case 'not-started':
      return 'not_found';
    case 'aborted':
      return 'aborted';
    case 'output-limit':
      return 'output_limit';
    case 'call-limit':
      return 'call_limit';
    case 'exited':
      break;
  }
  if (end.exitCode === 0) return null;
  if (end.exitCode === null) return 'signal';
  return CANNOT_RUN.has(end.exitCode) && NOT_STARTED.test(end.stderr.text) ? 'not_found' : 'exit';
}

/** What a command wrote: standard output, then standard error. */
export function outputOf(end: ProcessEnd): string {
  return [end.stdout.text, end.stderr.text].filter((text) => text !== '').join('\n');
}

/** A line for a command that said nothing. */
export function endLine(end: ProcessEnd, errorClass: string): string {
  if (errorClass === 'timeout') return 'timed out';
  if (end.exitCode !== null && end.exitCode !== 0) return `exit code ${end.exitCode}`;
  if (end.signal !== null) return `ended by ${end.signal}`;
  return errorClass;
}
