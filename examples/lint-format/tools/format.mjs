// A formatter in a few lines: spaces for tabs, no white space at the end of a line, one empty line at most, one at the
// end of the file. Without --write it only says what is wrong, and exits with 1.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

const write = process.argv.includes('--write');
const folder = new URL('../src/', import.meta.url);
let wrong = 0;

function formatted(text) {
  const lines = text.split('\n').map((line) => line.replaceAll('\t', '  ').trimEnd());
  return `${lines.join('\n').replace(/\n{3,}/g, '\n\n').trimEnd()}\n`;
}

for (const name of readdirSync(folder).sort()) {
  const file = new URL(name, folder);
  const text = readFileSync(file, 'utf8');
  const wanted = formatted(text);
  if (text === wanted) continue;
  if (write) writeFileSync(file, wanted);
  else {
    wrong += 1;
    console.error(`src/${name}: error: not formatted`);
  }
}
process.exit(wrong === 0 ? 0 : 1);
