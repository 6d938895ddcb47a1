const START = 1;
const PART = 2;

const CLASSES = new Uint8Array(128);
for (let code = 0; code < 128; code += 1) {
  const isLetter = (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code === 95;
  const isDecimal = code >= 48 && code <= 57;
  CLASSES[code] = isLetter ? START | PART : isDecimal ? PART : 0;
}

/** A-Z, a-z, _. */
export function isIdentifierStart(code: number): boolean {
  return code < 128 && ((CLASSES[code] ?? 0) & START) !== 0;
}

/** A-Z, a-z, 0-9, _. False for the NaN behind the end. */
export function isIdentifierPart(code: number): boolean {
  return code < 128 && CLASSES[code] !== 0;
}

export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** Letters and digits beyond ASCII: what a person may have meant as part of a name. */
export function isLetterLike(code: number): boolean {
  return /[\p{L}\p{N}\p{M}]/u.test(String.fromCodePoint(code));
}
