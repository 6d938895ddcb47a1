import { BUILTIN_BY_NAME, type Builtin } from './builtins.ts';
import { withoutItem } from './shrinking.ts';
import { type CallExpr, type Site, UNTOLD } from './site.ts';
import { suggest, suggestion, useInstead } from './suggest.ts';
import { alternatives, isNullType, primitiveKind } from './type.ts';

const FOLDS: ReadonlySet<string> = new Set(['reduce', 'fold', 'foldl', 'foldr', 'scan']);

/** What other languages call it. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ['toLowerCase', 'lower'],
  ['toUpperCase', 'upper'],
  ['strLen', 'strlen'],
  ['length', 'len'],
  ['size', 'len'],
  ['count', 'len'],
  ['ifelse', 'cond'],
  ['push', 'append'],
  ['any', 'some'],
  ['all', 'every'],
  ['toLower', 'lower'],
  ['toUpper', 'upper'],
  ['Number', 'toNumber'],
  ['String', 'toString'],
  ['Boolean', 'toBoolean'],
]);

/** The function of a call; null with E_UNKNOWN_FN, E_ARG_COUNT or E011 reported and the arguments checked in themselves. */
export function calledBuiltin(call: CallExpr, site: Site): Builtin | null {
  const { text, span } = call.callee;
  if (FOLDS.has(text)) {
    site.report(
      'E011',
      span,
      `there is no \`${text}\`: MEL has no recursion; use sum, min, max, every, some or map in a computed`,
    );
    inferArgs(call, site, true);
    return null;
  }
  const builtin = BUILTIN_BY_NAME.get(text);
  if (builtin === undefined) {
    const close = meantBuiltin(call, site);
    site.report('E_UNKNOWN_FN', span, `there is no function \`${text}\`${suggestion(close)}`, useInstead(close, span));
    inferArgs(call, site, close !== undefined && BUILTIN_BY_NAME.get(close)?.hasCallback === true);
    return null;
  }
  if (call.args.length >= builtin.atLeast && call.args.length <= builtin.atMost) return builtin;
  const message = `\`${text}\` takes ${countText(builtin)}, not ${call.args.length}: ${builtin.signature}`;
  site.report('E_ARG_COUNT', span, message);
  inferArgs(call, site, builtin.hasCallback === true);
  return null;
}

function meantBuiltin(call: CallExpr, site: Site): string | undefined {
  const { text } = call.callee;
  if (text === 'contains') return containing(call, site);
  const { types } = site.scope;
  const known = OTHER_NAMES.get(text) ?? suggest(text, BUILTIN_BY_NAME.keys(), types);
  if (known !== undefined) return known;
  const other = suggest(text, OTHER_NAMES.keys(), types);
  return other === undefined ? undefined : OTHER_NAMES.get(other);
}

/** `contains` looks into strings and into arrays; here each has a function of its own. */
function containing({ args: [first] }: CallExpr, site: Site): string | undefined {
  if (first === undefined) return undefined;
  const members = alternatives(site.again().infer(first).type, site.scope.types).filter((type) => !isNullType(type));
  if (members.length === 0) return undefined;
  if (members.every((member) => member.kind === 'array')) return 'includes';
  return members.every((member) => primitiveKind(member) === 'string') ? 'strIncludes' : undefined;
}

function inferArgs(call: CallExpr, site: Site, hasCallback: boolean): void {
  const inner = hasCallback
    ? site.in({ ...site.scope, item: UNTOLD, narrowing: withoutItem(site.scope.narrowing) })
    : site;
  call.args.forEach((arg, index) => {
    if (index === 0) site.infer(arg);
    else inner.infer(arg);
  });
}

function countText({ atLeast, atMost }: Builtin): string {
  if (atMost === Number.POSITIVE_INFINITY) return `${atLeast} or more arguments`;
  if (atLeast === atMost) return atLeast === 1 ? '1 argument' : `${atLeast} arguments`;
  return `${atLeast} to ${atMost} arguments`;
}
