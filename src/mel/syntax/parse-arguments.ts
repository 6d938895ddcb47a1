import type { Fix, Span } from '../diagnostic.ts';
import type { Expr } from './ast.ts';
import type { Cursor, ReadExpression } from './cursor.ts';
import { before, behind, replacing } from './problem.ts';
import { skipToSeparator } from './recovery.ts';
import { T } from './token.ts';

/** Reads what stands between parentheses of a call, the opening one being the current token. */
export function readArguments(c: Cursor, read: ReadExpression): Expr[] {
  const args: Expr[] = [];
  const open = c.span;
  if (!c.enter('expression')) return args;
  c.advance();
  while (c.kind !== T.closeParen && c.kind !== T.end) {
    args.push(read(c));
    if (c.kind === T.comma) {
      c.advance();
      if (c.kind === T.closeParen) {
        const comma = c.spanAt(c.index - 1);
        c.complain(c.index - 1, 'No comma stands behind the last argument.', [
          replacing('Remove the comma', comma, ''),
        ]);
      }
      continue;
    }
    if (c.kind === T.closeParen) break;
    if (mendArgument(c)) continue;
    c.unexpected(`Expected \`,\` or \`)\`, not ${c.described}.`, [closing(c, open)]);
    skipToSeparator(c);
    if (!c.accept(T.comma)) break;
  }
  c.leave('expression');
  c.expect(T.closeParen, `Expected \`,\` or \`)\`, not ${c.described}.`, [closing(c, open)]);
  return args;
}

function closing(c: Cursor, open: Span): Fix {
  return replacing('Close the parenthesis', behind(c.from(open.start)), ')');
}

/** A comma that is missing between two arguments, where the second one plainly begins. */
function mendArgument(c: Cursor): boolean {
  const begins = c.kind === T.number || c.kind === T.string || c.kind === T.item || c.kind === T.dollar;
  const isName = c.kind === T.identifier && (c.peek(1) === T.comma || c.peek(1) === T.closeParen);
  if (!begins && !isName) return false;
  c.unexpected(`Expected \`,\` or \`)\`, not ${c.described}.`, [
    { title: 'Insert a comma', edits: [{ span: before({ start: c.end, end: c.end }), text: ',' }] },
  ]);
  return true;
}
