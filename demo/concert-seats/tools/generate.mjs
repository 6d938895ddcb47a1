// Numbers the seats of data/hall.txt (row, seats in it) for the booking page.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';

const lines = readFileSync(new URL('../data/hall.txt', import.meta.url), 'utf8').trim().split('\n');
const seats = lines.flatMap((line) => {
  const [row, count] = line.split(' ');
  return Array.from({ length: Number(count) }, (_, index) => `${row}${index + 1}`);
});
const target = new URL('../src/plan/seats.json', import.meta.url);
mkdirSync(new URL('.', target), { recursive: true });
writeFileSync(target, `${JSON.stringify(seats)}\n`);
console.log(`src/plan/seats.json: ${seats.length} seats`);
