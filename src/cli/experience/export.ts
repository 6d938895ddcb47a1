import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { EXIT, type ExitCode, PraxisError } from '../../base/errors.ts';
import { markdownOf } from '../../experience/exchange/markdown.ts';
import { type BlockEdit, putBlock, removeBlock } from '../../experience/exchange/marked-block.ts';
import { isSkillPage, skillFolderOf } from '../../experience/exchange/skill-folder.ts';
import { writeFileAtomically } from '../../host/atomic-file.ts';
import { systemSays } from '../../host/system-error.ts';
import type { EntryView } from '../../praxis/library/entry-view.ts';
import type { ExperienceLibrary } from '../../praxis/library/experience-library.ts';
import type { CommandIo } from '../io.ts';
import { type LibraryFlags, withLibrary } from './with-library.ts';

export interface ExportFlags extends LibraryFlags {
  readonly format?: 'json' | 'markdown' | 'agents-md' | 'skill' | undefined;
  readonly output?: string | undefined;
  readonly remove: boolean;
  readonly user: boolean;
}

/** `praxis experience export`. */
export function experienceExport(io: CommandIo, flags: ExportFlags): Promise<ExitCode> {
  const format = flags.format ?? 'json';
  if (flags.json && format === 'markdown' && flags.output === undefined)
    throw usage('--json and --format markdown are two forms of one output');
  if (flags.remove && format !== 'agents-md') throw usage('--remove takes the block of agents-md out of a file');
  return withLibrary(io, flags, async (library) => {
    switch (format) {
      case 'json':
        return put(io, flags, await library.exportJson(flags.user ? 'u' : 'r'), isOurJson);
      case 'markdown':
        return put(io, flags, markdownOf(await trusted(library, flags)), isOurPage);
      case 'agents-md':
        return putIntoPage(io, flags, await trusted(library, flags));
      default:
        return putSkill(io, flags, await trusted(library, flags));
    }
  });
}

/** What has earned its place: nothing that is still on trial goes into a file that agents read as instructions. */
function trusted(library: ExperienceLibrary, { user }: ExportFlags): Promise<readonly EntryView[]> {
  return library.list({ status: 'active', scope: user ? 'u' : 'r' });
}

function put(io: CommandIo, flags: ExportFlags, text: string, isOurs: (before: string) => boolean): ExitCode {
  if (flags.output === undefined) {
    io.stdout(text);
    return EXIT.ok;
  }
  const path = resolve(io.cwd, flags.output);
  // What somebody wrote by hand is never lost to a format that was mistaken for another.
  if (existsSync(path) && statSync(path).isFile() && !isOurs(readText(path)))
    throw new PraxisError('FILE_EXISTS', `${flags.output} is there and holds something else`, {
      hint: '`--format agents-md` writes a block into a file and leaves the rest of it; or name a file that is new.',
    });
  told(io, flags, writeText(path, text));
  return EXIT.ok;
}

function isOurJson(before: string): boolean {
  return before === '' || /^\{"c":[\d.]+,"domain":/.test(before);
}

function isOurPage(before: string): boolean {
  return before === '' || before.startsWith(markdownOf([]).split('\n', 1)[0] ?? '');
}

function putIntoPage(io: CommandIo, flags: ExportFlags, entries: readonly EntryView[]): ExitCode {
  if (flags.output === undefined) throw usage('agents-md is written into a file: name it with --output');
  const path = resolve(io.cwd, flags.output);
  const before = existsSync(path) ? readText(path) : '';
  const edit: BlockEdit = flags.remove ? removeBlock(before) : putBlock(before, entries);
  if (edit.kind === 'damaged')
    throw new PraxisError('ENTRY_INVALID', `${flags.output}: ${edit.problem} (line ${edit.lines.join(', ')})`, {
      hint: 'Mend or delete the markers of the block; nothing was written.',
    });
  told(io, flags, edit.isChanged ? writeText(path, edit.text) : null);
  return EXIT.ok;
}

function putSkill(io: CommandIo, flags: ExportFlags, entries: readonly EntryView[]): ExitCode {
  if (flags.output === undefined) throw usage('a skill is a folder: name it with --output');
  const folder = resolve(io.cwd, flags.output);
  if (existsSync(folder) && !isSkillOfOurs(folder))
    throw new PraxisError('FILE_EXISTS', `${flags.output} is there and holds something else`, {
      hint: 'Name a folder that is new, or one that an export made.',
    });
  const { files } = skillFolderOf(entries, basename(folder));
  if (existsSync(join(folder, 'references'))) rmSync(join(folder, 'references'), { recursive: true });
  for (const { path, text } of files) writeText(join(folder, ...path.split('/')), text);
  told(io, flags, folder);
  return EXIT.ok;
}

/** An export writes nothing but a page and a folder of pages. */
function isSkillOfOurs(folder: string): boolean {
  if (!statSync(folder).isDirectory()) return false;
  const names = readdirSync(folder);
  if (names.some((name) => name !== 'SKILL.md' && name !== 'references')) return false;
  return names.includes('SKILL.md') ? isSkillPage(readText(join(folder, 'SKILL.md'))) : names.length === 0;
}

function readText(path: string): string {
  try {
    // Kept byte for byte: what is no UTF-8 would be lost on the way through a text.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(path));
  } catch (error) {
    throw new PraxisError('ENTRY_INVALID', `cannot read ${path} as text: ${systemSays(error)}`, {
      hint: 'Nothing was written. The block goes into a file in UTF-8.',
      cause: error,
    });
  }
}

/** Through a link to what it names, with the rights that the file had. */
function writeText(path: string, text: string): string {
  try {
    mkdirSync(dirname(path), { recursive: true });
    const real = existsSync(path) ? realpathSync(path) : linkedPath(path);
    writeFileAtomically(real, text, { mode: existsSync(real) ? statSync(real).mode & 0o7777 : 0o644 });
    return path;
  } catch (error) {
    throw new PraxisError('OUTPUT_IO', `cannot write ${path}: ${systemSays(error)}`, {
      hint: 'See that its folder can be written.',
      cause: error,
    });
  }
}

/** What a link without an end names: the file that is to be made. */
function linkedPath(path: string): string {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats?.isSymbolicLink() === true ? resolve(dirname(path), readlinkSync(path)) : path;
}

function told(io: CommandIo, { json }: ExportFlags, written: string | null): void {
  if (json) io.stdout(`${JSON.stringify({ written })}\n`);
  else io.stderr(written === null ? 'unchanged\n' : `wrote ${written}\n`);
}

function usage(message: string): PraxisError {
  return new PraxisError('USAGE', message, { hint: '`praxis experience export --help` shows the forms.' });
}
