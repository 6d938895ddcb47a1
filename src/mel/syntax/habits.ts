import { shown } from './problem.ts';

/** What to write for a word of JavaScript, for the message about it. */
export function reservedHint(word: string): string {
  const hint = HINTS.get(word);
  return `\`${word}\` is a reserved word${hint === undefined ? ' and may not stand here' : `; ${hint}`}.`;
}

const NO_LOOPS = 'there are no loops: `map`, `filter`, `every`, `some` and the aggregates go over a collection';
const NO_THROW = 'nothing is thrown: end an action with `fail "CODE" with "message"`';
const NO_CLASSES = 'declare shapes with `type Name = { ... }`';
const NO_WAITING = 'nothing waits: an effect suspends the action by itself';
const NO_VARIABLES = 'there are no variables: declare a `computed`, or a state field and `patch` it';

const HINTS: ReadonlyMap<string, string> = new Map([
  ['if', 'write `when condition { ... }` for a statement, `cond(c, a, b)` or `c ? a : b` for a value'],
  ['else', 'there is no `else`: write a second `when` with the opposite condition'],
  ['let', NO_VARIABLES],
  ['const', NO_VARIABLES],
  ['var', NO_VARIABLES],
  ['for', NO_LOOPS],
  ['while', NO_LOOPS],
  ['do', NO_LOOPS],
  ['break', NO_LOOPS],
  ['continue', NO_LOOPS],
  ['switch', 'write `match(value, [key, result], default)`'],
  ['case', 'write `match(value, [key, result], default)`'],
  ['return', 'values are declared with `computed`; an action ends early with `stop "reason"` or `fail "CODE"`'],
  ['throw', NO_THROW],
  ['try', NO_THROW],
  ['catch', NO_THROW],
  ['finally', NO_THROW],
  ['function', 'there are no functions of your own: declare a `computed`, an `action` or a `flow`'],
  ['new', 'nothing is constructed: write the object `{ ... }` or the array `[ ... ]` itself'],
  ['delete', 'write `patch path unset`'],
  ['instanceof', 'ask `typeof(x)`'],
  ['void', 'a value is never thrown away'],
  ['this', 'write the name of the state field alone'],
  ['async', NO_WAITING],
  ['await', NO_WAITING],
  ['yield', NO_WAITING],
  ['class', NO_CLASSES],
  ['interface', NO_CLASSES],
  ['extends', NO_CLASSES],
  ['enum', 'declare `type Name = "a" | "b"`'],
  ['namespace', 'one source is one `domain`'],
  ['module', 'one source is one `domain`'],
]);

/** Says that there is no such method, and which builtin to call. */
export function methodMessage(name: string, builtin: string | undefined): string {
  const advice =
    builtin === undefined ? 'builtins are called as `name(value, ...)`' : `write \`${builtin}(value, ...)\``;
  return `Values have no methods, so there is no \`.${shown(name)}()\`; ${advice}.`;
}

/** Methods of which strings and arrays have different ones of one name, or that count otherwise than the builtin. */
export const METHODS_BY_TYPE: ReadonlySet<string> = new Set(['includes', 'contains', 'indexOf', 'at', 'slice']);

/** Objects of JavaScript whose functions are builtins here, with these functions; other functions are none. */
export const NAMESPACES: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['Math', new Set(['abs', 'floor', 'ceil', 'round', 'sqrt', 'pow', 'min', 'max'])],
  ['Object', new Set(['keys', 'values', 'entries', 'fromEntries'])],
  ['Number', new Set()],
  ['String', new Set()],
  ['Array', new Set()],
  ['JSON', new Set()],
  ['Date', new Set()],
]);

/** Builtins that do what a method of JavaScript does, by method name; arguments keep their order. */
export const METHODS: ReadonlyMap<string, string> = new Map([
  ['trim', 'trim'],
  ['toLowerCase', 'lower'],
  ['toUpperCase', 'upper'],
  ['startsWith', 'startsWith'],
  ['endsWith', 'endsWith'],
  ['replace', 'replace'],
  ['split', 'split'],
  ['substring', 'substring'],
  ['concat', 'concat'],
  ['push', 'append'],
  ['reverse', 'reverse'],
  ['flat', 'flat'],
  ['filter', 'filter'],
  ['map', 'map'],
  ['find', 'find'],
  ['every', 'every'],
  ['some', 'some'],
  ['toString', 'toString'],
  ['hasOwnProperty', 'hasKey'],
  ['length', 'len'],
  ['size', 'len'],
]);
