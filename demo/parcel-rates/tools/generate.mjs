// Turns data/rates.csv into the table that the program reads.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';

const [, ...rows] = readFileSync(new URL('../data/rates.csv', import.meta.url), 'utf8').trim().split('\n');
const rates = rows.map((row) => {
  const [zone, upToKg, price] = row.split(',');
  return { zone, upToKg: Number(upToKg), price: Number(price) };
});
const target = new URL('../src/generated/rates.json', import.meta.url);
mkdirSync(new URL('.', target), { recursive: true });
writeFileSync(target, `${JSON.stringify(rates, null, 2)}\n`);
console.log(`src/generated/rates.json: ${rates.length} rates`);
