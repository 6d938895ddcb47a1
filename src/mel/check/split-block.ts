import type { Fix } from '../diagnostic.ts';
import type { Stmt } from '../syntax/ast.ts';

/** Ends the block before `next` and goes on in a new `onceIntent`; only where the block is a once without a condition. */
export function splitAfterEffect(guard: Stmt, next: Stmt): readonly Fix[] {
  if ((guard.kind !== 'onceIntent' && guard.kind !== 'once') || guard.condition !== null) return [];
  const outer = ' '.repeat(Math.max(0, guard.span.start.column - 1));
  const inner = ' '.repeat(Math.max(0, next.span.start.column - 1));
  const isOneLine = guard.span.start.line === next.span.start.line;
  const text = isOneLine ? '} onceIntent { ' : `}\n${outer}onceIntent {\n${inner}`;
  const at = { start: next.span.start, end: next.span.start };
  return [{ title: 'Go on in a block of its own', edits: [{ span: at, text }] }];
}
