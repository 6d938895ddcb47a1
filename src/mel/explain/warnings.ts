import type { Explanation } from './explanation.ts';

/** What compiles and is most likely not meant. */
export const WARNINGS = {
  W012: {
    cause: 'An object type written inside a state field has no name that messages and tools could use. Declare it.',
    bad: `domain Cart {
  state { best: { price: number } = { price: 1 } }
  computed dear = best.price > 100
}
`,
    good: `domain Cart {
  type Item = { price: number }
  state { best: Item = { price: 1 } }
  computed dear = best.price > 100
}
`,
  },
  W_UNUSED: {
    cause: 'A type, flow, parameter, context field or state field that nothing uses. Remove it, or use it.',
    bad: `domain Cart {
  state { stock: number = 3 }
  action take(count: number) { onceIntent { patch stock = stock - 1 } }
}
`,
    good: `domain Cart {
  state { stock: number = 3 }
  action take(count: number) { onceIntent { patch stock = stock - count } }
}
`,
  },
  W_MAYBE_NULL: {
    cause:
      'The value may be null at run time although its type does not say so: an element that is not there, a division by zero, the least of nothing. In arithmetic null counts as 0, and a patch of null fails. Say with `coalesce` what is meant.',
    bad: `domain Cart {
  state { prices: Array<number> = []  last: number = 0 }
  action note() { onceIntent { patch last = at(prices, 0) } }
}
`,
    good: `domain Cart {
  state { prices: Array<number> = []  last: number = 0 }
  action note() { onceIntent { patch last = coalesce(at(prices, 0), 0) } }
}
`,
  },
  W_AFTER_EFFECT: {
    cause:
      'After an effect the action runs again from the top, and this block is closed by then: what stands behind the effect never runs. Put it into a block of its own, with a condition on what the effect brings.',
    bad: `domain Mail {
  state { answer: string | null = null  asked: boolean = false }
  action ask() {
    onceIntent {
      effect mail.send({ into: answer })
      patch asked = true
    }
  }
}
`,
    good: `domain Mail {
  state { answer: string | null = null  asked: boolean = false }
  action ask() {
    onceIntent { effect mail.send({ into: answer }) }
    onceIntent when isNotNull(answer) { patch asked = true }
  }
}
`,
  },
  W_NON_CONVERGING_EFFECT: {
    cause:
      'Nothing that the effect brings can make its guard false, so the action would ask for it again until the limit of the host. Guard it with `onceIntent`, or with a condition on its result.',
    bad: `domain Mail {
  state { answer: string | null = null  on: boolean = true }
  action ask() { when on { effect mail.send({ into: answer }) } }
}
`,
    good: `domain Mail {
  state { answer: string | null = null }
  action ask() { when isNull(answer) { effect mail.send({ into: answer }) } }
}
`,
  },
  W_UNKNOWN_EFFECT: {
    cause:
      'Effects below `array.` and `record.` are built in, and this one is not among them, so it would wait for a handler of the host. Mostly it is misspelt.',
    bad: `domain Scores {
  state { all: Array<number> = [] }
  action rank() { onceIntent { effect array.sortt({ source: all, into: all }) } }
}
`,
    good: `domain Scores {
  state { all: Array<number> = [] }
  action rank() { onceIntent { effect array.sort({ source: all, by: $item, into: all }) } }
}
`,
  },
  W_STALE_COMPUTED: {
    cause:
      'Computed values keep for the whole pass what they were when it began; this one is read after something it depends on was patched. Read it before, or write the expression out.',
    bad: `domain Counter {
  state { total: number = 0  shown: number = 0 }
  computed twice = total * 2
  action bump() {
    onceIntent {
      patch total = total + 1
      patch shown = twice
    }
  }
}
`,
    good: `domain Counter {
  state { total: number = 0  shown: number = 0 }
  action bump() {
    onceIntent {
      patch total = total + 1
      patch shown = total * 2
    }
  }
}
`,
  },
  W_FAIL_AFTER_PATCH: {
    cause: '`fail` takes nothing back: what was patched before it stays. Check first, patch afterwards.',
    bad: `domain Cart {
  state { stock: number = 3 }
  action take(count: number) {
    onceIntent { patch stock = stock - count }
    when stock < 0 { fail "TOO_MANY" }
  }
}
`,
    good: `domain Cart {
  state { stock: number = 3 }
  action take(count: number) {
    when count > stock { fail "TOO_MANY" }
    onceIntent { patch stock = stock - count }
  }
}
`,
  },
  W_SHARED_MARKER: {
    cause: 'Two `once` blocks of one action share a marker: the first closes it, so the second never runs.',
    bad: `domain Counter {
  state { total: number = 0  seen: string | null = null }
  action bump() {
    once(seen) { patch total = total + 1 }
    once(seen) { patch total = total + 10 }
  }
}
`,
    good: `domain Counter {
  state { total: number = 0  first: string | null = null  second: string | null = null }
  action bump() {
    once(first) { patch total = total + 1 }
    once(second) { patch total = total + 10 }
  }
}
`,
  },
  W_MARKER_WRITTEN: {
    cause: 'The block writes the marker that keeps it from running twice. Leave the marker to `once`.',
    bad: `domain Counter {
  state { total: number = 0  seen: string | null = null }
  action bump() {
    once(seen) {
      patch total = total + 1
      patch seen = null
    }
  }
}
`,
    good: `domain Counter {
  state { total: number = 0  seen: string | null = null }
  action bump() {
    once(seen) { patch total = total + 1 }
  }
}
`,
  },
  W_DUPLICATE_KEY: {
    cause: 'A key stands twice in an object literal; the later value wins.',
    bad: `domain Cart {
  computed size = { width: 1, width: 2 }
}
`,
    good: `domain Cart {
  computed size = { width: 1, height: 2 }
}
`,
  },
  W_DEAD_ARM: {
    cause: 'The selector can never have the value of this key, so the arm is never chosen.',
    bad: `domain Door {
  state { side: "left" | "right" = "left" }
  computed sign = match(side, ["left", 1], ["top", 2], 0)
}
`,
    good: `domain Door {
  state { side: "left" | "right" = "left" }
  computed sign = match(side, ["left", 1], ["right", 2], 0)
}
`,
  },
  W_DEAD_PATH: {
    cause:
      'Elements of an array are written by their number, entries of a Record by a string. An index of another type never leads anywhere, so the statement fails whenever it runs.',
    bad: `domain Shelf {
  type Item = { id: string, count: number }
  state { items: Array<Item> = [] }
  action fill(id: string) { onceIntent { patch items[id].count = 9 } }
}
`,
    good: `domain Shelf {
  type Item = { id: string, count: number }
  state { items: Array<Item> = [] }
  action fill(id: string) { onceIntent { patch items = updateById(items, id, { count: 9 }) } }
}
`,
  },
  W_ID_REWRITE: {
    cause: 'The update changes the `id` by which elements are found. Leave the id out, or remove and append.',
    bad: `domain Shelf {
  type Item = { id: string, count: number }
  state { items: Array<Item> = [] }
  action fill(key: string) { onceIntent { patch items = updateById(items, key, { id: "b", count: 1 }) } }
}
`,
    good: `domain Shelf {
  type Item = { id: string, count: number }
  state { items: Array<Item> = [] }
  action fill(key: string) { onceIntent { patch items = updateById(items, key, { count: 1 }) } }
}
`,
  },
  W_CONSTANT_CONDITION: {
    cause:
      'The condition is always the same: it holds no name, or it compares with a value that the other side can never have.',
    bad: `domain Counter {
  state { total: number = 0 }
  action reset() { when 1 > 0 { patch total = 0 } }
}
`,
    good: `domain Counter {
  state { total: number = 0 }
  action reset() { when total > 0 { patch total = 0 } }
}
`,
  },
  I_SHORTER: {
    cause: 'A builtin says the same in fewer words. The result is equal; the change is offered, not demanded.',
    bad: `domain Cart {
  state { due: number = 3  paid: number = 1 }
  computed off = abs(due - paid)
}
`,
    good: `domain Cart {
  state { due: number = 3  paid: number = 1 }
  computed off = absDiff(due, paid)
}
`,
  },
} as const satisfies Record<string, Explanation>;
