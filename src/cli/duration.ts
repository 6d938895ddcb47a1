import { PraxisError } from '../base/errors.ts';

const UNITS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** A duration such as `90m`, `12h` or `7d` in ms; throws USAGE for anything else. */
export function parseDuration(text: string): number {
  const [, digits, unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  if (digits !== undefined) return Number(digits) * (UNITS[unit] ?? 0);
  throw new PraxisError('USAGE', `\`${text}\` is no duration of up to six digits and one of s, m, h, d`, {
    hint: 'Write a number and s, m, h or d: `12h`.',
  });
}
