import { EXIT, type ExitCode, PraxisError } from '../../base/errors.ts';
import { DIAGNOSTIC_CODES, type DiagnosticCode } from '../../mel/codes.ts';
import { EXPLANATIONS } from '../../mel/explain/explanations.ts';
import { RUN_TIME_EXPLANATIONS } from '../../mel/explain/run-time.ts';
import type { CommandIo } from '../io.ts';

export interface MelExplainFlags {
  readonly json: boolean;
}

interface ExplainDocument {
  readonly code: string;
  readonly severity: 'error' | 'warning' | 'info';
  readonly about: string | null;
  readonly cause: string;
  readonly bad: string | null;
  readonly good: string | null;
}

/** `praxis mel explain CODE`. */
export async function melExplain(io: CommandIo, flags: MelExplainFlags, asked: string): Promise<ExitCode> {
  const document = documentOf(asked);
  io.stdout(flags.json ? `${JSON.stringify(document)}\n` : inWords(document));
  return EXIT.ok;
}

function documentOf(asked: string): ExplainDocument {
  const same = (code: string): boolean => code.toLowerCase() === asked.toLowerCase();
  const code = Object.keys(DIAGNOSTIC_CODES).find(same) as DiagnosticCode | undefined;
  if (code !== undefined) return { code, ...DIAGNOSTIC_CODES[code], ...EXPLANATIONS[code] };
  const error = Object.entries(RUN_TIME_EXPLANATIONS).find(([name]) => same(name));
  if (error !== undefined)
    return { code: error[0], severity: 'error', about: null, cause: error[1], bad: null, good: null };
  throw new PraxisError('USAGE', `there is no code ${asked}`, {
    hint: '`praxis mel check FILE` shows the codes that apply; docs/mel-reference.md lists them all.',
  });
}

function inWords({ code, severity, about, cause, bad, good }: ExplainDocument): string {
  const head = `${code}  ${severity}${about === null ? '' : `: ${about}`}\n\n${wrapped(cause)}`;
  return `${head}${example('does not do', bad)}${example('does', good)}`;
}

function example(title: string, source: string | null): string {
  if (source === null) return '';
  const lines = source
    .trimEnd()
    .split('\n')
    .map((line) => (line.length > 110 ? `${line.slice(0, 109)}…` : line));
  return `\n${title}:\n\n${lines.map((line) => `  ${line}`.trimEnd().replaceAll('\u0000', '\\0')).join('\n')}\n`;
}

function wrapped(text: string): string {
  const lines: string[] = [''];
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? '';
    if (last.length + word.length > 95) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return `${lines.join('\n')}\n`;
}
