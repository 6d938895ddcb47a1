import type { Explanation } from './explanation.ts';

const ITEMS = `  type Item = { id: string, count: number }
  state { items: Array<Item> = [] }`;

/** findById, existsById, updateById, removeById. */
export const ENTITIES = {
  E030: {
    cause: 'The entity functions take an array of objects with a field `id`.',
    bad: `domain Shelf {
  type Item = { name: string }
  state { items: Array<Item> = [] }
  computed first = findById(items, "a")
}
`,
    good: `domain Shelf {
  type Item = { id: string, name: string }
  state { items: Array<Item> = [] }
  computed first = findById(items, "a")
}
`,
  },
  E030a: {
    cause: 'An `id` is a string or a number, and never null.',
    bad: `domain Shelf {
  type Item = { id: string | null }
  state { items: Array<Item> = [] }
  computed first = findById(items, "a")
}
`,
    good: `domain Shelf {
  type Item = { id: string }
  state { items: Array<Item> = [] }
  computed first = findById(items, "a")
}
`,
  },
  E030b: {
    cause: 'Two elements of an initializer have one id; the second could never be found.',
    bad: `domain Shelf {
  type Item = { id: string }
  state { items: Array<Item> = [{ id: "a" }, { id: "a" }] }
  computed first = findById(items, "a")
}
`,
    good: `domain Shelf {
  type Item = { id: string }
  state { items: Array<Item> = [{ id: "a" }, { id: "b" }] }
  computed first = findById(items, "a")
}
`,
  },
  E031: {
    cause:
      '`updateById` and `removeById` make the new value of a collection; they stand in the value of a `patch` only. For a view use `filter` or `map`.',
    bad: `domain Shelf {
${ITEMS}
  computed others = removeById(items, "a")
}
`,
    good: `domain Shelf {
${ITEMS}
  computed others = filter(items, $item.id != "a")
}
`,
  },
  E032: {
    cause: 'A transform inside a transform reads what the outer one is about to replace. Write two patches.',
    bad: `domain Shelf {
${ITEMS}
  action swap() {
    onceIntent { patch items = removeById(updateById(items, "a", { count: 1 }), "b") }
  }
}
`,
    good: `domain Shelf {
${ITEMS}
  action swap() {
    onceIntent {
      patch items = updateById(items, "a", { count: 1 })
      patch items = removeById(items, "b")
    }
  }
}
`,
  },
  E033: {
    cause:
      'A transform changes a collection of the state: a state name, with properties or indexes. Calls, computed values and parameters are copies.',
    bad: `domain Shelf {
${ITEMS}
  action drop() { onceIntent { patch items = removeById(filter(items, $item.count > 0), "a") } }
}
`,
    good: `domain Shelf {
${ITEMS}
  action drop() { onceIntent { patch items = removeById(items, "a") } }
}
`,
  },
  E034: {
    cause: 'A guard asks and does not change: use `existsById` or `findById` in a condition.',
    bad: `domain Shelf {
${ITEMS}
  action drop() { when len(removeById(items, "a")) > 0 { patch items = [] } }
}
`,
    good: `domain Shelf {
${ITEMS}
  action drop() { when existsById(items, "a") { patch items = [] } }
}
`,
  },
  E035: {
    cause: '`available when` asks and does not change: use `existsById` or `findById`.',
    bad: `domain Shelf {
${ITEMS}
  action drop() available when len(removeById(items, "a")) > 0 { onceIntent { patch items = [] } }
}
`,
    good: `domain Shelf {
${ITEMS}
  action drop() available when existsById(items, "a") { onceIntent { patch items = [] } }
}
`,
  },
  E048: {
    cause: '`dispatchable when` asks and does not change: use `existsById` or `findById`.',
    bad: `domain Shelf {
${ITEMS}
  action drop(key: string) dispatchable when len(removeById(items, key)) > 0 {
    onceIntent { patch items = removeById(items, key) }
  }
}
`,
    good: `domain Shelf {
${ITEMS}
  action drop(key: string) dispatchable when existsById(items, key) {
    onceIntent { patch items = removeById(items, key) }
  }
}
`,
  },
} as const satisfies Record<string, Explanation>;
