/**
 * Texts in which letters and digits are those of ASCII. The private characters that digits are hidden behind meanwhile
 * are neither in either form of a pattern.
 */
const PLAIN = /^[\x00-\x7f\ue000-\ue009]*$/;

/**
 * A pattern over all letters and digits (`\p{L}` inside a class, `\p{N}`, `\p{Nd}`), in the form that a text needs. The
 * whole form takes tens of milliseconds to compile, and nearly every line is ASCII. Each is made when first needed.
 */
export function adaptedPattern(source: string, flags: `${string}u`): (text: string) => RegExp {
  let plain: RegExp | undefined;
  let whole: RegExp | undefined;
  return (text) => {
    if (PLAIN.test(text)) {
      plain ??= new RegExp(plainSource(source), flags.replace('u', ''));
      return plain;
    }
    whole ??= new RegExp(source, flags);
    return whole;
  };
}

function plainSource(source: string): string {
  return source
    .replaceAll('\\p{L}', 'A-Za-z')
    .replace(/\\p\{N[lo]\}/g, '')
    .replace(/\\p\{Nd?\}/g, '\\d');
}
