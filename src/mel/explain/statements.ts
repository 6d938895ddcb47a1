import type { Explanation } from './explanation.ts';

/** What may stand in the body of an action. */
export const STATEMENTS = {
  E006: {
    cause: '`fail` ends a pass with an error, so it stands inside a guard that says when.',
    bad: `domain Cart {
  state { stock: number = 3 }
  action take() {
    fail "EMPTY"
    onceIntent { patch stock = stock - 1 }
  }
}
`,
    good: `domain Cart {
  state { stock: number = 3 }
  action take() {
    when stock == 0 { fail "EMPTY" }
    onceIntent { patch stock = stock - 1 }
  }
}
`,
  },
  E007: {
    cause: '`stop` ends a pass early and in good order, so it stands inside a guard that says when.',
    bad: `domain Cart {
  state { stock: number = 3 }
  action take() {
    stop "nothing left"
    onceIntent { patch stock = stock - 1 }
  }
}
`,
    good: `domain Cart {
  state { stock: number = 3 }
  action take() {
    when stock == 0 { stop "nothing left" }
    onceIntent { patch stock = stock - 1 }
  }
}
`,
  },
  E008: {
    cause:
      '`stop` never means waiting: an action that waits for something declares an effect and goes on in a later block. Name what is already so.',
    bad: `domain Cart {
  state { paid: boolean = false }
  action ship() {
    when !paid { stop "waiting for payment" }
    onceIntent { patch paid = false }
  }
}
`,
    good: `domain Cart {
  state { paid: boolean = false }
  action ship() {
    when !paid { stop "not paid" }
    onceIntent { patch paid = false }
  }
}
`,
  },
  E_UNGUARDED_PATCH: {
    cause:
      'An action may run several times for one intent, once after each effect, so a patch stands in a guard: `onceIntent { }` for once an intent, `when condition { }` for each pass.',
    bad: `domain Counter {
  state { total: number = 0 }
  action bump() { patch total = total + 1 }
}
`,
    good: `domain Counter {
  state { total: number = 0 }
  action bump() { onceIntent { patch total = total + 1 } }
}
`,
  },
  E_UNGUARDED_EFFECT: {
    cause: 'After an effect the action runs again from the top; without a guard it would ask for the effect for ever.',
    bad: `domain Mail {
  state { answer: string | null = null }
  action ask() { effect mail.send({ into: answer }) }
}
`,
    good: `domain Mail {
  state { answer: string | null = null }
  action ask() { onceIntent { effect mail.send({ into: answer }) } }
}
`,
  },
  E_INVALID_PATCH_TARGET: {
    cause: 'Only state can be patched. A computed value follows from the state; a parameter belongs to the caller.',
    bad: `domain Cart {
  state { stock: number = 3 }
  computed empty = stock == 0
  action clear() { onceIntent { patch empty = true } }
}
`,
    good: `domain Cart {
  state { stock: number = 3 }
  computed empty = stock == 0
  action clear() { onceIntent { patch stock = 0 } }
}
`,
  },
  E_UNSET_REQUIRED: {
    cause:
      '`unset` removes an optional field or an entry of a Record, or sets a nullable field to null. This one must stay.',
    bad: `domain Cart {
  state { stock: number = 3 }
  action clear() { onceIntent { patch stock unset } }
}
`,
    good: `domain Cart {
  state { stock: number = 3 }
  action clear() { onceIntent { patch stock = 0 } }
}
`,
  },
  E_UNSET_INDEX: {
    cause: 'Unsetting an element would leave a hole in the array. Use `removeById` or `filter` to leave it out.',
    bad: `domain Cart {
  state { prices: Array<number> = [] }
  action dropFirst() { onceIntent { patch prices[0] unset } }
}
`,
    good: `domain Cart {
  state { prices: Array<number> = [] }
  action dropFirst() { onceIntent { patch prices = slice(prices, 1) } }
}
`,
  },
  E_MARKER_TYPE: {
    cause:
      '`once(marker)` writes the id of the intent into its marker: a state path of type `string | null` or `string`.',
    bad: `domain Counter {
  state { total: number = 0  seen: boolean = false }
  action bump() { once(seen) { patch total = total + 1 } }
}
`,
    good: `domain Counter {
  state { total: number = 0  seen: string | null = null }
  action bump() { once(seen) { patch total = total + 1 } }
}
`,
  },
  E_RESERVED_EFFECT: {
    cause: 'Effect types that begin with `system.` belong to the machine.',
    bad: `domain Mail {
  state { answer: string | null = null }
  action ask() { onceIntent { effect system.send({ into: answer }) } }
}
`,
    good: `domain Mail {
  state { answer: string | null = null }
  action ask() { onceIntent { effect mail.send({ into: answer }) } }
}
`,
  },
} as const satisfies Record<string, Explanation>;
