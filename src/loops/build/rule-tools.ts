import { unreachable } from '../../base/unreachable.ts';
import type { Rule } from '../../experience/rule.ts';

/** The normalised tools that a rule names. */
export function toolsOfRule(rule: Rule): readonly string[] {
  switch (rule.form) {
    case 'PREFER':
      return [rule.x, rule.y];
    case 'PRE':
      return [rule.a, rule.b];
    case 'RECOVER': {
      const switched = /^switch\((.+)\)$/s.exec(rule.act)?.[1];
      return switched === undefined ? [] : [switched];
    }
    case 'USE':
    case 'AVOID':
    case 'FIRST':
    case 'REPEAT':
    case 'ARG':
    case 'ARGV':
      return [rule.t];
    default:
      return unreachable(rule);
  }
}
