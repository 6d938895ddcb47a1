import type { Explanation } from './explanation.ts';

/** Types, values and calls. */
export const TYPES = {
  E009: {
    cause:
      '`sum(xs)`, `min(xs)` and `max(xs)` walk a whole array and stand in computed values only. Name the result and use the name.',
    bad: `domain Cart {
  state { prices: Array<number> = []  paid: number = 0 }
  action pay() { onceIntent { patch paid = sum(prices) } }
}
`,
    good: `domain Cart {
  state { prices: Array<number> = []  paid: number = 0 }
  computed due = sum(prices)
  action pay() { onceIntent { patch paid = due } }
}
`,
  },
  E010: {
    cause: 'An aggregation takes a name, a property or an array literal. Bind the array to a computed value first.',
    bad: `domain Cart {
  state { prices: Array<number> = [] }
  computed due = sum(map(prices, $item * 2))
}
`,
    good: `domain Cart {
  state { prices: Array<number> = [] }
  computed doubled = map(prices, $item * 2)
  computed due = sum(doubled)
}
`,
  },
  E011: {
    cause: 'There is no reduce, fold or scan. `sum`, `min`, `max`, `len`, `every` and `some` cover the common folds.',
    bad: `domain Cart {
  state { prices: Array<number> = [] }
  computed due = reduce(prices, 0)
}
`,
    good: `domain Cart {
  state { prices: Array<number> = [] }
  computed due = sum(prices)
}
`,
  },
  E042: {
    cause: 'A state initializer is a constant: literals, arrays and objects of constants. Nothing is calculated.',
    bad: `domain Cart {
  state { net: number = 10  gross: number = 10 * 1.2 }
  computed tax = gross - net
}
`,
    good: `domain Cart {
  state { net: number = 10  gross: number = 12 }
  computed tax = gross - net
}
`,
  },
  E043: {
    cause:
      'Two object-like members of a union cannot be told apart. Give each a field with a literal type of its own, such as `kind`.',
    bad: `domain Shape {
  type Circle = { radius: number }
  type Square = { side: number }
  state { shape: Circle | Square = { radius: 1 } }
  computed there = isNotNull(shape)
}
`,
    good: `domain Shape {
  type Circle = { kind: "circle", radius: number }
  type Square = { kind: "square", side: number }
  state { shape: Circle | Square = { kind: "circle", radius: 1 } }
  computed round = shape.kind == "circle"
}
`,
  },
  E044: {
    cause: 'No value of the type can be finite. Let one link be nullable, optional, an Array or a Record.',
    bad: `domain Tree {
  type Node = { name: string, parent: Node }
  state { root: Node | null = null }
  computed bare = isNull(root)
}
`,
    good: `domain Tree {
  type Node = { name: string, parent: Node | null }
  state { root: Node | null = null }
  computed bare = isNull(root)
}
`,
  },
  E_MISSING_DEFAULT: {
    cause: 'A state field begins with a value: write one, or admit null.',
    bad: `domain Cart {
  state { stock: number }
  computed empty = stock == 0
}
`,
    good: `domain Cart {
  state { stock: number = 0 }
  computed empty = stock == 0
}
`,
  },
  E_TYPE_MISMATCH: {
    cause:
      'A value does not belong to the type that is due. There are no implicit conversions: use `toString(x)`, `toNumber(x)`, `x > 0`, `coalesce(x, default)`, and `concat` to join texts.',
    bad: `domain Cart {
  state { name: string = "cart"  stock: number = 3 }
  computed label = name + stock
}
`,
    good: `domain Cart {
  state { name: string = "cart"  stock: number = 3 }
  computed label = concat(name, toString(stock))
}
`,
  },
  E_ARG_COUNT: {
    cause: 'A call has more or fewer arguments than the builtin takes.',
    bad: `domain Cart {
  state { stock: number = 3 }
  computed shown = clamp(stock, 0)
}
`,
    good: `domain Cart {
  state { stock: number = 3 }
  computed shown = clamp(stock, 0, 99)
}
`,
  },
  E_ARG_FORM: {
    cause: 'The argument has to be written as a literal, so that its meaning is known before the program runs.',
    bad: `domain Cart {
  type Item = { id: string }
  state { best: Item = { id: "a" }  which: string = "id" }
  computed value = field(best, which)
}
`,
    good: `domain Cart {
  type Item = { id: string }
  state { best: Item = { id: "a" } }
  computed value = field(best, "id")
}
`,
  },
  E049: {
    cause: '`clamp(x, low, high)` with the greater bound first would always give the second one.',
    bad: `domain Cart {
  state { stock: number = 3 }
  computed shown = clamp(stock, 99, 0)
}
`,
    good: `domain Cart {
  state { stock: number = 3 }
  computed shown = clamp(stock, 0, 99)
}
`,
  },
  E050: {
    cause:
      '`match(selector, [key, value], …, default)`: each arm is written as an array of two, keys are literals, and the default is not left out.',
    bad: `domain Door {
  state { open: boolean = false }
  computed word = match(open, [true, "open"])
}
`,
    good: `domain Door {
  state { open: boolean = false }
  computed word = match(open, [true, "open"], "shut")
}
`,
  },
  E051: {
    cause: 'A key stands in two arms of one `match`; the second could never be chosen.',
    bad: `domain Door {
  state { side: string = "left" }
  computed sign = match(side, ["left", 1], ["left", 2], 0)
}
`,
    good: `domain Door {
  state { side: string = "left" }
  computed sign = match(side, ["left", 1], ["right", 2], 0)
}
`,
  },
  E052: {
    cause:
      '`argmax([label, eligible, score], …, "first" | "last")`: each candidate is written as an array of three, and the last argument says which of two equals wins.',
    bad: `domain Choice {
  state { left: number = 1  right: number = 2 }
  computed best = argmax(["left", true, left], ["right", true, right])
}
`,
    good: `domain Choice {
  state { left: number = 1  right: number = 2 }
  computed best = argmax(["left", left > 0, left], ["right", right > 0, right], "first")
}
`,
  },
} as const satisfies Record<string, Explanation>;
