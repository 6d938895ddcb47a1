import type { Clock } from './clock.ts';
import type { Random } from './random.ts';

/** UUIDv7 (RFC 9562 section 5.7): 48 bits of epoch milliseconds, then random bits; sorts by time. */
export function uuidV7(clock: Clock, random: Random): string {
  const bytes = random.bytes(16);
  const millis = BigInt(clock.nowMs());
  for (let i = 0; i < 6; i++) bytes[i] = Number((millis >> BigInt(8 * (5 - i))) & 0xffn);
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
