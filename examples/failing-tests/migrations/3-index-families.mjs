export function migrate(book) {
  return { ...book, families: [...new Set(book.people.map((person) => person.family))].sort() };
}
