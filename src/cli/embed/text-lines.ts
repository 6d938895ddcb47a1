import { PraxisError } from '../../base/errors.ts';
import { LineSplitter } from '../../telemetry/import/lines.ts';

/** How texts are written: one a line, or as JSON objects with `text`, one a line; `auto`: as the first line looks. */
export type TextFormat = 'auto' | 'text' | 'jsonl';

const LONGEST_LINE = 16_777_216;
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const MARK = '\ufeff';

/**
 * The texts of lines, a list for each chunk that ends some. Blank lines are empty texts, but nothing in JSON Lines. USAGE,
 * by its number, for a line that holds no text where it should, is no UTF-8 or is longer than 16 MiB; the texts before it
 * come first.
 */
export async function* textLines(
  chunks: AsyncIterable<Uint8Array>,
  format: TextFormat,
): AsyncGenerator<readonly string[]> {
  let texts: string[] = [];
  let problem: PraxisError | null = null;
  let line = 0;
  let isJson = format === 'jsonl';
  const lines = new LineSplitter(LONGEST_LINE, (found) => {
    line++;
    if (problem !== null) return;
    try {
      if (found.kind === 'overlong') throw unusable(line, 'it is longer than 16 MiB');
      const text = plain(decoded(found.bytes, line), line);
      if (line === 1 && format === 'auto') isJson = isObject(text);
      if (!isJson) texts.push(text);
      else if (text.trim() !== '') texts.push(textOf(text, line));
    } catch (error) {
      if (!(error instanceof PraxisError)) throw error;
      problem = error;
    }
  });
  for await (const chunk of chunks) {
    lines.push(chunk);
    yield* taken();
  }
  lines.end();
  yield* taken();

  function* taken(): Generator<readonly string[]> {
    if (texts.length > 0) yield texts;
    texts = [];
    if (problem !== null) throw problem;
  }
}

function decoded(bytes: Uint8Array, line: number): string {
  try {
    return UTF8.decode(bytes);
  } catch {
    throw unusable(line, 'it is not written in UTF-8');
  }
}

/** Without the carriage return of DOS and, in the first line, without a byte-order mark. */
function plain(text: string, line: number): string {
  const whole = text.endsWith('\r') ? text.slice(0, -1) : text;
  return line === 1 && whole.startsWith(MARK) ? whole.slice(1) : whole;
}

function isObject(text: string): boolean {
  const value = parsed(text);
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOf(line: string, number: number): string {
  const value = parsed(line);
  if (value === undefined) throw unusable(number, 'it is no JSON');
  if (typeof value === 'object' && value !== null && 'text' in value && typeof value.text === 'string')
    return value.text;
  throw unusable(number, 'it has no `text`');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function unusable(line: number, why: string): PraxisError {
  return new PraxisError('USAGE', `line ${line} cannot be embedded: ${why}`, {
    hint: 'Give a text a line, or JSON objects with `text`, one a line. `--format text` takes every line as it is.',
  });
}
