import { readFileSync } from 'node:fs';

const file = new URL('../data/readings.csv', import.meta.url);
const number = /^-?\d+(\.\d+)?$/;

/** The readings in degrees, in the order of the file. */
export function readings() {
  const [, ...rows] = readFileSync(file, 'utf8').split('\n').filter((row) => row !== '');
  return rows.map((row) => {
    const text = row.split(',')[1] ?? '';
    if (!number.test(text)) throw new TypeError(`invalid reading ${JSON.stringify(text)}`);
    return Number(text);
  });
}

/** The mean of some degrees, to one digit. */
export function mean(degrees) {
  return Math.round((10 * degrees.reduce((sum, each) => sum + each, 0)) / degrees.length) / 10;
}
