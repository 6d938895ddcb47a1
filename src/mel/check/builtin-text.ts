import { type Builtin, builtin, inSection, MANY } from './builtin.ts';
import { checkConcat, kinds } from './builtin-checks.ts';
import { arrayOf, BOOLEAN, NUMBER, STRING } from './type.ts';

export const STRINGS: readonly Builtin[] = [
  builtin(
    'concat(x, ...): string | Array',
    'The texts joined; with an array among them, one array of all elements and values, without null.',
    [1, MANY],
    checkConcat,
  ),
  builtin('trim(s: string): string', 'Without white space at both ends.', [1, 1], kinds(['string'], STRING)),
  builtin('lower(s: string): string', 'In lower case, whatever the locale.', [1, 1], kinds(['string'], STRING)),
  builtin('upper(s: string): string', 'In upper case, whatever the locale.', [1, 1], kinds(['string'], STRING)),
  builtin(
    'strlen(s: string): number',
    'Length in UTF-16 code units; characters beyond them count 2.',
    [1, 1],
    kinds(['string'], NUMBER),
  ),
  builtin(
    'substring(s: string, i: number, j?: number): string',
    'From i up to j; negative is 0, beyond the end is the end, i above j are swapped.',
    [2, 3],
    kinds(['string', 'number'], STRING),
  ),
  builtin(
    'substr(s: string, i: number, j?: number): string',
    'The same as substring: j is an end, not a length.',
    [2, 3],
    kinds(['string', 'number'], STRING),
  ),
  builtin('startsWith(s: string, p: string): boolean', 'Whether s begins with p.', [2, 2], kinds(['string'], BOOLEAN)),
  builtin('endsWith(s: string, p: string): boolean', 'Whether s ends with p.', [2, 2], kinds(['string'], BOOLEAN)),
  builtin(
    'strIncludes(s: string, p: string): boolean',
    'Whether p stands somewhere in s.',
    [2, 2],
    kinds(['string'], BOOLEAN),
  ),
  builtin(
    'indexOf(s: string, p: string): number',
    'Where p first stands in s, -1 if nowhere.',
    [2, 2],
    kinds(['string'], NUMBER),
  ),
  builtin(
    'replace(s: string, a: string, b: string): string',
    'With the first a replaced by b, which is taken literally.',
    [3, 3],
    kinds(['string'], STRING),
  ),
  builtin(
    'split(s: string, d: string): Array<string>',
    'The parts between the d; an empty d splits into code units; always at least one part.',
    [2, 2],
    kinds(['string'], arrayOf(STRING)),
  ),
].map(inSection('string'));
