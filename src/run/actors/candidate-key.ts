import { sha256Hex } from '../../base/sha256.ts';
import type { CandidateKind } from '../task.ts';

/** Names a command for beliefs, whatever its label: the same command to look and to act are two. */
export function candidateKey(kind: CandidateKind, command: string): string {
  return sha256Hex(`${kind}\n${normaliseCommand(command)}`);
}

/**
 * A command without what white space outside quotes says nothing about: each run of it is one space, or one line break
 * where it holds one. Quoted and escaped characters stay.
 *
 * @example
 * ```ts
 * normaliseCommand("  npm   install 'a  b' "); // "npm install 'a  b'"
 * ```
 */
export function normaliseCommand(command: string): string {
  const pieces = Array.from(command.matchAll(PIECE), ([piece]) => piece).map(collapse);
  const isBlank = (piece: string | undefined): boolean => piece === ' ' || piece === '\n';
  const start = isBlank(pieces[0]) ? 1 : 0;
  return pieces.slice(start, isBlank(pieces.at(-1)) ? -1 : undefined).join('');
}

/** A quoted text, an escaped character, a run of white space, or what lies between them. */
const PIECE = /'[^']*(?:'|$)|"(?:[^"\\]|\\[\s\S])*(?:["\\]|$)|\\[\s\S]|\s+|[^\s'"\\]+|[\s\S]/g;

function collapse(piece: string): string {
  if (!/^\s/.test(piece)) return piece;
  return piece.includes('\n') ? '\n' : ' ';
}
