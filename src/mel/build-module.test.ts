import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import { describe, expect, onTestFinished, test } from 'vitest';
import { buildModule } from './build-module.ts';
import { compile } from './compile.ts';
import type { ConcretePatch, JsonObject } from './engine/model.ts';
import { createRuntime } from './runtime/create-runtime.ts';
import type { Runtime, RuntimeOptions } from './runtime/runtime.ts';
import type { DomainModule } from './runtime/types.ts';
import type { Schema } from './schema/ir.ts';

interface Case {
  readonly name: string;
  readonly source: string;
  readonly intents: readonly { readonly action: string; readonly input?: JsonObject; readonly context?: JsonObject }[];
  readonly effects?: readonly { readonly type: string; readonly patches: readonly ConcretePatch[] }[];
}

function casesOf(theme: string): readonly Case[] {
  const path = new URL(`../../test/vectors/mel/${theme}.json`, import.meta.url);
  return (JSON.parse(readFileSync(path, 'utf8')) as { readonly cases: readonly Case[] }).cases;
}

function schemaOf(source: string): Schema {
  const { schema, diagnostics } = compile(source);
  if (schema === null) throw new TypeError(diagnostics.map(({ message }) => message).join('; '));
  return schema;
}

/** Imports a module from a file, as its users do. */
async function load(text: string): Promise<DomainModule> {
  const folder = mkdtempSync(join(tmpdir(), 'praxis-mel-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'domain.mjs');
  writeFileSync(path, text);
  return ((await import(/* @vite-ignore */ pathToFileURL(path).href)) as { readonly domain: DomainModule }).domain;
}

function start(source: Schema | DomainModule, one: Case, mode: RuntimeOptions['mode']): Runtime {
  const left = [...(one.effects ?? [])];
  return createRuntime(source, {
    clock: { nowMs: () => 1000, monotonicMs: () => 0 },
    random: { bytes: (count) => new Uint8Array(count) },
    ...(mode === undefined ? {} : { mode }),
    effects: (type) => {
      const index = left.findIndex((entry) => entry.type === type);
      const [entry] = index === -1 ? [] : left.splice(index, 1);
      return entry === undefined ? undefined : () => entry.patches;
    },
  });
}

function carryThrough(runtime: Runtime, { intents }: Case): readonly unknown[] {
  return intents.map(({ action, input, context }, index) => {
    const intent = { type: action, intentId: `i${index + 1}`, ...(input === undefined ? {} : { input }) };
    const result = runtime.dispatch(intent, context === undefined ? {} : { context });
    return JSON.parse(JSON.stringify([result, runtime.hash()]));
  });
}

describe('a built module', () => {
  test.each([...casesOf('10-domains'), ...casesOf('07-effects').slice(0, 10)])(
    'gives the same results as closures and code made at run time: $name',
    { timeout: 60_000 },
    async (one) => {
      const schema = schemaOf(one.source);
      const ahead = start(await load(buildModule(schema).module), one, 'auto');
      const generated = start(schema, one, 'generated');
      const closures = start(schema, one, 'closures');
      expect([ahead.info.mode, generated.info.mode, closures.info.mode]).toEqual([
        'ahead-of-time',
        'generated',
        'closures',
      ]);
      const wanted = carryThrough(closures, one);
      expect(carryThrough(generated, one)).toEqual(wanted);
      expect(carryThrough(ahead, one)).toEqual(wanted);
    },
  );

  test('of another schema falls back to closures and says so', async () => {
    const [one, other] = casesOf('10-domains').filter((c, i, all) => all.findIndex((d) => d.source === c.source) === i);
    if (one === undefined || other === undefined) throw new TypeError('two domains are needed');
    const { link } = await load(buildModule(schemaOf(other.source)).module);
    const reasons: string[] = [];
    const runtime = createRuntime(
      { format: 'mel-module', v: 1, schema: schemaOf(one.source), link },
      {
        clock: { nowMs: () => 1000, monotonicMs: () => 0 },
        random: { bytes: (count) => new Uint8Array(count) },
        onFallback: (reason) => reasons.push(reason),
      },
    );
    expect([runtime.info.mode, reasons.length]).toEqual(['closures', 1]);
  });

  test('makes no code at run time and imports nothing', () => {
    for (const { source } of casesOf('10-domains')) {
      const { module } = buildModule(schemaOf(source));
      expect(module).not.toMatch(/\beval\b|new Function|\bimport\b/);
    }
  });
});

const SHELF = `domain Shelf {
  type Book = { id: string, title: string, copies: number, note?: string }
  type string_ = "odd"
  type K = "a" | "b"
  context { region: string  flags: Array<"a" | "b"> }
  state {
    books: Array<Book> = []
    last: string | null = null
    mode: "open" | "closed" = "open"
    seen: Record<string, number> = {}
    keyed: Record<K, Record<"x" | "y", K>> = {}
    odd: string_ = "odd"
    extra: object = {}
  }
  computed titles = map(books, $item.title)
  computed copies = map(books, $item.copies)
  computed inStock = sum(copies)
  computed mood = match(inStock > 0, [true, "full"], "empty")
  computed best = argmax(["a", inStock > 3, 1], ["b", inStock > 5, 2], "first")
  computed first = findById(books, "a")
  computed note = isNotNull(first) ? first.title : "none"
  computed share = inStock / 2
  computed ratio = 1 / inStock
  computed known = coalesce(last, "nobody")
  computed pairs = map(books, { id: $item.id, more: $item.copies > 1 })
  action add(id: string, count: number) { onceIntent { patch books = append(books, { id: id, title: id, copies: count }) } }
  action set(mode_: "open" | "closed", why: string | null) {
    when isNotNull(why) { patch mode = mode_ }
    onceIntent { effect shop.ask({ total: inStock, mode: mode_, into: last }) }
  }
  action count(key: string) { onceIntent { patch seen[key] = inStock  effect shop.count({ into: seen[key] }) } }
  action clear() { onceIntent { patch books = [] } }
}`;

/** Errors that TypeScript finds in a program that uses the declarations. */
function typeErrors(use: string, module: string, declarations: string): readonly string[] {
  const root = new URL('../../', import.meta.url);
  const folder = mkdtempSync(join(new URL('node_modules/', root).pathname, '.mel-types-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'shelf.mjs'), module);
  writeFileSync(join(folder, 'shelf.d.mts'), declarations);
  const runtime = new URL('src/mel/runtime/create-runtime.ts', root).pathname;
  const path = join(folder, 'use.mts');
  writeFileSync(path, `import { createRuntime } from '${runtime}';\nimport { domain } from './shelf.mjs';\n${use}`);
  const program = ts.createProgram([path], {
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'],
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    allowImportingTsExtensions: true,
    noEmit: true,
    types: [],
  });
  return ts
    .getPreEmitDiagnostics(program)
    .map(
      (one) => `${one.file?.fileName.replace(/.*\//, '')}: ${ts.flattenDiagnosticMessageText(one.messageText, ' ')}`,
    );
}

const START = `
const runtime = createRuntime(domain, {
  clock: { nowMs: () => 0, monotonicMs: () => 0 },
  random: { bytes: (count) => new Uint8Array(count) },
  context: { region: 'eu', flags: ['a'] },
  effects: {
    'shop.ask': (params, { into }) => {
      const total: number = params.total;
      const mode: 'open' | 'closed' = params.mode;
      return [into(total > 1 ? mode : null)];
    },
    'shop.count': { run: async (params, { into }) => [into(params.into.length)], retries: 2 },
  },
});
`;

describe('the declarations of a built module', () => {
  const { module, types } = buildModule(schemaOf(SHELF));

  test('type state, computed values, inputs and effects, and refuse what the domain would refuse', {
    timeout: 120_000,
  }, () => {
    const use = `${START}
const mode: 'open' | 'closed' = runtime.state.mode;
const titles: readonly string[] = runtime.computed.titles;
const mood: 'full' | 'empty' = runtime.computed.mood;
const best: 'a' | 'b' | null = runtime.computed.best;
const note: string = runtime.computed.note;
const share: number = runtime.computed.share;
const keyed: 'a' | 'b' | undefined = runtime.state.keyed.a?.x;
const ratio: number | null = runtime.computed.ratio;
const known: string = runtime.computed.known;
const first: { readonly title: string; readonly note?: string } | null = runtime.computed.first;
const pairs: readonly { readonly id: string; readonly more: boolean }[] = runtime.computed.pairs;
runtime.actions.add({ id: 'a', count: 1 });
runtime.actions.add('a', 1);
runtime.actions.set({ mode_: 'open', why: null });
runtime.actions.clear();
runtime.dispatch({ type: 'add', input: { id: 'a', count: 1 } });
runtime.dispatchable('set', { mode_: 'closed', why: 'x' });
const result = await runtime.actions.clear();
if (result.kind === 'ok') { const last: string | null = result.snapshot.state.last; void last; }
runtime.select(({ state }) => state.mode, (now: 'open' | 'closed') => void now);
void [mode, titles, mood, best, note, share, keyed, ratio, known, first, pairs];
`;
    const wrong = [
      `runtime.actions.add({ id: 'a' });`,
      `runtime.actions.add(1, 'a');`,
      `runtime.actions.set({ mode_: 'ajar', why: null });`,
      `runtime.actions.clear({});`,
      `runtime.actions.nothing();`,
      `runtime.dispatch({ type: 'add', input: { count: 1 } });`,
      `runtime.dispatch({ type: 'nope' });`,
      `const wrongMood: 'full' = runtime.computed.mood;`,
      `const wrongRatio: number = runtime.computed.ratio;`,
      `runtime.state.mode = 'closed';`,
      `runtime.state.nothing;`,
      `runtime.state.keyed.c;`,
    ];
    const refused = wrong.map((line) => `// @ts-expect-error\n${line}\n`).join('');
    expect(typeErrors(use + refused, module, types)).toEqual([]);
  });

  test('compile for every domain of the vectors', { timeout: 120_000 }, () => {
    const sources = [
      ...new Set(
        [...casesOf('10-domains'), ...casesOf('06-actions'), ...casesOf('03-sugar-selection-entities')].map(
          (one) => one.source,
        ),
      ),
    ];
    const declarations = sources.flatMap((source) => {
      const { schema } = compile(source);
      return schema === null ? [] : [buildModule(schema).types];
    });
    const host = ts.createCompilerHost({});
    const files = new Map(declarations.map((text, index) => [`/d${index}.d.mts`, text]));
    const program = ts.createProgram(
      [...files.keys()],
      { strict: true, noEmit: true, types: [], lib: ['lib.es2023.d.ts'] },
      {
        ...host,
        fileExists: (name) => files.has(name) || host.fileExists(name),
        readFile: (name) => files.get(name) ?? host.readFile(name),
        getSourceFile: (name, options) => {
          const text = files.get(name);
          return text === undefined ? host.getSourceFile(name, options) : ts.createSourceFile(name, text, options);
        },
      },
    );
    const found = ts
      .getPreEmitDiagnostics(program)
      .map((one) => `${one.file?.fileName}: ${ts.flattenDiagnosticMessageText(one.messageText, ' ')}`);
    expect(found).toEqual([]);
    expect(files.size).toBeGreaterThan(50);
  });
});
