import type { Name } from './ast.ts';
import type { Cursor } from './cursor.ts';
import { startsMember } from './recovery.ts';
import { isWord, T } from './token.ts';

/** The name of a declaration. A keyword there is reported and kept, so that the rest is still checked. */
export function parseDeclaredName(c: Cursor, what: string): Name | null {
  if (c.kind === T.identifier || c.kind === T.badName) return c.takeName();
  if (isWord(c.kind)) {
    c.unexpected(`\`${c.text}\` is a keyword and cannot name ${what}; choose another name.`);
    return startsMember(c) ? null : c.takeName();
  }
  c.unexpected(`Expected the name of ${what}, not ${c.described}.`);
  if (c.kind === T.string || c.kind === T.number || c.kind === T.bad) c.advance();
  return null;
}
