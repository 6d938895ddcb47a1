/** What the compiler is to say of a source: a code alone, or nothing that forbids it. */
export type Verdict = 'ok' | 'E_LIMIT' | 'E040' | 'E013' | 'E044' | 'any error';

export interface HostileSource {
  readonly name: string;
  readonly verdict: Verdict;
  /** The source with that many parts. */
  readonly of: (count: number) => string;
}

function many(count: number, part: (index: number) => string): string {
  return Array.from({ length: count }, (_, i) => part(i)).join('');
}

function listed(count: number, part: (index: number) => string): string {
  return Array.from({ length: count }, (_, i) => part(i)).join(', ');
}

const HEAD = `type T = { t: T | null, xs: Array<number> }
  state { n: number = 1  b: boolean = true  o: number | null = null  t: T = { t: null, xs: [] }  g: Array<number> = [1] }
  computed all = [n, len(g), cond(b, 1, 2), coalesce(o, 3), len(t.xs)]`;

function domain(members: string): string {
  return `domain A { ${HEAD} ${members} }`;
}

const computed = (expr: (count: number) => string) => (count: number) => domain(`computed r = ${expr(count)}`);
const action = (body: (count: number) => string) => (count: number) => domain(`action go() { ${body(count)} }`);

function nested(name: string, open: string, inner: string, close: string): HostileSource {
  const of = computed((count) => `${open.repeat(count)}${inner}${close.repeat(count)}`);
  return { name: `nested ${name}`, verdict: 'E_LIMIT', of };
}

/** What nests without end: one E_LIMIT and nothing else. */
export const NESTED: readonly HostileSource[] = [
  nested('parentheses', '(', '1', ')'),
  nested('brackets', '[', '1', ']'),
  nested('braces', '{ a: ', '1', ' }'),
  nested('`!`', '!', 'b', ''),
  nested('`-`', '- ', 'n', ''),
  nested('calls', 'abs(', 'n', ')'),
  nested('callbacks', 'map(g, ', '1', ')'),
  nested('ternaries', 'b ? 1 : ', '2', ''),
  nested('ternaries in the middle', 'b ? ', '1', ' : 2'),
  nested('`??`', 'o ?? ', 'n', ''),
  {
    name: 'nested Arrays',
    verdict: 'E_LIMIT',
    of: (count) => domain(`type X = ${'Array<'.repeat(count)}number${'>'.repeat(count)}`),
  },
  {
    name: 'nested object types',
    verdict: 'E_LIMIT',
    of: (count) => domain(`type X = ${'{ a: '.repeat(count)}number${' }'.repeat(count)}`),
  },
  {
    name: 'nested `when`s',
    verdict: 'E_LIMIT',
    of: action((count) => `${'when b { '.repeat(count)}patch n = 2${' }'.repeat(count)}`),
  },
  {
    name: 'nested `onceIntent`s',
    verdict: 'E_LIMIT',
    of: action((count) => `${'onceIntent { '.repeat(count)}patch n = 2${' }'.repeat(count)}`),
  },
  {
    name: 'a nested initializer',
    verdict: 'E_LIMIT',
    of: (count) => domain(`state { x: object = ${'{ a: '.repeat(count)}1${' }'.repeat(count)} }`),
  },
  {
    name: 'a nested payload',
    verdict: 'E_LIMIT',
    of: (count) => `@meta("x", ${'['.repeat(count)}${']'.repeat(count)}) ${domain('')}`,
  },
];

/** What goes round: one error that names the way. */
export const CIRCLES: readonly HostileSource[] = [
  {
    name: 'computed values in a circle',
    verdict: 'E040',
    of: (count) => domain(many(count, (i) => `computed c${i} = c${(i + 1) % count} + 1 `)),
  },
  {
    name: 'flows in a circle',
    verdict: 'E013',
    of: (count) =>
      domain(`${many(count, (i) => `flow f${i}() { include f${(i + 1) % count}() } `)} action go() { include f0() }`),
  },
  {
    name: 'types in a circle',
    verdict: 'E044',
    of: (count) => domain(many(count, (i) => `type T${i} = { a: T${(i + 1) % count} } `)),
  },
  {
    name: 'names of types in a circle',
    verdict: 'E044',
    of: (count) => domain(many(count, (i) => `type T${i} = T${(i + 1) % count} `)),
  },
];

