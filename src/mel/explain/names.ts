import type { Explanation } from './explanation.ts';

/** Which name may stand where. */
export const NAMES = {
  E001: {
    cause:
      'A computed value is a pure function of the state. What one dispatch brings along (`$input`, `$context`, `$runtime`) does not exist outside that dispatch.',
    bad: `domain Cart {
  state { price: number = 10 }
  computed total = price * $input.count
}
`,
    good: `domain Cart {
  state { price: number = 10  count: number = 1 }
  computed total = price * count
}
`,
  },
  E002: {
    cause: 'The initial state is constant: it cannot depend on a dispatch. Begin with null and let an action fill it.',
    bad: `domain Visit {
  state { startedAt: number = $runtime.time.timestamp }
  action start() { onceIntent { patch startedAt = $runtime.time.timestamp } }
}
`,
    good: `domain Visit {
  state { startedAt: number | null = null }
  action start() { onceIntent { patch startedAt = $runtime.time.timestamp } }
}
`,
  },
  E003: {
    cause:
      'The dollar name does not exist: `$runtime` has `intent.id`, `intent.action`, `time.timestamp`, `time.iso`, `random.seed` and `random.uuid`; `$context` needs a `context` block; `$system` and `$meta` are gone.',
    bad: `domain Visit {
  state { startedAt: number | null = null }
  action start() { onceIntent { patch startedAt = $runtime.now } }
}
`,
    good: `domain Visit {
  state { startedAt: number | null = null }
  action start() { onceIntent { patch startedAt = $runtime.time.timestamp } }
}
`,
  },
  E005: {
    cause:
      '`available when` is asked before there is any input: it sees state and computed values only. What depends on the input belongs in `dispatchable when`.',
    bad: `domain Cart {
  state { stock: number = 3 }
  action take(count: number) available when count <= stock {
    onceIntent { patch stock = stock - count }
  }
}
`,
    good: `domain Cart {
  state { stock: number = 3 }
  action take(count: number) available when stock > 0 dispatchable when count <= stock {
    onceIntent { patch stock = stock - count }
  }
}
`,
  },
  E047: {
    cause: '`dispatchable when` sees the parameters by their bare names; dollar names are not in scope there.',
    bad: `domain Cart {
  state { stock: number = 3 }
  action take(count: number) dispatchable when $input.count <= stock {
    onceIntent { patch stock = stock - count }
  }
}
`,
    good: `domain Cart {
  state { stock: number = 3 }
  action take(count: number) dispatchable when count <= stock {
    onceIntent { patch stock = stock - count }
  }
}
`,
  },
  E_UNDEFINED: {
    cause:
      'No parameter, state field or computed value of that name is in scope. Actions, types and flows are not values.',
    bad: `domain Cart {
  state { stock: number = 3 }
  computed empty = stok == 0
}
`,
    good: `domain Cart {
  state { stock: number = 3 }
  computed empty = stock == 0
}
`,
  },
  E_DUPLICATE: {
    cause:
      'State fields, computed values and actions share one set of names, and a parameter may not hide one of them. Rename the second.',
    bad: `domain Cart {
  state { stock: number = 3 }
  action set(stock: number) { onceIntent { patch stock = stock } }
}
`,
    good: `domain Cart {
  state { stock: number = 3 }
  action set(count: number) { onceIntent { patch stock = count } }
}
`,
  },
  E_DUPLICATE_FIELD: {
    cause: 'A field stands twice in one block or type, or there is a second `context` block.',
    bad: `domain Cart {
  type Item = { id: string, id: string }
  state { items: Array<Item> = [] }
  computed count = len(items)
}
`,
    good: `domain Cart {
  type Item = { id: string, name: string }
  state { items: Array<Item> = [] }
  computed count = len(items)
}
`,
  },
  E_ITEM_SCOPE: {
    cause:
      '`$item` is the current element inside the second argument of `filter`, `map`, `find`, `every` and `some`, and inside `where`, `select` and `by` of the built-in effects. Elsewhere it means nothing.',
    bad: `domain Cart {
  state { prices: Array<number> = [] }
  computed dear = $item > 100
}
`,
    good: `domain Cart {
  state { prices: Array<number> = [] }
  computed dear = some(prices, $item > 100)
}
`,
  },
  E_UNSAFE_KEY: {
    cause:
      'The keys `__proto__`, `prototype` and `constructor` are never written: in other programs they change objects.',
    bad: `domain Cart {
  computed odd = { constructor: 1 }
}
`,
    good: `domain Cart {
  computed odd = { builder: 1 }
}
`,
  },
  E_UNKNOWN_TYPE: {
    cause: 'The type is neither built in (`string`, `number`, `boolean`, `null`, `object`) nor declared with `type`.',
    bad: `domain Cart {
  state { price: Money = 10 }
  computed dear = price > 100
}
`,
    good: `domain Cart {
  type Money = number
  state { price: Money = 10 }
  computed dear = price > 100
}
`,
  },
  E_UNKNOWN_PROPERTY: {
    cause:
      'Object types are closed: only declared fields can be read or patched. Use `Record<string, T>` for open keys.',
    bad: `domain Cart {
  type Item = { id: string, price: number }
  state { best: Item = { id: "a", price: 1 } }
  computed dear = best.cost > 100
}
`,
    good: `domain Cart {
  type Item = { id: string, price: number }
  state { best: Item = { id: "a", price: 1 } }
  computed dear = best.price > 100
}
`,
  },
  E_UNKNOWN_FN: {
    cause:
      'There is no builtin of that name, and a domain cannot define functions. `docs/mel-reference.md` lists them all.',
    bad: `domain Cart {
  state { name: string = "" }
  computed loud = toUpperCase(name)
}
`,
    good: `domain Cart {
  state { name: string = "" }
  computed loud = upper(name)
}
`,
  },
  E040: {
    cause: 'Computed values are worked out in the order of what they read; a circle has no first one.',
    bad: `domain Cart {
  computed gross = net * 1.2
  computed net = gross / 1.2
}
`,
    good: `domain Cart {
  state { net: number = 10 }
  computed gross = net * 1.2
}
`,
  },
} as const satisfies Record<string, Explanation>;
