export function migrate(book) {
  const people = book.people.map(({ name, ...rest }) => {
    const at = name.lastIndexOf(' ');
    return { given: name.slice(0, at), family: name.slice(at + 1), ...rest };
  });
  return { ...book, people };
}
