import * as v from 'valibot';

/** The name of a tool, of a key, a class or a signature. */
export const RULE_NAME = v.pipe(v.string(), v.minLength(1), v.maxLength(64));

/** A rule as people and exports write it. */
export const RULE_SCHEMA = v.variant('form', [
  v.strictObject({ form: v.picklist(['USE', 'AVOID', 'FIRST', 'REPEAT']), t: RULE_NAME }),
  v.strictObject({ form: v.literal('PREFER'), x: RULE_NAME, y: RULE_NAME }),
  v.strictObject({ form: v.literal('PRE'), a: RULE_NAME, b: RULE_NAME }),
  v.strictObject({ form: v.literal('ARG'), t: RULE_NAME, k: RULE_NAME }),
  v.strictObject({ form: v.literal('ARGV'), t: RULE_NAME, k: RULE_NAME, class: RULE_NAME }),
  // The act may name many keys.
  v.strictObject({
    form: v.literal('RECOVER'),
    sig: RULE_NAME,
    act: v.pipe(v.string(), v.minLength(1), v.maxLength(400)),
  }),
]);
