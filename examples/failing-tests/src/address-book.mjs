import { readFileSync } from 'node:fs';

const file = new URL('../data/book.json', import.meta.url);
const needed = 3;

function open() {
  const book = JSON.parse(readFileSync(file, 'utf8'));
  if (book.version < needed) throw new Error(`invalid book: version ${book.version}, needed is ${needed}`);
  return book;
}

/** Everybody of one family. */
export function family(name) {
  return open().people.filter((person) => person.family === name);
}

/** All family names, sorted. */
export function families() {
  return open().families;
}

/** A phone number without spaces. */
export function dial(phone) {
  return phone.replaceAll(' ', '');
}
