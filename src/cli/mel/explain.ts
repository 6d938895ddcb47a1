import { EXIT, type ExitCode, PraxisError } from '../../base/errors.ts';
import { DIAGNOSTIC_CODES, type DiagnosticCode } from '../../mel/codes.ts';
import { EXPLANATIONS } from '../../mel/explain/explanations.ts';
import { RUN_TIME_EXPLANATIONS } from '../../mel/explain/run-time.ts';
import { nearest } from '../../mel/syntax/nearest.ts';
import type { CommandIo } from '../io.ts';

export interface MelExplainFlags {
  readonly json: boolean;
}

/** Codes that other implementations of the language have, and what to look for instead. */
const NOT_EMITTED: Readonly<Record<string, string>> = {
  E041: 'A name that is not known is E_UNDEFINED.',
  E045: 'Nullable types may stand anywhere.',
  E046: 'Records may stand anywhere.',
  E057: 'Annotations come from the declarations that the schema is made of, so that none can lack its target.',
  E058: 'Annotations come from the declarations that the schema is made of, so that none can lack its target.',
  E_INVALID_ACCESS: 'What `available` may not use is E005.',
  E_UNGUARDED_STMT: 'Statements outside a guard are E_UNGUARDED_PATCH, E_UNGUARDED_EFFECT, E006 and E007.',
  W_NON_BOOL_COND: 'A condition that is no boolean is E_TYPE_MISMATCH.',
  E_UNKNOWN_IDENT: 'A name that is not known is E_UNDEFINED.',
  E_INVALID_SYSTEM: '`$system` and `$meta` are E001 in a computed value and E003 in an action.',
  E_LEX: 'Characters that form no token are MEL_LEXER.',
  E_PARSE: 'What does not fit the grammar is MEL_PARSER.',
  E_LOWER: 'Whatever compiles can be lowered, up to E_LIMIT.',
};

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
  const elsewhere = Object.entries(NOT_EMITTED).find(([name]) => same(name))?.[1];
  if (elsewhere !== undefined) throw new PraxisError('USAGE', `${asked} is not used here`, { hint: elsewhere });
  const close = nearest(asked.toUpperCase(), [...Object.keys(DIAGNOSTIC_CODES), ...Object.keys(RUN_TIME_EXPLANATIONS)]);
  const question = close === undefined ? '' : `; did you mean ${close}?`;
  throw new PraxisError('USAGE', `there is no code ${asked}${question}`, {
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
