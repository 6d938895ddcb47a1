import type { TypeDef } from '../../schema/ir.ts';
import type { Plan } from '../engine.ts';
import type { Scope } from '../read-path.ts';
import { jsonCode, type Value, value } from './value.ts';

/** Compound expressions longer than this are held in a variable. */
const LONG_CODE = 120;

/** Something that generated text leaves to closures. */
export class LeftToClosures extends Error {}

/** Each variable of a function takes its place on the stack, which has no room for more of them. */
const MAX_VARIABLES = 20_000;

/** Ends the writing of a function that would have too many variables to be called. */
export function allowVariables(count: number): void {
  if (count > MAX_VARIABLES) throw new LeftToClosures(`a function would need more than ${MAX_VARIABLES} variables`);
}

/** Text that all functions of a module share: constants at its head. */
export class ModuleText {
  readonly constants: string[] = [];
  readonly #known = new Map<string, string>();

  /** The name of a constant with this text. */
  constant(code: string): string {
    const known = this.#known.get(code);
    if (known !== undefined) return known;
    const name = `K${this.constants.length}`;
    this.constants.push(`const ${name} = ${code};`);
    this.#known.set(code, name);
    return name;
  }
}

/** What a function under construction knows of its surroundings. */
export interface FunctionSite {
  readonly plan: Plan;
  readonly module: ModuleText;
  readonly scope: Scope;
  /** The value of a name or parameter, read once at the head of the function. */
  readonly stateValue: (name: string) => Value;
  readonly computedValue: (name: string) => Value;
  readonly inputValue: (name: string) => Value;
  /** The frame in which `$runtime` and `$context` are read; undefined where neither may be. */
  readonly frame?: string;
  readonly contextType?: TypeDef;
}

/** An element of a callback that is being written. */
export interface ItemValue {
  readonly item: Value;
  readonly index: string;
}

/** Collects the statements of one function; branches go to buffers of their own. */
export class Writer {
  readonly site: FunctionSite;
  #lines: string[] = [];
  #names = 0;

  constructor(site: FunctionSite) {
    this.site = site;
  }

  line(text: string): void {
    this.#lines.push(text);
  }

  name(prefix = 't'): string {
    this.#names += 1;
    allowVariables(this.#names);
    return `${prefix}${this.#names}`;
  }

  /** A variable of its own for a value that would be read more than once. */
  hold(of: Value): Value {
    if (of.isSimple) return of;
    const name = this.name();
    this.line(`const ${name} = ${of.code};`);
    return { ...of, code: name, isSimple: true };
  }

  /** Holds compound text that grew long, so that nesting stays bounded. */
  short(of: Value): Value {
    return of.code.length > LONG_CODE ? this.hold(of) : of;
  }

  /** The value with a simple text of its JSON form. */
  json(of: Value): Value {
    if (!of.isRaw) return of;
    return { ...of, code: jsonCode(of), isRaw: false, isSimple: false };
  }

  /** Runs `write` and gives the lines it wrote instead of keeping them. */
  branch<T>(write: () => T): { readonly result: T; readonly lines: readonly string[] } {
    const outer = this.#lines;
    this.#lines = [];
    const result = write();
    const lines = this.#lines;
    this.#lines = outer;
    return { result, lines };
  }

  append(lines: readonly string[]): void {
    for (const line of lines) this.#lines.push(line);
  }

  text(): string {
    return this.#lines.join('\n');
  }
}

export function simple(code: string, mask: number, type?: TypeDef): Value {
  return value(code, mask, true, type);
}
