import type { Span } from '../diagnostic.ts';
import type { Expr } from '../syntax/ast.ts';
import { readProperty } from './access.ts';
import { dollarPath, pathKey } from './access-path.ts';
import { factsAt } from './narrowing.ts';
import { refine } from './refine.ts';
import { replace } from './report.ts';
import type { Position, Scope, Typed } from './scope.ts';
import { type Site, sure, UNTOLD } from './site.ts';
import { suggest, suggestion, useInstead } from './suggest.ts';
import { NUMBER, STRING, type Type } from './type.ts';

/** The type of a bare name: parameter, state field or computed. */
export function inferName(expr: Extract<Expr, { kind: 'name' }>, site: Site): Typed {
  const { scope, report } = site;
  const param = scope.params.get(expr.name);
  if (param !== undefined && scope.position === 'available') {
    const message = `\`available\` is asked without input, so it cannot use the parameter \`${expr.name}\`; \`dispatchable\` can`;
    report('E005', expr.span, message);
    return UNTOLD;
  }
  const binding = param ?? scope.globals.get(expr.name);
  if (binding !== undefined)
    return refine(binding, factsAt(scope.narrowing, pathKey({ root: expr.name, parts: [] })), scope.types);
  reportUndefined(expr.name, expr.span, site);
  return UNTOLD;
}

function reportUndefined(name: string, span: Span, { scope, report }: Site): void {
  const other = otherName(name, scope);
  if (other !== undefined) {
    const fixes = other.text === null ? [] : [replace(`Use \`${other.text}\``, span, other.text)];
    report('E_UNDEFINED', span, `\`${name}\` is not known here; ${other.advice}`, { fixes });
    return;
  }
  const close = suggest(name, keys(scope.params, scope.globals), scope.types);
  report('E_UNDEFINED', span, `\`${name}\` is not known here${suggestion(close)}`, useInstead(close, span));
}

const BODY: ReadonlySet<Position> = new Set([
  'guard',
  'patchValue',
  'mergeValue',
  'effectArg',
  'failMessage',
  'pathIndex',
]);

/** What names of other languages, or dollar names without their dollar, stand for; `text` takes their place. */
function otherName(name: string, scope: Scope): { readonly advice: string; readonly text: string | null } | undefined {
  switch (name) {
    case 'undefined':
    case 'nil':
    case 'None':
      return { advice: 'what is not there is `null`', text: 'null' };
    case 'True':
    case 'False':
      return { advice: `write \`${name.toLowerCase()}\``, text: name.toLowerCase() };
    case 'item':
    case 'it':
      return scope.item === null ? undefined : { advice: 'the element is `$item`', text: '$item' };
    case 'input': {
      const isInBody = BODY.has(scope.position) && !scope.inFlow;
      return { advice: 'a parameter is read by its name alone', text: isInBody ? '$input' : null };
    }
    case 'context':
    case 'runtime':
      return { advice: `write \`$${name}\``, text: BODY.has(scope.position) ? `$${name}` : null };
    case 'self':
      return { advice: 'a state field is read by its name alone', text: null };
    default:
      return undefined;
  }
}

function* keys(...maps: readonly { keys(): Iterable<string> }[]): Iterable<string> {
  for (const map of maps) yield* map.keys();
}

/** The type of `$item`. */
export function inferItem(expr: Extract<Expr, { kind: 'item' }>, { scope, report }: Site): Typed {
  if (scope.item === null) {
    const message =
      '`$item` has a meaning only in the callback of filter, map, find, every and some, and in built-in effects';
    report('E_ITEM_SCOPE', expr.span, message);
    return UNTOLD;
  }
  return refine(scope.item, factsAt(scope.narrowing, '$item'), scope.types);
}

const RUNTIME: ReadonlyMap<string, Type> = new Map([
  ['intent.id', STRING],
  ['intent.action', STRING],
  ['time.timestamp', NUMBER],
  ['time.iso', STRING],
  ['random.seed', STRING],
  ['random.uuid', STRING],
]);

/** The type of `$input.p`, `$context.f` or `$runtime.x.y`, where it may stand. */
export function inferDollar(expr: Extract<Expr, { kind: 'dollar' }>, site: Site): Typed {
  const { scope, report } = site;
  const refusal = refused(expr, scope.position);
  if (refusal !== null) {
    report(refusal.code, expr.span, refusal.message);
    return UNTOLD;
  }
  switch (expr.root) {
    case 'input':
      return inferInput(expr, site);
    case 'context':
      return inferContext(expr, site);
    case 'runtime':
      return inferRuntime(expr, site);
    default:
      report('E003', expr.span, `\`$${expr.root}\` is retired; facts about the attempt stand under \`$runtime\``);
      return UNTOLD;
  }
}

