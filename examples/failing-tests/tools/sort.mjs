// Sorts the people of data/book.json, as a fresh import would.
import { readFileSync, writeFileSync } from 'node:fs';

const file = new URL('../data/book.json', import.meta.url);
const book = JSON.parse(readFileSync(file, 'utf8'));
book.people.sort((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)));
writeFileSync(file, `${JSON.stringify(book, null, 2)}\n`);
