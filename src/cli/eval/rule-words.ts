import { unreachable } from '../../base/unreachable.ts';
import type { Rule } from '../../experience/rule.ts';

/** A rule in few words, for tables. */
export function ruleWords(rule: Rule): string {
  switch (rule.form) {
    case 'USE':
      return `use ${rule.t}`;
    case 'AVOID':
      return `avoid ${rule.t}`;
    case 'FIRST':
      return `start with ${rule.t}`;
    case 'REPEAT':
      return `do not repeat ${rule.t}`;
    case 'PREFER':
      return `prefer ${rule.x} over ${rule.y}`;
    case 'PRE':
      return `${rule.a} before ${rule.b}`;
    case 'ARG':
      return `${rule.t} with ${rule.k}`;
    case 'ARGV':
      return `${rule.t} with ${rule.k} as ${rule.class}`;
    case 'RECOVER':
      return `after a failure ${rule.sig.slice(0, 8)}: ${rule.act}`;
    default:
      return unreachable(rule);
  }
}
