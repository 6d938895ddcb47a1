import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { PraxisError } from '../../base/errors.ts';
import { systemSays } from '../../host/system-error.ts';
import { standardInput } from '../standard-input.ts';

const MOST_BYTES = 64 * 1024 * 1024;

/** The text of a file, of a skill folder that an export made, or of standard input for `-`; `name`: as errors name it. */
export async function importedText(path: string, name: string): Promise<string> {
  if (name === '-') return decoded(await readInput(), 'standard input');
  try {
    if (!statSync(path).isDirectory()) return decoded(bounded(readFileSync(path), name), name);
    return skillPages(path, name)
      .map((page) => decoded(bounded(readFileSync(join(path, page)), `${name}/${page}`), `${name}/${page}`))
      .join('\n\n');
  } catch (error) {
    if (error instanceof PraxisError) throw error;
    throw new PraxisError('IMPORT_IO', `cannot read ${name}: ${systemSays(error)}`, {
      hint: 'Name a file, a skill folder, or - for standard input.',
      cause: error,
    });
  }
}

/** The page of a skill, and those that it names where it is a long one. */
function skillPages(folder: string, name: string): readonly string[] {
  if (!existsSync(join(folder, 'SKILL.md')))
    throw new PraxisError('IMPORT_IO', `${name} is a folder without a SKILL.md`, {
      hint: 'Name a file, a skill folder, or - for standard input.',
    });
  const parts = existsSync(join(folder, 'references')) ? readdirSync(join(folder, 'references')) : [];
  return [
    'SKILL.md',
    ...parts
      .filter((part) => part.endsWith('.md'))
      .sort()
      .map((part) => `references/${part}`),
  ];
}

function decoded(bytes: Uint8Array, name: string): string {
  const packed = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  if (!packed && !isUtf16) {
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    } catch {
      // Told below: what is not UTF-8 would enter with other characters than it was written with.
    }
  }
  throw new PraxisError('IMPORT_ENCODING', `${name} is ${packed ? 'packed' : 'not written in UTF-8'}`, {
    hint: packed ? 'Unpack it first.' : 'Convert it to UTF-8.',
  });
}

async function readInput(): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of standardInput('Give a file instead.')) {
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size > MOST_BYTES) break;
  }
  return bounded(Buffer.concat(chunks), 'standard input');
}

function bounded(bytes: Uint8Array, name: string): Uint8Array {
  if (bytes.byteLength <= MOST_BYTES) return bytes;
  throw new PraxisError('IMPORT_TOO_LARGE', `${name} is larger than 64 MB`, { hint: 'Import it in parts.' });
}
