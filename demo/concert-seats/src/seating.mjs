import { readFileSync } from 'node:fs';

const plan = new URL('./plan/seats.json', import.meta.url);

/** The first free seat, or null when the hall is sold out. */
export function firstFree(taken) {
  const seats = JSON.parse(readFileSync(plan, 'utf8'));
  return seats.find((seat) => !taken.includes(seat)) ?? null;
}

/** Number of seats in the hall. */
export function capacity() {
  return JSON.parse(readFileSync(plan, 'utf8')).length;
}

/** Row letter of a seat. */
export function rowOf(seat) {
  return seat.slice(0, 1);
}
