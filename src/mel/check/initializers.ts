import { appendAll } from '../../base/append-all.ts';
import type { Diagnostic } from '../diagnostic.ts';
import type { Expr, TypeExpr } from '../syntax/ast.ts';
import { constantValue } from './constant.ts';
import type { Declarations, DeclaredField } from './declarations.ts';
import { defaultText } from './default-text.ts';
import { inferExpr } from './infer.ts';
import { NO_NARROWING } from './narrowing.ts';
import { type Report, silent } from './report.ts';
import type { Scope } from './scope.ts';
import { admitsNull, alternatives, type TypeTable } from './type.ts';
import { within } from './walk.ts';

/** Checks what every state field begins with. An initializer that was not read is not missing. */
export function checkInitializers(declared: Declarations, unread: readonly Diagnostic[], report: Report): void {
  const scope: Scope = {
    types: declared.types,
    position: 'stateInit',
    inFlow: false,
    globals: declared.state,
    params: new Map(),
    context: declared.context,
    item: null,
    narrowing: NO_NARROWING,
    inTransform: false,
  };
  for (const [index, { field, type }] of declared.fields.entries()) {
    const inline = inlineObject(field.type);
    if (inline !== null) {
      report('W012', inline.span, `give the type of \`${field.name.text}\` a name: \`type … = { … }\``);
    }
    if (field.initializer === null) {
      const next = declared.fields[index + 1]?.field.span.start.offset ?? Number.POSITIVE_INFINITY;
      if (!isBroken(field.span.start.offset, next, unread)) checkMissing({ field, type }, declared.types, report);
      continue;
    }
    if (constantValue(field.initializer, report) === undefined) continue;
    const place = `state field \`${field.name.text}\``;
    inferExpr(field.initializer, scope, report, { type, code: 'E_TYPE_MISMATCH', place });
    reportEqualIds(field.initializer, report);
  }
}

/** Whether something unread, which stands in order, begins between two places. */
function isBroken(from: number, to: number, unread: readonly Diagnostic[]): boolean {
  let [low, high] = [0, unread.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((unread[middle]?.span.start.offset ?? from) < from) low = middle + 1;
    else high = middle;
  }
  const first = unread[low];
  return first !== undefined && first.span.start.offset <= to;
}

function checkMissing({ field, type }: DeclaredField, types: TypeTable, report: Report): void {
  if (admitsNull(type, types) || alternatives(type, types).some((member) => member.kind === 'unknown')) return;
  const at = { start: field.type.span.end, end: field.type.span.end };
  const text = defaultText(type, types);
  const add = text === null ? [] : [{ title: `Begin with \`${text}\``, edits: [{ span: at, text: ` = ${text}` }] }];
  const empty = { title: 'Begin with null', edits: [{ span: at, text: ' | null = null' }] };
  report('E_MISSING_DEFAULT', field.name.span, `state field \`${field.name.text}\` needs an initializer`, {
    fixes: [...add, empty],
  });
}

function inlineObject(type: TypeExpr): TypeExpr | null {
  const pending: TypeExpr[] = [type];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (next.kind === 'object') return next;
    if (next.kind === 'array') pending.push(next.element);
    else if (next.kind === 'record') pending.push(next.value);
    else if (next.kind === 'union') appendAll(pending, [...next.members].reverse());
  }
  return null;
}

function reportEqualIds(initializer: Expr, report: Report): void {
  for (const expr of within(initializer)) {
    if (expr.kind !== 'array') continue;
    const seen = new Map<string | number, Expr>();
    for (const element of expr.elements) {
      const id = idOf(element);
      if (id === undefined) continue;
      const first = seen.get(id);
      if (first === undefined) {
        seen.set(id, element);
        continue;
      }
      report('E030b', element.span, `the id ${JSON.stringify(id)} stands twice in this array`, {
        notes: [{ message: 'first here', span: first.span }],
      });
    }
  }
}

function idOf(element: Expr): string | number | undefined {
  const value = constantValue(element, silent);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const id = Object.hasOwn(value, 'id') ? Reflect.get(value, 'id') : undefined;
  return typeof id === 'string' || typeof id === 'number' ? id : undefined;
}
