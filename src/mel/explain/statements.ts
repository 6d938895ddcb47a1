import type { Explanation } from './explanation.ts';

/** What may stand in the body of an action or of a flow. */
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
  E013: {
    cause: 'Flows are expanded where they are included; a circle of includes would have no end.',
    bad: `domain Cart {
  state { stock: number = 3 }
  flow first(n: number) { include second(n) }
  flow second(n: number) { include first(n) }
  action take(n: number) {
    include first(n)
    onceIntent { patch stock = stock - n }
  }
}
`,
    good: `domain Cart {
  state { stock: number = 3 }
  flow first(n: number) { include second(n) }
  flow second(n: number) { when n > stock { fail "TOO_MANY" } }
  action take(n: number) {
    include first(n)
    onceIntent { patch stock = stock - n }
  }
}
`,
  },
  E014: {
    cause: 'A chain of includes is longer than 16. Put the guards of several flows into one.',
    bad: `domain Cart {
  state { stock: number = 3 }
${Array.from({ length: 18 }, (_, i) => `  flow f${i}(n: number) { include f${i + 1}(n) }\n`).join('')}  flow f18(n: number) { when n > stock { fail "TOO_MANY" } }
  action take(n: number) {
    include f0(n)
    onceIntent { patch stock = stock - n }
  }
}
`,
    good: `domain Cart {
  state { stock: number = 3 }
  flow f0(n: number) { when n > stock { fail "TOO_MANY" } }
  action take(n: number) {
    include f0(n)
    onceIntent { patch stock = stock - n }
  }
}
`,
  },
  E015: {
    cause: '`include` names a flow of the same domain.',
    bad: `domain Cart {
  state { stock: number = 3 }
  action take(n: number) {
    include enough(n)
    onceIntent { patch stock = stock - n }
  }
}
`,
    good: `domain Cart {
  state { stock: number = 3 }
  flow enough(n: number) { when n > stock { fail "TOO_MANY" } }
  action take(n: number) {
    include enough(n)
    onceIntent { patch stock = stock - n }
  }
}
`,
  },
  E016: {
    cause: '`include` stands at the top level of an action or of a flow, not inside a guard. Pass the condition along.',
    bad: `domain Cart {
  state { stock: number = 3 }
  flow enough(n: number) { when n > stock { fail "TOO_MANY" } }
  action take(n: number) {
    when n > 1 { include enough(n) }
    onceIntent { patch stock = stock - n }
  }
}
`,
    good: `domain Cart {
  state { stock: number = 3 }
  flow enough(n: number) { when n > 1 && n > stock { fail "TOO_MANY" } }
  action take(n: number) {
    include enough(n)
    onceIntent { patch stock = stock - n }
  }
}
`,
  },
  E017: {
    cause: 'Flows only check: `when`, `fail`, `stop`, `include`. `once` belongs in the action.',
    bad: `domain Cart {
  state { stock: number = 3  seen: string | null = null }
  flow take(n: number) { once(seen) { patch stock = stock - n } }
  action go(n: number) { include take(n) }
}
`,
    good: `domain Cart {
  state { stock: number = 3  seen: string | null = null }
  flow enough(n: number) { when n > stock { fail "TOO_MANY" } }
  action go(n: number) {
    include enough(n)
    once(seen) { patch stock = stock - n }
  }
}
`,
  },
  E018: {
    cause: 'Flows only check: `when`, `fail`, `stop`, `include`. `onceIntent` belongs in the action.',
    bad: `domain Cart {
  state { stock: number = 3 }
  flow take(n: number) { onceIntent { patch stock = stock - n } }
  action go(n: number) { include take(n) }
}
`,
    good: `domain Cart {
  state { stock: number = 3 }
  flow enough(n: number) { when n > stock { fail "TOO_MANY" } }
  action go(n: number) {
    include enough(n)
    onceIntent { patch stock = stock - n }
  }
}
`,
  },
  E019: {
    cause: 'Flows only check: they cannot change the state. The patch belongs in the action.',
    bad: `domain Cart {
  state { stock: number = 3 }
  flow take(n: number) { when n > 0 { patch stock = stock - n } }
  action go(n: number) { include take(n) }
}
`,
    good: `domain Cart {
  state { stock: number = 3 }
  flow positive(n: number) { when n <= 0 { fail "NOT_POSITIVE" } }
  action go(n: number) {
    include positive(n)
    onceIntent { patch stock = stock - n }
  }
}
`,
  },
  E020: {
    cause: 'Flows only check: they cannot ask for effects. The effect belongs in the action.',
    bad: `domain Mail {
  state { answer: string | null = null }
  flow send(text: string) { when text != "" { effect mail.send({ text: text, into: answer }) } }
  action ask(text: string) { include send(text) }
}
`,
    good: `domain Mail {
  state { answer: string | null = null }
  flow some(text: string) { when text == "" { fail "EMPTY" } }
  action ask(text: string) {
    include some(text)
    onceIntent { effect mail.send({ text: text, into: answer }) }
  }
}
`,
  },
  E021: {
    cause: 'A parameter of a flow has the name of a state field, computed value or type. Rename it.',
    bad: `domain Cart {
  state { stock: number = 3 }
  flow enough(stock: number) { when stock <= 0 { fail "EMPTY" } }
  action take() {
    include enough(stock)
    onceIntent { patch stock = stock - 1 }
  }
}
`,
    good: `domain Cart {
  state { stock: number = 3 }
  flow enough(count: number) { when count <= 0 { fail "EMPTY" } }
  action take() {
    include enough(stock)
    onceIntent { patch stock = stock - 1 }
  }
}
`,
  },
  E022: {
    cause: 'A flow and an action have one name. Name the flow for what it demands.',
    bad: `domain Cart {
  state { stock: number = 3 }
  flow take(n: number) { when n > stock { fail "TOO_MANY" } }
  action take(n: number) {
    include take(n)
    onceIntent { patch stock = stock - n }
  }
}
`,
    good: `domain Cart {
  state { stock: number = 3 }
  flow enough(n: number) { when n > stock { fail "TOO_MANY" } }
  action take(n: number) {
    include enough(n)
    onceIntent { patch stock = stock - n }
  }
}
`,
  },
  E023: {
    cause: 'An include gives as many arguments as the flow has parameters.',
    bad: `domain Cart {
  state { stock: number = 3 }
  flow enough(n: number) { when n > stock { fail "TOO_MANY" } }
  action take(n: number) {
    include enough()
    onceIntent { patch stock = stock - n }
  }
}
`,
    good: `domain Cart {
  state { stock: number = 3 }
  flow enough(n: number) { when n > stock { fail "TOO_MANY" } }
  action take(n: number) {
    include enough(n)
    onceIntent { patch stock = stock - n }
  }
}
`,
  },
  E024: {
    cause: 'An argument of an include does not fit the type of the parameter.',
    bad: `domain Cart {
  state { stock: number = 3 }
  flow enough(n: number) { when n > stock { fail "TOO_MANY" } }
  action take(n: number) {
    include enough("two")
    onceIntent { patch stock = stock - n }
  }
}
`,
    good: `domain Cart {
  state { stock: number = 3 }
  flow enough(n: number) { when n > stock { fail "TOO_MANY" } }
  action take(n: number) {
    include enough(n)
    onceIntent { patch stock = stock - n }
  }
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