type Refusal = { readonly code: 'E001' | 'E002' | 'E005' | 'E047'; readonly message: string };

function refused(expr: Extract<Expr, { kind: 'dollar' }>, position: Position): Refusal | null {
  const name = `\`$${expr.root}\``;
  switch (position) {
    case 'computed':
      return { code: 'E001', message: `a computed sees state and other computed values, not ${name}` };
    case 'stateInit':
      return { code: 'E002', message: 'the initial value of a state field cannot use a dollar name' };
    case 'available':
      return { code: 'E005', message: `\`available\` sees state and computed values, not ${name}` };
    case 'dispatchable': {
      const [param] = expr.segments;
      const hint = expr.root === 'input' && param !== undefined ? `; write \`${param}\`` : '';
      return { code: 'E047', message: `\`dispatchable\` cannot use ${name}${hint}` };
    }
    default:
      return null;
  }
}

function inferInput(expr: Extract<Expr, { kind: 'dollar' }>, site: Site): Typed {
  const { scope, report } = site;
  const [param, ...rest] = expr.segments;
  if (scope.inFlow) {
    report('E_UNDEFINED', expr.span, 'a flow has no `$input`; pass the value as an argument');
    return UNTOLD;
  }
  const binding = param === undefined ? undefined : scope.params.get(param);
  if (binding !== undefined) return follow(binding, rest, expr, site);
  const close = param === undefined ? undefined : suggest(param, scope.params.keys(), scope.types);
  const message = param === undefined ? '`$input` needs the name of a parameter' : `there is no parameter \`${param}\``;
  report('E_UNDEFINED', expr.span, message + suggestion(close));
  return UNTOLD;
}

function inferContext(expr: Extract<Expr, { kind: 'dollar' }>, site: Site): Typed {
  const { scope, report } = site;
  const [field, ...rest] = expr.segments;
  if (scope.context === null) {
    report('E003', expr.span, 'this domain declares no context; add `context { .. }`');
    return UNTOLD;
  }
  const type = field === undefined ? undefined : scope.context.get(field);
  if (type !== undefined) return follow(sure(type), rest, expr, site);
  const close = field === undefined ? undefined : suggest(field, scope.context.keys(), scope.types);
  const message =
    field === undefined ? '`$context` needs the name of a field' : `the context has no field \`${field}\``;
  report('E_UNDEFINED', expr.span, message + suggestion(close));
  return UNTOLD;
}

/** Reads the properties behind the first name, with what is known of each path on the way. */
function follow(start: Typed, rest: readonly string[], expr: Extract<Expr, { kind: 'dollar' }>, site: Site): Typed {
  const { scope } = site;
  let typed = refine(start, knownOf(expr, expr.segments.length - rest.length, scope), scope.types);
  rest.forEach((name, index) => {
    const read = { name, object: expr.span, at: expr.span, isPlain: false };
    const known = knownOf(expr, expr.segments.length - rest.length + index + 1, scope);
    typed = refine(readProperty(typed, read, site), known, scope.types);
  });
  return typed;
}

function knownOf(expr: Extract<Expr, { kind: 'dollar' }>, count: number, scope: Scope) {
  const path = dollarPath(expr.root, expr.segments.slice(0, count));
  return path === null ? [] : factsAt(scope.narrowing, pathKey(path));
}

function inferRuntime(expr: Extract<Expr, { kind: 'dollar' }>, { scope, report }: Site): Typed {
  const path = expr.segments.join('.');
  const type = RUNTIME.get(path);
  if (type !== undefined)
    return path === 'time.iso' ? { type, maybeNull: 'a timestamp may be out of range' } : sure(type);
  const close = suggest(path, RUNTIME.keys(), scope.types);
  const known = [...RUNTIME.keys()].map((name) => `\`$runtime.${name}\``).join(', ');
  const written = path === '' ? '`$runtime` alone' : `\`$runtime.${path}\``;
  const hint = close === undefined ? `; there are ${known}` : suggestion(`$runtime.${close}`);
  report(
    'E003',
    expr.span,
    `there is no ${written}${hint}`,
    useInstead(close === undefined ? undefined : `$runtime.${close}`, expr.span),
  );
  return UNTOLD;
}
