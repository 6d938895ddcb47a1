import { compareCodePoints } from '../../../base/code-point-order.ts';
import { unreachable } from '../../../base/unreachable.ts';
import type { Rule } from '../../../experience/rule.ts';

/** Of candidates that say the same the first is kept: a preference, else by the table of forms. */
const FORMS: readonly Rule['form'][] = ['PREFER', 'USE', 'AVOID', 'FIRST', 'PRE', 'ARG', 'ARGV', 'REPEAT', 'RECOVER'];

/** The order in which candidates are kept and served. */
export function compareRules(a: Rule, b: Rule): number {
  const byForm = FORMS.indexOf(a.form) - FORMS.indexOf(b.form);
  if (byForm !== 0) return byForm;
  const left = names(a);
  const right = names(b);
  for (const [index, name] of left.entries()) {
    const order = compareCodePoints(name, right[index] ?? '');
    if (order !== 0) return order;
  }
  return 0;
}

function names(rule: Rule): readonly string[] {
  switch (rule.form) {
    case 'USE':
    case 'AVOID':
    case 'FIRST':
    case 'REPEAT':
      return [rule.t];
    case 'PREFER':
      return [rule.x, rule.y];
    case 'PRE':
      return [rule.a, rule.b];
    case 'ARG':
      return [rule.t, rule.k];
    case 'ARGV':
      return [rule.t, rule.k, rule.class];
    case 'RECOVER':
      return [rule.sig, rule.act];
    default:
      return unreachable(rule);
  }
}
