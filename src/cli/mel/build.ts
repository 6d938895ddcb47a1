import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { EXIT, type ExitCode, PraxisError } from '../../base/errors.ts';
import { buildModule } from '../../mel/build-module.ts';
import type { CommandIo } from '../io.ts';
import { readyFile } from './compiled-schema.ts';
import { STDIN } from './source-file.ts';

export interface MelBuildFlags {
  readonly output?: string | undefined;
  readonly json: boolean;
}

/** `praxis mel build FILE`: the module, its declarations beside it. */
export async function melBuild(io: CommandIo, flags: MelBuildFlags, file: string): Promise<ExitCode> {
  const module = flags.output ?? moduleBeside(file);
  const declarations = declarationsOf(module);
  const ready = await readyFile(io, file, flags.json);
  if (ready === null) return EXIT.invalid;
  const built = buildModule(ready.schema);
  const files = [{ path: module, text: built.module }, ...declarations(built.types)];
  for (const { path } of files) await refuseForeign(path, resolve(io.cwd, path));
  for (const { path, text } of files) await write(path, resolve(io.cwd, path), text);
  const types = declarations('').map(({ path }) => path);
  const { hash } = ready.schema;
  if (flags.json) io.stdout(`${JSON.stringify({ file, module, types, schemaHash: hash })}\n`);
  else io.stdout(`${module}\n${types.map((path) => `${path}\n`).join('')}`);
  return EXIT.ok;
}

function moduleBeside(file: string): string {
  if (file !== STDIN) return `${file.replace(/\.mel$/, '')}.mjs`;
  throw new PraxisError('USAGE', 'a source from standard input has no name for its module', {
    hint: 'Name the module: `praxis mel build - --output FILE.mjs`.',
  });
}

interface Declaration {
  readonly path: string;
  readonly text: string;
}

/**
 * TypeScript looks for `x.d.ts` beside `x.js`, and for `x.d.mts` beside `x.mjs`. There `x.d.ts` stands too, for imports that
 * leave the extension to a bundler.
 */
function declarationsOf(module: string): (types: string) => readonly Declaration[] {
  const match = /^(.*)\.(m?js)$/s.exec(module);
  if (match === null)
    throw new PraxisError('USAGE', `${module} does not end in .mjs or .js`, {
      hint: 'The module is ECMAScript: name it FILE.mjs, or FILE.js in a package of type "module".',
    });
  const [, stem = '', extension] = match;
  if (extension === 'js') return (types) => [{ path: `${stem}.d.ts`, text: types }];
  const name = stem.slice(Math.max(stem.lastIndexOf('/'), stem.lastIndexOf('\\')) + 1);
  return (types) => [
    { path: `${stem}.d.ts`, text: `export * from ${JSON.stringify(`./${name}.mjs`)};\n` },
    { path: `${stem}.d.mts`, text: types },
  ];
}

/** How the files begin that this command writes. */
const OWN = /^(?:\/\/ Written by `praxis mel build`|export \* from ")/;

/** Throws FILE_EXISTS where a file that somebody else wrote would be lost. */
async function refuseForeign(name: string, path: string): Promise<void> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch {
    // Whether it can be written is seen when it is.
    return;
  }
  if (text === '' || OWN.test(text)) return;
  throw new PraxisError('FILE_EXISTS', `${name} is there already and was not written by praxis mel build`, {
    hint: 'Move it, or name another file with --output. Nothing was written.',
  });
}

const MISTYPED = ['ENOENT', 'ENOTDIR', 'EISDIR'];

async function write(name: string, path: string, text: string): Promise<void> {
  try {
    await writeFile(path, text);
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    const isMistyped = MISTYPED.includes(code);
    const why = code === 'EISDIR' ? 'it is a folder' : isMistyped ? 'its folder does not exist' : message;
    throw new PraxisError(isMistyped ? 'USAGE' : 'OUTPUT_IO', `cannot write ${name}: ${why}`, {
      hint: 'See that the folder exists and can be written, or name another file with --output.',
      cause: error,
    });
  }
}
