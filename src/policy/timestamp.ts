import { stripped } from './white-space.ts';

/** `micros` counts microseconds from 1970-01-01 UTC, offset resolved. `naive` is a date-time without an offset. */
export type Timestamp =
  | { readonly kind: 'instant'; readonly micros: bigint }
  | { readonly kind: 'naive' }
  | { readonly kind: 'invalid' };

const DATE = /^(\d{4})(?:-(\d\d)-(\d\d)|(\d\d)(\d\d)|-W(\d\d)-(\d)|W(\d\d)(\d))/;
const TIME = /^(\d\d)(?::(\d\d)(?::(\d\d)(?:[.,](\d+))?)?|(\d\d)(?:(\d\d)(?:[.,](\d+))?)?)?/;
const OFFSET = /^([+-])(\d\d)(?::(\d\d)(?::(\d\d))?|(\d\d)(\d\d)?)?$/;
const SECONDS_PER_DAY = 86_400;

/**
 * Reads an ISO 8601 date-time of the contract's profile. White space around it is ignored, digits beyond microseconds are
 * cut. Calendar dates, week dates, basic and extended forms; no ordinal dates, no hour 24, no second 60.
 */
export function parseTimestamp(text: string): Timestamp {
  const written = stripped(text).replace(/Z$/, '+00:00');
  const date = DATE.exec(written);
  const day = date === null ? undefined : dayOf(date);
  if (date === null || day === undefined) return { kind: 'invalid' };
  const rest = written.slice(date[0].length);
  if (rest === '') return { kind: 'naive' };
  // A date followed directly by an offset is read as a date alone.
  if (OFFSET.test(rest)) return offsetSeconds(rest) === undefined ? { kind: 'invalid' } : { kind: 'naive' };
  if (!/^[T ]/.test(rest)) return { kind: 'invalid' };
  return timeOfDay(day, rest.slice(1));
}

function timeOfDay(day: number, text: string): Timestamp {
  const time = TIME.exec(text);
  if (time === null) return { kind: 'invalid' };
  const [written, hour, minute, second, fraction, basicMinute, basicSecond, basicFraction] = time;
  const seconds = clockSeconds(hour, minute ?? basicMinute, second ?? basicSecond);
  if (seconds === undefined) return { kind: 'invalid' };
  const tail = text.slice(written.length);
  if (tail === '') return { kind: 'naive' };
  const offset = offsetSeconds(tail);
  if (offset === undefined) return { kind: 'invalid' };
  const digits = (fraction ?? basicFraction ?? '').slice(0, 6).padEnd(6, '0');
  const whole = BigInt(day * SECONDS_PER_DAY + seconds - offset);
  return { kind: 'instant', micros: whole * 1_000_000n + BigInt(digits) };
}

/** Seconds of a time of day, or undefined outside 00:00:00-23:59:59. */
function clockSeconds(hour = '00', minute = '00', second = '00'): number | undefined {
  const [h, m, s] = [Number(hour), Number(minute), Number(second)];
  return h > 23 || m > 59 || s > 59 ? undefined : h * 3600 + m * 60 + s;
}

function offsetSeconds(text: string): number | undefined {
  const match = OFFSET.exec(text);
  if (match === null) return undefined;
  const [, sign, hour, minute, second, basicMinute, basicSecond] = match;
  const seconds = clockSeconds(hour, minute ?? basicMinute, second ?? basicSecond);
  return seconds !== undefined && sign === '-' ? -seconds : seconds;
}

/** Days from 1970-01-01, or undefined when there is no such date. */
function dayOf(match: RegExpExecArray): number | undefined {
  const [, yearText, month, day, basicMonth, basicDay, week, weekday, basicWeek, basicWeekday] = match;
  const year = Number(yearText);
  if (year < 1) return undefined;
  const weekNumber = week ?? basicWeek;
  if (weekNumber !== undefined) return dayOfWeekDate(year, Number(weekNumber), Number(weekday ?? basicWeekday));
  return dayOfDate(year, Number(month ?? basicMonth), Number(day ?? basicDay));
}

function dayOfDate(year: number, month: number, day: number): number | undefined {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const isReal = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal ? date.getTime() / (SECONDS_PER_DAY * 1000) : undefined;
}

/** ISO 8601 weeks: week 1 holds January 4th; a year has 53 when it begins on a Thursday, or on a Wednesday and is a leap year. */
function dayOfWeekDate(year: number, week: number, weekday: number): number | undefined {
  const fourth = dayOfDate(year, 1, 4);
  if (fourth === undefined || week < 1 || week > 53 || weekday < 1 || weekday > 7) return undefined;
  // 1970-01-01 was a Thursday, so a Monday is 3 modulo 7.
  const monday = fourth - ((((fourth - 4) % 7) + 7) % 7);
  const day = monday + (week - 1) * 7 + weekday - 1;
  const nextFourth = dayOfDate(year + 1, 1, 4);
  if (nextFourth === undefined) return undefined;
  const nextMonday = nextFourth - ((((nextFourth - 4) % 7) + 7) % 7);
  if (monday + (week - 1) * 7 >= nextMonday) return undefined;
  const lastDay = dayOfDate(9999, 12, 31);
  return lastDay !== undefined && day > lastDay ? undefined : day;
}
