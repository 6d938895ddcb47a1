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
    coded('\\u00'),
    coded('\\x'),
    bytes.toString('hex'),
    // The characters in the middle are the same whatever stands before and behind.
    ...[0, 1, 2].map((shift) => {
      const text = Buffer.concat([Buffer.alloc(shift), bytes])
        .toString('base64')
        .replace(/=+$/, '');
      return text.slice(shift === 0 ? 0 : 4, -2);
    }),
  ];
}

const LEAST = 8;

/** Whether a text still holds a secret, or its last twelve characters, in whatever way it is written. */
export function survives(text: string, secret: string): boolean {
  const parts = secret.length >= 24 ? [secret, secret.slice(-12)] : [secret];
  const lines = [text, text.replace(/(?:\\+r)?(?:\\+n|[\r\n])[ \t]*/g, '')];
  return parts.some((part) =>
    disguises(part).some(
      (disguise) =>
        disguise.length >= Math.min(LEAST, part.length) &&
        lines.some((line) => line.includes(disguise) || line.toLowerCase().includes(`%${disguise.toLowerCase()}%`)),
    ),
  );
}
