import * as v from 'valibot';
import type { Rule } from '../../src/experience/rule.ts';

const text = v.string();

/** A rule as the vectors write it. */
const rule = v.variant('form', [
  v.object({ form: v.picklist(['USE', 'AVOID', 'FIRST', 'REPEAT']), t: text }),
  v.object({ form: v.literal('PREFER'), x: text, y: text }),
  v.object({ form: v.literal('PRE'), a: text, b: text }),
  v.object({ form: v.literal('ARG'), t: text, k: text }),
  v.object({ form: v.literal('ARGV'), t: text, k: text, class: text }),
  v.object({ form: v.literal('RECOVER'), sig: text, act: text }),
]);

/** Reads a rule; members that its form does not have are left out. */
export function ruleOf(value: unknown): Rule {
  return v.parse(rule, value);
}
