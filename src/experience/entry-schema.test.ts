import * as v from 'valibot';
import { expect, test } from 'vitest';
import { ENTRY_DOMAIN, ENTRY_TYPE, issueText } from './entry-schema.ts';
import { RULE_SCHEMA } from './rule-schema.ts';

const guideline = v.object({ type: ENTRY_TYPE, domain: ENTRY_DOMAIN, rule: RULE_SCHEMA });
const right = { type: 'convention', domain: 'fs', rule: { form: 'USE', t: 'shell:rg' } };

test.each([
  [{ ...right, type: 'advice' }, 'type: "advice" is none of "convention", "tool_selection", "failure_pattern"'],
  [{ ...right, domain: 'two words' }, 'domain: it is no single word of letters and digits'],
  [{ ...right, rule: { form: 'USE' } }, 'rule.t: it is missing'],
  [{ ...right, rule: { form: 'USE', t: '' } }, 'rule.t: it is empty'],
  [{ ...right, rule: { form: 'USE', t: 5 } }, 'rule.t: 5 is no string'],
  [{ ...right, rule: { form: 'USE', t: 'x'.repeat(65) } }, 'rule.t: it is too long (65 characters)'],
  [{ ...right, rule: { form: 'USE', t: 'a', k: 'b' } }, 'rule.k: there is no such member'],
  [{ ...right, rule: 'USE' }, 'rule: "USE" is no object'],
  ['text', '"text" is no object'],
])('names the member that is wrong, and how: %j', (value, said) => {
  const parsed = v.safeParse(guideline, value);
  expect(parsed.issues?.map(issueText)).toEqual([said]);
});
