/** The `--json` flag that every verb with data has. */
export const JSON_FLAG = {
  kind: 'boolean',
  brief: 'Print one JSON document on stdout and nothing else',
  default: false,
  withNegated: false,
} as const;

/** A flag that is off unless given. */
export function switchFlag(brief: string) {
  return { kind: 'boolean', brief, default: false, withNegated: false } as const;
}

/** A flag that says nothing unless it is given. */
export function optionalSwitch(brief: string) {
  return { kind: 'boolean', brief, optional: true, withNegated: false } as const;
}

/** A flag with a text value that may be left out. */
export function textFlag(brief: string, placeholder: string) {
  return { kind: 'parsed', parse: String, brief, placeholder, optional: true } as const;
}
