// Brings data/book.json to the newest version, one migration after the other.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

const file = new URL('../data/book.json', import.meta.url);
const folder = new URL('../migrations/', import.meta.url);
let book = JSON.parse(readFileSync(file, 'utf8'));
for (const name of readdirSync(folder).sort()) {
  const version = Number.parseInt(name, 10);
  if (version <= book.version) continue;
  const { migrate } = await import(new URL(name, folder));
  book = { ...migrate(book), version };
  console.log(`migrated to version ${version}`);
}
writeFileSync(file, `${JSON.stringify(book, null, 2)}\n`);
