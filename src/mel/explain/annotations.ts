import type { Explanation } from './explanation.ts';

/** `@meta`. */
export const ANNOTATIONS = {
  E053: {
    cause:
      '`@meta` stands before a domain, a type, a field of a named object type, a state field, a computed value or an action.',
    bad: `domain Cart {
  @meta("shown")
  state { stock: number = 3 }
  computed empty = stock == 0
}
`,
    good: `domain Cart {
  state { @meta("shown") stock: number = 3 }
  computed empty = stock == 0
}
`,
  },
  E054: {
    cause: 'Parameters carry no annotations. Put it on the action and name the parameter in its payload.',
    bad: `domain Cart {
  state { stock: number = 3 }
  action take(@meta("unit", "pieces") count: number) { onceIntent { patch stock = stock - count } }
}
`,
    good: `domain Cart {
  state { stock: number = 3 }
  @meta("unit", { count: "pieces" })
  action take(count: number) { onceIntent { patch stock = stock - count } }
}
`,
  },
  E055: {
    cause: 'The payload of `@meta` is literal: strings, numbers, booleans, null, arrays and objects of them.',
    bad: `domain Cart {
  state { @meta("low", 1 + 2) stock: number = 3 }
  computed empty = stock == 0
}
`,
    good: `domain Cart {
  state { @meta("low", 3) stock: number = 3 }
  computed empty = stock == 0
}
`,
  },
  E056: {
    cause: 'The payload of `@meta` nests at most two deep.',
    bad: `domain Cart {
  state { @meta("view", { a: { b: { c: 1 } } }) stock: number = 3 }
  computed empty = stock == 0
}
`,
    good: `domain Cart {
  state { @meta("view", { a: { b: 1 } }) stock: number = 3 }
  computed empty = stock == 0
}
`,
  },
} as const satisfies Record<string, Explanation>;
