/** An option of a command; `takesValue: false` is a flag. */
export interface OptionSpec {
  readonly name: string;
  readonly takesValue: boolean;
  readonly isRequired: boolean;
}

export type ParsedArguments =
  | { readonly kind: 'parsed'; readonly values: ReadonlyMap<string, string> }
  | { readonly kind: 'help' }
  | { readonly kind: 'usage'; readonly message: string };

/**
 * Reads the arguments after a command: `--x v` or `--x=v`, in any order, shortened to a unique prefix, the last of several
 * wins. A flag that was given has the value `''`.
 */
export function parseArguments(args: readonly string[], specs: readonly OptionSpec[]): ParsedArguments {
  const values = new Map<string, string>();
  for (let i = 0; i < args.length; i++) {
    const argument = args[i] ?? '';
    if (argument === '-h' || isPrefixOfHelp(argument, specs)) return { kind: 'help' };
    const [written, inline] = splitAtEquals(argument);
    const found = findOption(written, specs);
    if (typeof found === 'string') return { kind: 'usage', message: found };
    if (!found.takesValue) {
      if (inline !== undefined) return { kind: 'usage', message: `--${found.name} takes no value` };
      values.set(found.name, '');
      continue;
    }
    const next = inline ?? args[i + 1];
    if (next === undefined || (inline === undefined && looksLikeOption(next)))
      return { kind: 'usage', message: `--${found.name} expects a value` };
    values.set(found.name, next);
    if (inline === undefined) i++;
  }
  const missing = specs.filter(({ name, isRequired }) => isRequired && !values.has(name));
  if (missing.length === 0) return { kind: 'parsed', values };
  return { kind: 'usage', message: `required: ${missing.map(({ name }) => `--${name}`).join(', ')}` };
}

function splitAtEquals(argument: string): readonly [string, string | undefined] {
  const at = argument.indexOf('=');
  return at === -1 ? [argument, undefined] : [argument.slice(0, at), argument.slice(at + 1)];
}

function findOption(written: string, specs: readonly OptionSpec[]): OptionSpec | string {
  if (!written.startsWith('--') || written === '--') return `unexpected argument: ${written}`;
  const name = written.slice(2);
  const exact = specs.find((spec) => spec.name === name);
  if (exact !== undefined) return exact;
  const [match, ...others] = specs.filter((spec) => spec.name.startsWith(name));
  if (match === undefined) return `unknown option: ${written}`;
  return others.length === 0 ? match : `ambiguous option: ${written}`;
}

function isPrefixOfHelp(argument: string, specs: readonly OptionSpec[]): boolean {
  if (argument.length < 3 || !'--help'.startsWith(argument)) return false;
  return !specs.some(({ name }) => `--${name}`.startsWith(argument));
}

/** A lone dash, a negative number and a text with a space are values. */
function looksLikeOption(argument: string): boolean {
  if (!argument.startsWith('-') || argument === '-') return false;
  return !/^-\d+$|^-\d*\.\d+$/.test(argument) && !argument.includes(' ');
}
