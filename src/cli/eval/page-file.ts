import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { PraxisError } from '../../base/errors.ts';
import { writeFileAtomically } from '../../host/atomic-file.ts';
import { systemSays } from '../../host/system-error.ts';
import { PAGE_MARK } from './page.ts';

/** Says before the work whether a report can go there: USAGE for a folder that is not there, FILE_EXISTS over what is no report. */
export function checkPagePlace(path: string, name: string): void {
  if (!isFolder(dirname(path)))
    throw new PraxisError('USAGE', `cannot write ${name}: its folder is not there`, { hint: 'Make the folder first.' });
  if (isFolder(path))
    throw new PraxisError('USAGE', `${name} is a folder`, { hint: 'Name a file, for example report.html.' });
  if (statSync(path, { throwIfNoEntry: false }) === undefined || beginsAsPage(path)) return;
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

function beginsAsPage(path: string): boolean {
  const head = new Uint8Array(PAGE_MARK.length);
  const file = openSync(path, 'r');
  try {
    const length = readSync(file, head);
    return length === 0 || new TextDecoder().decode(head) === PAGE_MARK;
  } finally {
    closeSync(file);
  }
}