/** Long without depth: works. */
export const CHAINS: readonly HostileSource[] = [
  { name: 'a long condition', verdict: 'ok', of: computed((count) => `cond(${'b && '.repeat(count)}b, o, n)`) },
  {
    name: 'a long condition of nulls',
    verdict: 'ok',
    of: computed((count) => `o != null ${'&& o != null '.repeat(count)} ? o + 1 : 2`),
  },
  { name: 'a long guard', verdict: 'ok', of: action((count) => `when ${'b && '.repeat(count)}b { patch n = 2 }`) },
  {
    name: 'a long gate that is closed',
    verdict: 'ok',
    of: (count) =>
      domain(`action go() available when ${many(count, (i) => `n != ${i} && `)}b { when b { patch n = 2 } }`),
  },
  { name: 'a long message', verdict: 'ok', of: action((count) => `when b { fail "A" with ${'n + '.repeat(count)}n }`) },
  { name: 'a call of `and`', verdict: 'ok', of: computed((count) => `and(${listed(count, () => 'b')})`) },
  { name: 'a chain of `&&`', verdict: 'ok', of: computed((count) => `${'b && '.repeat(count)}b`) },
  {
    name: 'a chain of `||` and comparisons',
    verdict: 'ok',
    of: computed((count) => `${many(count, (i) => `n != ${i} || `)}b`),
  },
  { name: 'a chain of `+`', verdict: 'ok', of: computed((count) => `${'n + '.repeat(count)}n`) },
  { name: 'a chain of `==`', verdict: 'ok', of: computed((count) => `b${' == b'.repeat(count)}`) },
  { name: 'a chain of properties', verdict: 'ok', of: computed((count) => `t${'.t'.repeat(count)}`) },
  { name: 'a chain of indexes', verdict: 'ok', of: computed((count) => `t${'["t"]'.repeat(count)}`) },
  {
    name: 'a long path of a patch',
    verdict: 'ok',
    of: action((count) => `when b { patch t${'.t'.repeat(count)} = null }`),
  },
  { name: 'many arguments', verdict: 'ok', of: computed((count) => `min(${listed(count, () => 'n')})`) },
  { name: 'many parts of a text', verdict: 'ok', of: computed((count) => `concat(${listed(count, () => 'n')})`) },
  { name: 'many items', verdict: 'ok', of: computed((count) => `append(g, ${listed(count, () => 'n')})`) },
  { name: 'many keys', verdict: 'ok', of: computed((count) => `{ ${listed(count, (i) => `k${i}: n`)} }`) },
  { name: 'many arms', verdict: 'ok', of: computed((count) => `match(n, ${listed(count, (i) => `[${i}, ${i}]`)}, 0)`) },
  {
    name: 'many alternatives',
    verdict: 'ok',
    of: (count) => domain(`type U = ${many(count, (i) => `${i} | `)} "z" state { u: U = 5 } computed v = toString(u)`),
  },
  {
    name: 'many computed values',
    verdict: 'ok',
    of: (count) => domain(`computed c0 = n ${many(count, (i) => `computed c${i + 1} = c${i} + 1 `)}`),
  },
  {
    name: 'many actions',
    verdict: 'ok',
    of: (count) => domain(many(count, (i) => `action a${i}() { when b { patch n = ${i} } } `)),
  },
  {
    name: 'many statements',
    verdict: 'ok',
    of: action((count) => `when b { ${many(count, (i) => `patch n = ${i} `)} }`),
  },
  {
    name: 'many names for one type',
    verdict: 'ok',
    of: (count) =>
      domain(`${many(count, (i) => `type T${i} = T${i + 1} `)} type T${count} = number state { x: T0 = 1 }`),
  },
];

const repeated = (name: string, before: string, part: string): HostileSource => ({
  name,
  verdict: 'any error',
  of: (count) => `${before}${part.repeat(count)}`,
});

/** One mistake over and over. */
export const BROKEN: readonly HostileSource[] = [
  ...[';', '@', '$', '#', '?', '"', '`', '\\', '/*', '\u{1F600}', 'domain A {', '}', '('].map((part) =>
    repeated(`\`${part}\` alone`, '', part),
  ),
  ...['}', ')', ';', ',', '==', '@meta(', 'computed ', 'abc ', 'type X = | ', 'state { a: ', 'action a() { '].map(
    (part) => repeated(`\`${part}\` in a domain`, `domain A { ${HEAD} `, part),
  ),
  ...[
    'when ',
    'patch ',
    'include f(',
    'if (b) { } ',
    'when b { } else ',
    'once(',
    'fail "A" with ',
    'effect a.b({ ',
  ].map((part) => repeated(`\`${part}\` in an action`, `domain A { ${HEAD} action go() { `, part)),
  ...['?.a', '.trim()', ' => x', ' ? ', ' = 1', ' === 1', '...'].map((part) =>
    repeated(`\`${part}\` behind a value`, `domain A { ${HEAD} computed r = n`, part),
  ),
  repeated('bad escapes', 'domain A { computed r = "', '\\q'),
  repeated('alternatives without a type', 'domain A { type X = ', '| '),
  {
    name: 'unknown names',
    verdict: 'any error',
    of: (count) => domain(many(count, (i) => `computed c${i} = nope${i} `)),
  },
  {
    name: 'a long name that is nearly another',
    verdict: 'any error',
    of: (count) => domain(`state { ${'n'.repeat(count)}: number = 0 } computed r = ${'n'.repeat(count)}x`),
  },
  {
    name: 'unknown names of sixty characters that are all alike',
    verdict: 'any error',
    of: (count) => domain(many(count / 3, (i) => `computed ${'c'.repeat(50)}${i} = ${'c'.repeat(50)}${i}x `)),
  },
  { name: 'unknown types', verdict: 'any error', of: (count) => domain(many(count, (i) => `type T${i} = X${i} `)) },
  {
    name: 'unknown properties',
    verdict: 'any error',
    of: (count) =>
      domain(
        `type W = { ${listed(count, (i) => `f${i}?: number`)} } state { w: W = {} } ${many(count, (i) => `computed c${i} = w.g${i} `)}`,
      ),
  },
  {
    name: 'unknown functions',
    verdict: 'any error',
    of: (count) => domain(many(count, (i) => `computed c${i} = fn${i}(n) `)),
  },
  {
    name: 'one name for many fields',
    verdict: 'any error',
    of: (count) => domain(many(count, () => 'state { s: number = 0 } ')),
  },
];

export const HOSTILE: readonly HostileSource[] = [...NESTED, ...CIRCLES, ...CHAINS, ...BROKEN];
