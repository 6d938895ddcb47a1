import { appendAll } from '../../base/append-all.ts';
import type { Json } from '../schema/ir.ts';
import type { Annotation, Domain, Expr, Member, Stmt, TypeExpr } from '../syntax/ast.ts';
import type { Report } from './report.ts';

/** What `@meta` says about one declaration, in source order. */
export interface AnnotationEntry {
  readonly tag: string;
  /** Absent: `@meta("tag")` alone. */
  readonly payload?: Json;
}

/** `<kind>:<name>` to its annotations, keys ascending. Kinds: domain, type, type_field, state_field, computed, action. */
export type Annotations = { readonly [target: string]: readonly AnnotationEntry[] };

const PAYLOAD_DEPTH = 2;

/** Reads all `@meta` of a domain and reports those that stand where nothing can carry them. */
export function readAnnotations(domain: Domain, report: Report): Annotations {
  const entries = new Map<string, AnnotationEntry[]>();
  const attach = (target: string, annotations: readonly Annotation[]) => {
    for (const annotation of annotations) {
      const entry = readEntry(annotation, report);
      const known = entries.get(target);
      if (known === undefined) entries.set(target, [entry]);
      else known.push(entry);
    }
  };
  attach(`domain:${domain.name.text}`, domain.annotations);
  for (const member of domain.members) readMember(member, attach, report);
  misplaced(domain.dangling, 'nothing follows', report);
  const sorted = [...entries].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return Object.fromEntries(sorted);
}

function readMember(
  member: Member,
  attach: (target: string, annotations: readonly Annotation[]) => void,
  report: Report,
): void {
  switch (member.kind) {
    case 'type':
      attach(`type:${member.name.text}`, member.annotations);
      if (member.type.kind === 'object') {
        for (const field of member.type.fields) {
          attach(`type_field:${member.name.text}.${field.name.text}`, field.annotations);
          misplacedInType(field.type, report);
        }
      } else misplacedInType(member.type, report);
      return;
    case 'state':
      misplaced(member.annotations, 'a state block cannot carry it; annotate its fields', report);
      for (const field of member.fields) {
        attach(`state_field:${field.name.text}`, field.annotations);
        misplacedInType(field.type, report);
      }
      return;
    case 'context':
      misplaced(member.annotations, 'a context block cannot carry it', report);
      for (const field of member.fields) {
        misplaced(field.annotations, 'a context field cannot carry it', report);
        misplacedInType(field.type, report);
      }
      return;
    case 'computed':
      attach(`computed:${member.name.text}`, member.annotations);
      return;
    case 'action':
      attach(`action:${member.name.text}`, member.annotations);
      misplacedInBody(member, report);
      return;
    case 'flow':
      misplaced(member.annotations, 'a flow leaves nothing in the schema that could carry it', report);
      misplacedInBody(member, report);
      return;
  }
}

function misplacedInBody(owner: Extract<Member, { kind: 'action' | 'flow' }>, report: Report): void {
  for (const param of owner.params) {
    for (const annotation of param.annotations) {
      report('E054', annotation.span, '@meta cannot stand on a parameter; annotate the action');
    }
    misplacedInType(param.type, report);
  }
  const pending: Stmt[] = [...owner.body];
  for (let stmt = pending.pop(); stmt !== undefined; stmt = pending.pop()) {
    misplaced(stmt.annotations, 'a statement cannot carry it', report);
    if ('body' in stmt) appendAll(pending, stmt.body);
  }
}

function misplacedInType(type: TypeExpr, report: Report): void {
  const pending: TypeExpr[] = [type];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (next.kind === 'array') pending.push(next.element);
    else if (next.kind === 'record') pending.push(next.key, next.value);
    else if (next.kind === 'union') appendAll(pending, next.members);
    else if (next.kind === 'object') {
      for (const field of next.fields) {
        misplaced(field.annotations, 'only a field of a named object type can carry it', report);
        pending.push(field.type);
      }
    }
  }
}

function misplaced(annotations: readonly Annotation[], why: string, report: Report): void {
  for (const { span } of annotations) report('E053', span, `@meta cannot stand here: ${why}`);
}

function readEntry(annotation: Annotation, report: Report): AnnotationEntry {
  const { tag, payload } = annotation;
  if (payload === null) return { tag };
  return { tag, payload: readPayload(payload, 0, report) };
}

function readPayload(expr: Expr, depth: number, report: Report): Json {
  switch (expr.kind) {
    case 'number':
    case 'string':
    case 'boolean':
      return expr.value;
    case 'null':
    case 'missing':
      return null;
    case 'unary':
      if (expr.operator === '-' && expr.operand.kind === 'number') return -expr.operand.value || 0;
      return notLiteral(expr, report);
    case 'array':
      if (isTooDeep(expr, depth, report)) return null;
      return expr.elements.map((element) => readPayload(element, depth + 1, report));
    case 'object': {
      if (isTooDeep(expr, depth, report)) return null;
      const fields: [string, Json][] = [];
      for (const entry of expr.entries) {
        if (entry.kind === 'spread') notLiteral(entry.operand, report);
        else fields.push([entry.key.text, readPayload(entry.value, depth + 1, report)]);
      }
      return Object.fromEntries(fields);
    }
    default:
      return notLiteral(expr, report);
  }
}

function isTooDeep(expr: Expr, depth: number, report: Report): boolean {
  if (depth < PAYLOAD_DEPTH) return false;
  report('E056', expr.span, `arrays and objects of a @meta payload nest at most ${PAYLOAD_DEPTH} deep`);
  return true;
}

function notLiteral(expr: Expr, report: Report): Json {
  report('E055', expr.span, 'a @meta payload is a literal: string, number, boolean, null, array or object');
  return null;
}
