import type { Cursor } from './cursor.ts';
import { isWord, T } from './token.ts';

/** Whether a member of a domain begins here, by its shape: a keyword alone may be a name gone wrong. */
export function startsMember(c: Cursor): boolean {
  const next = c.peek(1);
  switch (c.kind) {
    case T.state:
      return next === T.openBrace;
    case T.computed:
    case T.type:
      return next === T.identifier && c.peek(2) === T.equal;
    case T.action:
      return next === T.identifier && c.peek(2) === T.openParen;
    case T.domain:
      return next === T.identifier && c.peek(2) === T.openBrace;
    case T.identifier:
      if (c.isWordText('context')) return next === T.openBrace;
      return c.isWordText('flow') && next === T.identifier && c.peek(2) === T.openParen;
    default:
      return false;
  }
}

/** Whether a member begins here that no expression can be followed by, not even behind a dot. */
export function startsDeclaration(c: Cursor): boolean {
  const isOne = c.kind === T.computed || c.kind === T.type || c.kind === T.action || c.isWordText('flow');
  return isOne && startsMember(c);
}

/** Whether a statement begins here. */
export function startsStatement(c: Cursor): boolean {
  switch (c.kind) {
    case T.when:
    case T.once:
    case T.patch:
    case T.effect:
    case T.fail:
    case T.stop:
      return c.peek(1) !== T.colon;
    case T.identifier: {
      const next = c.peek(1);
      if (c.isWordText('onceIntent')) return next === T.openBrace || next === T.when;
      return c.isWordText('include') && next === T.identifier && c.peek(2) === T.openParen;
    }
    default:
      return false;
  }
}

/** Skips a bracketed group, or one token where none begins; a member or the end stops it. */
export function skipBalanced(c: Cursor): void {
  let depth = 0;
  do {
    if (opens(c.kind)) depth += 1;
    else if (closes(c.kind)) depth -= 1;
    c.advance();
  } while (depth > 0 && c.kind !== T.end && !startsMember(c));
}

/**
 * Skips what is broken in a list to its next comma or to a closing bracket, whichever; a member, a
 * statement or the field of a block on the next line stops it, for then the list was never closed.
 */
export function skipToSeparator(c: Cursor): void {
  while (c.kind !== T.end && c.kind !== T.comma && !closes(c.kind) && !startsMember(c) && !startsStatement(c)) {
    if (startsField(c)) break;
    skipBalanced(c);
  }
  if (c.kind !== T.comma) c.quiet();
}

/**
 * Whether a state field begins here, on a line of its own: `name: type = value`. Fields of types and
 * entries of objects have no `=`, so what it stands in was never closed.
 */
export function startsField(c: Cursor): boolean {
  if (c.isOnSameLine || !isWord(c.kind) || c.peek(1) !== T.colon) return false;
  const { kinds, lineOf } = c.tokens;
  let depth = 0;
  for (let at = c.index + 2; at < c.index + 32 && lineOf[at] === lineOf[c.index]; at += 1) {
    const kind = kinds[at] ?? T.end;
    if (depth === 0 && kind === T.equal) return true;
    if (opens(kind) || kind === T.less) depth += 1;
    else if (closes(kind) || kind === T.greater) depth -= 1;
    if (depth < 0 || kind === T.end || (depth === 0 && kind === T.comma)) return false;
  }
  return false;
}

/** Skips to where a statement, a brace of the block or a member begins. */
export function skipToStatement(c: Cursor): void {
  while (c.kind !== T.end && c.kind !== T.closeBrace && !startsStatement(c) && !startsMember(c)) skipBalanced(c);
}

/** Skips to the next member or the closing brace of the domain. */
export function skipToMember(c: Cursor): void {
  while (c.kind !== T.end && c.kind !== T.closeBrace && c.kind !== T.at && !startsMember(c)) skipBalanced(c);
}

/** Skips to the next field, comma or closing brace of a block of fields. */
export function skipToField(c: Cursor): void {
  while (
    c.kind !== T.end &&
    c.kind !== T.closeBrace &&
    c.kind !== T.comma &&
    c.kind !== T.semicolon &&
    !startsMember(c)
  ) {
    if (c.kind >= T.identifier && (c.peek(1) === T.colon || (c.peek(1) === T.question && c.peek(2) === T.colon)))
      return;
    if (c.kind === T.at) return;
    skipBalanced(c);
  }
}

function opens(kind: number): boolean {
  return kind === T.openParen || kind === T.openBrace || kind === T.openBracket;
}

function closes(kind: number): boolean {
  return kind === T.closeParen || kind === T.closeBrace || kind === T.closeBracket;
}
