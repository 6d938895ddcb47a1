import type { ExactObject } from '../../base/exact-json.ts';
import { readDocument, unreadable } from '../document.ts';
import { type CheckpointResult, type PolicyResult, validateCheckpoint, validatePolicy } from '../documents.ts';
import { pathLabel } from '../path-label.ts';
import { type Checked, checked, refuse } from '../refusal.ts';
import type { ReadFile } from './read-file.ts';

/** The JSON object in a file named on the command line; refuses what cannot be read. */
export function readNamed(path: string, readFile: ReadFile): ExactObject {
  const label = pathLabel(path);
  const content = readFile(label);
  if (content.kind === 'failed') return refuse(unreadable(label, content.detail));
  return readDocument(content.bytes, label);
}

/** The policy in a file named on the command line. */
export function loadNamedPolicy(path: string, readFile: ReadFile): PolicyResult {
  const read = checked(() => readNamed(path, readFile));
  return read.kind === 'refused' ? read : validatePolicy(read.value, path);
}

/** The checkpoint in a file named on the command line. */
export function loadNamedCheckpoint(path: string, readFile: ReadFile): CheckpointResult {
  const read = checked(() => readNamed(path, readFile));
  return read.kind === 'refused' ? read : validateCheckpoint(read.value);
}

/** Any JSON object in a file named on the command line. */
export function loadNamedObject(path: string, readFile: ReadFile): Checked<ExactObject> {
  return checked(() => readNamed(path, readFile));
}
