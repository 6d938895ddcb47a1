import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { PraxisError } from '../../base/errors.ts';
import { writeFileAtomically } from '../../host/atomic-file.ts';
import { systemSays } from '../../host/system-error.ts';
import { PAGE_MARK } from './page.ts';

/** Says before the work whether a report can go there: USAGE for a folder that is not there, FILE_EXISTS over what is no report, OUTPUT_IO over what cannot be read. */
export function checkPagePlace(path: string, name: string): void {
  if (!isFolder(dirname(path)))
    throw new PraxisError('USAGE', `cannot write ${name}: its folder is not there`, { hint: 'Make the folder first.' });
  if (isFolder(path))
    throw new PraxisError('USAGE', `${name} is a folder`, { hint: 'Name a file, for example report.html.' });
  const there = statSync(path, { throwIfNoEntry: false });
  // A device begins as an empty file does, and a pipe would be waited for.
  if (there === undefined || (there.isFile() && beginsAsPage(path, name))) return;
  throw new PraxisError('FILE_EXISTS', `${name} is there and was not written by praxis eval`, {
    hint: 'Name another file, or delete that one first.',
  });
}

/** Writes the report whole or not at all. OUTPUT_IO where the system refuses. */
export function writePage(path: string, name: string, page: string): void {
  try {
    writeFileAtomically(path, page);
  } catch (error) {
    throw new PraxisError('OUTPUT_IO', `cannot write ${name}: ${systemSays(error)}`, {
      hint: 'See that the disk has room and that the folder can be written.',
      cause: error,
    });
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function beginsAsPage(path: string, name: string): boolean {
  const head = new Uint8Array(PAGE_MARK.length);
  const file = opened(path, name);
  try {
    const length = readSync(file, head);
    return length === 0 || new TextDecoder().decode(head) === PAGE_MARK;
  } finally {
    closeSync(file);
  }
}

function opened(path: string, name: string): number {
  try {
    return openSync(path, 'r');
  } catch (error) {
    throw new PraxisError('OUTPUT_IO', `cannot see what ${name} holds: ${systemSays(error)}`, {
      hint: 'Name another file, or delete that one first.',
      cause: error,
    });
  }
}
