/** What a guideline says, in a form that can be checked against a trajectory without a model. Tools are normalised names. */
export type Rule =
  | { readonly form: 'USE' | 'AVOID' | 'FIRST' | 'REPEAT'; readonly t: string }
  /** Of two tools that do one job, x. */
  | { readonly form: 'PREFER'; readonly x: string; readonly y: string }
  /** A call of a before the first call of b. */
  | { readonly form: 'PRE'; readonly a: string; readonly b: string }
  /** The first call of t carries the key k. */
  | { readonly form: 'ARG'; readonly t: string; readonly k: string }
  /** In the first call of t the key k has that class of value. */
  | { readonly form: 'ARGV'; readonly t: string; readonly k: string; readonly class: string }
  /** After the first failure with that signature comes act: `retry-same`, `retry-changed(keys)`, `switch(t)` or `stop`. */
  | { readonly form: 'RECOVER'; readonly sig: string; readonly act: string };

/** Whether two rules say the same. */
export function sameRule(a: Rule, b: Rule): boolean {
  return ruleKey(a) === ruleKey(b);
}

/** One text a rule; equal for equal rules, whatever the order of their members. */
export function ruleKey(rule: Rule): string {
  const members = Object.entries(rule).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify(members);
}

/** The rule that says the contrary: roles exchanged, or avoiding for using; null for a form that has none. */
export function oppositeRule(rule: Rule): Rule | null {
  switch (rule.form) {
    case 'USE':
      return { form: 'AVOID', t: rule.t };
    case 'AVOID':
      return { form: 'USE', t: rule.t };
    case 'PREFER':
      return { form: 'PREFER', x: rule.y, y: rule.x };
    case 'PRE':
      return { form: 'PRE', a: rule.b, b: rule.a };
    default:
      return null;
  }
}
