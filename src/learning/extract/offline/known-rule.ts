import { oppositeRule, type Rule, sameRule } from '../../../experience/rule.ts';

/** An entry of the library that has a rule. */
export interface KnownRule {
  readonly id: number;
  readonly rule: Rule;
  /** Null: it is not archived. */
  readonly archived: {
    readonly by: 'person' | 'undo' | 'confidence' | 'other';
    /** ISO 8601 UTC. */
    readonly at: string;
  } | null;
}

/** What a library holds on a rule: the first entry that says it, the first that says the contrary. */
interface Stand {
  readonly same: KnownRule | null;
  readonly opposite: KnownRule | null;
  /** When it was last taken out by a person, an undo or its own bad results; null where it never was. */
  readonly withdrawnAt: string | null;
}

/** How a library stands to a rule. */
export function standOn(rule: Rule, library: readonly KnownRule[]): Stand {
  const contrary = oppositeRule(rule);
  const live = library.filter((one) => one.archived === null).sort((a, b) => a.id - b.id);
  const times = library.flatMap(({ rule: known, archived }) =>
    archived !== null && archived.by !== 'other' && sameRule(known, rule) ? [archived.at] : [],
  );
  return {
    same: live.find((one) => sameRule(one.rule, rule)) ?? null,
    opposite: contrary === null ? null : (live.find((one) => sameRule(one.rule, contrary)) ?? null),
    withdrawnAt: times.sort().at(-1) ?? null,
  };
}
