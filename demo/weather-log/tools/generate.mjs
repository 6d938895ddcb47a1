// Lists the days of data/readings.csv for the calendar.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';

const [, ...rows] = readFileSync(new URL('../data/readings.csv', import.meta.url), 'utf8').trim().split('\n');
const target = new URL('../src/generated/days.json', import.meta.url);
mkdirSync(new URL('.', target), { recursive: true });
writeFileSync(target, `${JSON.stringify(rows.map((row) => row.split(',')[0]))}\n`);
console.log(`src/generated/days.json: ${rows.length} days`);
