import type { Explanation } from './explanation.ts';

/** Flows, and what includes them. */
export const FLOWS = {
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
} as const satisfies Record<string, Explanation>;
