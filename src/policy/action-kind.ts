/** What the next action of a goal is. `diagnose` only reads; `wait` waits for an outside service or a child. */
export const ACTION_KINDS = ['execute', 'diagnose', 'review', 'wait'] as const;
export type ActionKind = (typeof ACTION_KINDS)[number];
