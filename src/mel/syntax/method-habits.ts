import type { Edit } from '../diagnostic.ts';
import type { Expr, MethodCall, Name } from './ast.ts';
import type { Cursor, ReadExpression } from './cursor.ts';
import { METHODS, METHODS_BY_TYPE, methodMessage, NAMESPACES } from './habits.ts';
import { before, replacing, rewriting } from './problem.ts';
import { skipBalanced } from './recovery.ts';
import { T } from './token.ts';

/** `s.trim()` and other calls of what is no plain name, reported. Null where the parenthesis is no call. */
export function callOnValue(c: Cursor, object: Expr, read: ReadExpression): Expr | null {
  const isMethod = object.kind === 'property' || (object.kind === 'dollar' && object.segments.length > 0);
  if (!isMethod && object.kind === 'missing') {
    skipBalanced(c);
    return { kind: 'missing', span: c.from(object.span.start) };
  }
  const open = c.span;
  let method: Pick<MethodCall, 'name' | 'receiver'> | null = null;
  if (!isMethod) c.unexpected('Only builtin functions are called, by their name.');
  else method = reportMethod(c, object);
  if (!c.enter('expression')) return { kind: 'missing', span: object.span };
  c.advance();
  const args: Expr[] = [];
  while (c.kind !== T.closeParen && c.kind !== T.end) {
    const at = c.index;
    args.push(read(c));
    if (!c.accept(T.comma) || c.index === at) break;
  }
  c.leave('expression');
  const close = c.span;
  const isClosed = c.expect(T.closeParen, `Expected \`)\`, not ${c.described}.`);
  const span = c.from(object.span.start);
  if (method === null || !isClosed || !METHODS_BY_TYPE.has(method.name)) return { kind: 'missing', span };
  return { kind: 'missing', span, method: { ...method, args, open, close } };
}

/** Reports the method before the parenthesis that stands here; gives it and its receiver. */
function reportMethod(
  c: Cursor,
  object: Extract<Expr, { kind: 'property' | 'dollar' }>,
): Pick<MethodCall, 'name' | 'receiver'> | null {
  if (object.kind === 'property' && object.object.kind === 'name' && NAMESPACES.has(object.object.name)) {
    reportNamespace(c, object.object, object.property);
    return null;
  }
  const name = object.kind === 'property' ? object.property.text : (object.segments.at(-1) ?? '');
  const receiver = receiverOf(object, name);
  const builtin = METHODS.get(name);
  const edits: Edit[] = [
    { span: before(object.span), text: `${builtin ?? name}(` },
    { span: { start: receiver.span.end, end: c.span.end }, text: c.peek(1) === T.closeParen ? '' : ', ' },
  ];
  const fixes = builtin === undefined ? [] : [rewriting(`Write ${builtin}(...)`, edits)];
  c.complain(c.index, methodMessage(name, builtin), fixes);
  return { name, receiver };
}

/** What stands before the dot in front of the name of a method. */
function receiverOf(object: Extract<Expr, { kind: 'property' | 'dollar' }>, name: string): Expr {
  if (object.kind === 'property') return object.object;
  const { start, end } = object.span;
  const back = name.length + 1;
  const nameEnd = { ...end, offset: end.offset - back, column: end.column - back };
  return { ...object, span: { start, end: nameEnd }, segments: object.segments.slice(0, -1) };
}

/** `Math.max(a, b)`. */
function reportNamespace(c: Cursor, holder: Extract<Expr, { kind: 'name' }>, called: Name): void {
  const isBuiltin = NAMESPACES.get(holder.name)?.has(called.text) === true;
  const advice = isBuiltin ? `; write \`${called.text}(...)\`` : '';
  const head = { start: holder.span.start, end: called.span.start };
  c.complain(
    c.index,
    `There is no \`${holder.name}\`${advice}.`,
    isBuiltin ? [replacing(`Remove \`${holder.name}.\``, head, '')] : [],
  );
}
