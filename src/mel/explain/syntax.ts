import type { Explanation } from './explanation.ts';

/** Reading the text: characters, tokens, grammar, limits. */
export const SYNTAX = {
  MEL_IO: {
    cause:
      'The file cannot be read, is not valid UTF-8, or holds a NUL character, as a binary file does. Nothing else is reported for it. Save it as UTF-8 text.',
    bad: 'domain Door {\u0000}\n',
    good: `domain Door {
  state { open: boolean = false }
  computed shut = !open
}
`,
  },
  MEL_LEXER: {
    cause:
      'Characters that form no token: an unknown character, a word that the language keeps for itself (`if`, `let`, `class` …), an unfinished string or comment, a malformed number or escape.',
    bad: `domain Door {
  state { open: boolean = false }
  computed word = if(open, "open", "shut")
}
`,
    good: `domain Door {
  state { open: boolean = false }
  computed word = cond(open, "open", "shut")
}
`,
  },
  MEL_PARSER: {
    cause:
      'A token stands where the grammar has no place for it. Common causes are habits of JavaScript: method calls, `===`, `?.`, trailing semicolons, commas between state fields.',
    bad: `domain Door {
  state { name: string = "front" }
  computed short = name.trim()
}
`,
    good: `domain Door {
  state { name: string = "front" }
  computed short = trim(name)
}
`,
  },
  E004: {
    cause:
      'Identifiers that begin with `__sys__` or hold a `$` belong to the machine. The dollar names of the language (`$input`, `$context`, `$runtime`, `$item`) are read, never declared.',
    bad: `domain Door {
  state { __sys__open: boolean = false }
  computed shut = !__sys__open
}
`,
    good: `domain Door {
  state { open: boolean = false }
  computed shut = !open
}
`,
  },
  E_RESERVED_NAME: {
    cause: 'Domain names that begin with two underscores are kept for generated domains.',
    bad: `domain __Door {
  state { open: boolean = false }
  computed shut = !open
}
`,
    good: `domain Door {
  state { open: boolean = false }
  computed shut = !open
}
`,
  },
  E_IMPORT_UNSUPPORTED: {
    cause: 'A source is one whole domain; there are no imports between domains. Declare what you need in the domain.',
    bad: `import { Size } from "./sizes.mel"
domain Door {
  state { width: number = 80 }
  computed wide = width > 90
}
`,
    good: `domain Door {
  type Size = "narrow" | "wide"
  state { size: Size = "narrow" }
  computed wide = size == "wide"
}
`,
  },
  E_TOO_MANY: {
    cause:
      'The caller set `maxErrors`, and that many errors were found. This is the last diagnostic of the list; mend the ones before it, or raise the number.',
    bad: null,
    good: null,
  },
  E_LIMIT: {
    cause:
      'A limit of the language: a source longer than the compiler reads, nesting deeper than 256, a schema of more than 200,000 nodes after expansion, or more than 1,000 diagnostics (a warning where all of them are). Split the expression with computed values, or the domain in two.',
    bad: `domain Deep {
  computed one = ${'('.repeat(2000)}1${')'.repeat(2000)}
}
`,
    good: `domain Deep {
  computed one = ((1))
}
`,
  },
} as const satisfies Record<string, Explanation>;
