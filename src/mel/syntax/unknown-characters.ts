import { isLetterLike } from './characters.ts';

/** Characters that begin no token and are joined to one report. */
export function isUnknown(code: number): boolean {
  if (code > 127) return !isLetterLike(code);
  return (
    code === 35 ||
    code === 92 ||
    code === 94 ||
    code === 126 ||
    code === 127 ||
    (code < 32 && (code < 9 || code > 10) && code !== 13)
  );
}

/** Blanks of other languages, which an editor or a web page may have left. */
export function isOddBlank(code: number): boolean {
  return (
    code === 0xfeff ||
    code === 0xa0 ||
    code === 12 ||
    code === 11 ||
    (code >= 0x2000 && code <= 0x200b) ||
    code === 0x3000
  );
}

/** Says what is wrong with a character that begins no token, and what to write instead. */
export function unknownMessage(code: number, character: string): string {
  const hex = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  if (code === 0xfeff) return 'A byte order mark may stand only before all else; remove it.';
  if (isOddBlank(code)) return `${hex} is no blank here; write a space.`;
  if (code === 0x201c || code === 0x201d || code === 0x2018 || code === 0x2019) {
    return `\`${character}\` quotes nothing; write \`"\` or \`'\`.`;
  }
  if (code < 32 || code === 127) return `The control character ${hex} is no part of the language.`;
  const hints: Record<string, string> = {
    '#': 'comments begin with `//`',
    '^': 'powers are `pow(a, b)`',
    '~': 'there are no bit operators',
    '\\': 'escapes stand in strings only',
  };
  const hint = Object.hasOwn(hints, character) ? `; ${hints[character]}` : '';
  return `\`${character}\` is no part of the language${hint}.`;
}
