/** The ways in which a secret may still be written in a text; each as the part of it that does not depend on what is around it. */
function disguises(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  const coded = (prefix: string): string =>
    [...bytes].map((byte) => `${prefix}${byte.toString(16).padStart(2, '0')}`).join('');
  return [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
    coded('%'),
    coded('%').toUpperCase(),
    coded('\\u00'),
    coded('\\x'),
    bytes.toString('hex'),
    bytes.toString('utf16le'),
    ...base64Parts(bytes),
    ...base64Parts(Buffer.from(secret, 'utf16le')),
  ];
}

/** The characters in the middle of base64 are the same whatever stands before and behind; there are three ways to begin. */
function base64Parts(bytes: Buffer): readonly string[] {
  return [0, 1, 2].map((shift) => {
    const text = Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    return text.slice(shift === 0 ? 0 : 4, -2);
  });
}

/** Shorter parts stand in many texts. */
const LEAST = 8;

/** How a secret, or its last twelve characters, may be written. */
function partsOf(secret: string): readonly string[] {
  const parts = secret.length >= 24 ? [secret, secret.slice(-12)] : [secret];
  return parts.flatMap((part) => disguises(part).filter((disguise) => disguise.length >= Math.min(LEAST, part.length)));
}

/**
 * Those of the secrets that a text still holds, in whatever way they are written, also over several lines. One pass over
 * the text for each length of what the parts of the secrets begin with.
 */
export function survivors(text: string, secrets: readonly string[]): ReadonlySet<string> {
  const sought = new Map<string, { readonly part: string; readonly secret: string }[]>();
  for (const secret of secrets) {
    for (const part of new Set(partsOf(secret))) {
      const head = part.slice(0, LEAST);
      sought.set(head, [...(sought.get(head) ?? []), { part, secret }]);
    }
  }
  const lengths = new Set([...sought.keys()].map((head) => head.length));
  const found = new Set<string>();
  for (const read of [text, text.replace(/(?:\\+r)?(?:\\+n|[\r\n])[ \t]*/g, '')]) {
    for (const length of lengths) {
      for (let at = 0; at + length <= read.length; at++) {
        for (const { part, secret } of sought.get(read.slice(at, at + length)) ?? []) {
          if (read.startsWith(part, at)) found.add(secret);
        }
      }
    }
  }
  return found;
}
