// Rewrites the data files with LF line endings.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

const folder = new URL('../data/', import.meta.url);
for (const name of readdirSync(folder)) {
  const file = new URL(name, folder);
  const text = readFileSync(file, 'utf8');
  const unix = text.replaceAll('\r\n', '\n');
  if (unix !== text) {
    writeFileSync(file, unix);
    console.log(`data/${name}: line endings rewritten`);
  }
}
