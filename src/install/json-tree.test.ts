import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type JsonNode, jsonTree } from './json-tree.ts';

/** The value of a node, made from the pieces of the text that its leaves name. */
function toldBy(node: JsonNode, text: string): unknown {
  const of = (child: JsonNode | undefined) => (child === undefined ? undefined : toldBy(child, text));
  if (node.type === 'array') return node.children?.map(of);
  if (node.type === 'object') {
    const entries = node.children?.map(({ children: [name, value] = [] }) => [name?.value, of(value)] as const) ?? [];
    return Object.fromEntries(entries);
  }
  return JSON.parse(text.slice(node.offset, node.offset + node.length));
}

test('the tree of a JSON text names the place of every value', () => {
  fc.assert(
    fc.property(
      fc.jsonValue(),
      fc.constantFrom(0, 1, '\t'),
      fc.constantFrom('', ' ', '\r\n'),
      (value, indent, around) => {
        const text = `${around}${JSON.stringify(value, null, indent)}${around}`;
        const tree = jsonTree(text);
        expect(toldBy(tree, text)).toEqual(JSON.parse(text));
        expect(text.slice(tree.offset, tree.offset + tree.length)).toBe(text.trim());
      },
    ),
  );
});

test('a long list is read without a deep stack', () => {
  const text = JSON.stringify(Array.from({ length: 200_000 }, (_, index) => index));
  expect(jsonTree(text).children).toHaveLength(200_000);
});
