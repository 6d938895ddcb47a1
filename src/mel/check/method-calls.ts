import type { Edit, Fix } from '../diagnostic.ts';
import type { Expr, MethodCall } from '../syntax/ast.ts';
import { methodMessage } from '../syntax/habits.ts';
import { literalNumber } from './expr-parts.ts';
import type { Site } from './site.ts';
import { alternatives, isNullType, primitiveKind } from './type.ts';

/** Tells again of a method that the parser reported, now with the builtin that does the same for its receiver. */
export function offerBuiltin(method: MethodCall, site: Site): void {
  if (site.isSecondLook) return;
  const builtin = builtinFor(method, receiverKind(method.receiver, site));
  if (builtin === null) return;
  const fix = callInstead(method, builtin);
  site.report('MEL_PARSER', method.open, methodMessage(method.name, builtin), { fixes: [fix] });
}

type ReceiverKind = 'string' | 'array' | null;

/** Whether it is surely a string or an array, null aside. */
function receiverKind(receiver: Expr, site: Site): ReceiverKind {
  const { type } = site.again().infer(receiver);
  const members = alternatives(type, site.scope.types).filter((member) => !isNullType(member));
  if (members.length === 0) return null;
  if (members.every((member) => member.kind === 'array')) return 'array';
  return members.every((member) => primitiveKind(member) === 'string') ? 'string' : null;
}

function builtinFor({ name, args }: MethodCall, receiver: ReceiverKind): string | null {
  const isFromStart = args.every((arg) => (literalNumber(arg) ?? 0) >= 0);
  switch (name) {
    case 'includes':
    case 'contains':
      return receiver === null ? null : receiver === 'string' ? 'strIncludes' : 'includes';
    case 'indexOf':
      return receiver === 'string' ? 'indexOf' : null;
    case 'slice':
      if (receiver === 'array') return 'slice';
      // Of a string, a negative bound counts from the end in JavaScript only.
      return receiver === 'string' && args.every((arg) => (literalNumber(arg) ?? -1) >= 0) ? 'substring' : null;
    case 'at':
      if (receiver !== 'array' || args.length !== 1) return null;
      return isFromStart ? 'at' : args.every((arg) => literalNumber(arg) === -1) ? 'last' : null;
    default:
      return null;
  }
}

function callInstead({ receiver, args, open, close }: MethodCall, builtin: string): Fix {
  const { start, end } = receiver.span;
  const head: Edit = { span: { start, end: start }, text: `${builtin}(` };
  const isDropped = builtin === 'last';
  const tail: Edit = isDropped
    ? { span: { start: end, end: close.end }, text: ')' }
    : { span: { start: end, end: open.end }, text: args.length === 0 ? '' : ', ' };
  return { title: `Write ${builtin}(...)`, edits: [head, tail] };
}
