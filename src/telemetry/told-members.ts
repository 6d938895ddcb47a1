import type { PlainJson } from '../base/exact-json.ts';

/** Why an event was not taken. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}

const MAX_ID = 512;
const MAX_DURATION_MS = 3.2e12;

/** The members of something that a program told, each read as what it must be; anything else is a `Refusal`. */
export class ToldMembers {
  readonly #members: Readonly<Record<string, PlainJson>>;
  readonly #path: string;

  constructor(told: unknown, path = '') {
    if (!isObject(told)) throw new Refusal(`${path === '' ? 'the event' : path} is not an object`);
    this.#members = told;
    this.#path = path;
  }

  raw(name: string): PlainJson | undefined {
    return Object.hasOwn(this.#members, name) ? this.#members[name] : undefined;
  }

  json(name: string, fallback: PlainJson): PlainJson {
    return this.raw(name) ?? fallback;
  }

  text(name: string, fallback: string): string {
    return this.textOrNull(name) ?? fallback;
  }

  /** Null where it is absent or null. */
  textOrNull(name: string): string | null {
    const value = this.raw(name) ?? null;
    if (value !== null && typeof value !== 'string') throw this.#wrong(name, 'is not a text');
    return value;
  }

  requiredText(name: string): string {
    return this.textOrNull(name) ?? this.#missing(name);
  }

  /** A name of at most 512 characters on one line. */
  id(name: string): string {
    return this.idOrNull(name) ?? this.#missing(name);
  }

  idOrNull(name: string): string | null {
    const value = this.textOrNull(name);
    if (value === null) return null;
    if (value === '') throw this.#wrong(name, 'is empty');
    if (value.length > MAX_ID) throw this.#wrong(name, `is longer than ${MAX_ID} characters`);
    if (/[\u0000-\u001f\u007f]/.test(value)) throw this.#wrong(name, 'holds a control character');
    return value;
  }

  /** The host's name of a call: a text or a number. */
  callId(name: string): string | number | null {
    const value = this.raw(name) ?? null;
    return typeof value === 'number' && Number.isFinite(value) ? value : this.idOrNull(name);
  }

  number(name: string, fallback: number): number {
    const value = this.raw(name) ?? fallback;
    if (typeof value !== 'number') throw this.#wrong(name, 'is not a number');
    return value;
  }

  /** A whole number that is not negative. */
  count(name: string): number {
    const value = this.raw(name) ?? 0;
    if (typeof value !== 'number' || value < 0 || !Number.isSafeInteger(value))
      throw this.#wrong(name, 'is not a whole number from 0 on');
    return value;
  }

  /** Milliseconds, of at most a hundred years; null where it is absent or null. */
  durationMs(name: string): number | null {
    const value = this.raw(name) ?? null;
    if (value !== null && (typeof value !== 'number' || !(value >= 0 && value <= MAX_DURATION_MS)))
      throw this.#wrong(name, 'is not a number of milliseconds from 0 on');
    return value;
  }

  /** From 0 to 1. */
  share(name: string): number {
    const value = this.raw(name) ?? this.#missing(name);
    if (typeof value !== 'number' || value < 0 || value > 1) throw this.#wrong(name, 'is not a number from 0 to 1');
    return value;
  }

  flagOrNull(name: string): boolean | null {
    const value = this.raw(name) ?? null;
    if (value !== null && typeof value !== 'boolean') throw this.#wrong(name, 'is not true or false');
    return value;
  }

  /** In ISO 8601 UTC with milliseconds; it may be told with any offset, but not without one. */
  time(name: string): string | null {
    const value = this.textOrNull(name);
    if (value === null) return null;
    if (STORED.test(value)) return value;
    const ms = ISO.test(value) ? Date.parse(value) : Number.NaN;
    if (Number.isNaN(ms)) throw this.#wrong(name, 'is not a time in ISO 8601 with its offset');
    return new Date(ms).toISOString();
  }

  texts(name: string): readonly string[] {
    const value = this.raw(name) ?? [];
    if (!Array.isArray(value) || !value.every((item) => typeof item === 'string'))
      throw this.#wrong(name, 'is not a list of texts');
    return value;
  }

  word<Word extends string>(name: string, words: readonly Word[]): Word {
    const value = this.requiredText(name);
    const found = words.find((word) => word === value);
    if (found === undefined) throw this.#wrong(name, `is none of ${words.join(', ')}`);
    return found;
  }

  /** The members of a member; none where it is absent or null. */
  object(name: string): ToldMembers {
    return new ToldMembers(this.raw(name) ?? {}, this.#nameOf(name));
  }

  #nameOf(name: string): string {
    return this.#path === '' ? name : `${this.#path}.${name}`;
  }

  #missing(name: string): never {
    throw this.#wrong(name, 'is missing');
  }

  #wrong(name: string, problem: string): Refusal {
    return new Refusal(`${this.#nameOf(name)} ${problem}`);
  }
}

const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})$/i;
/** As times are stored, and of a day that each month has: what most programs tell needs no reading. */
const STORED = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;

function isObject(told: unknown): told is Readonly<Record<string, PlainJson>> {
  return typeof told === 'object' && told !== null && !Array.isArray(told);
}
