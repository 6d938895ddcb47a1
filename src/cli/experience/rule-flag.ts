import * as v from 'valibot';
import { PraxisError } from '../../base/errors.ts';
import type { Rule } from '../../experience/rule.ts';

const name = v.pipe(v.string(), v.minLength(1), v.maxLength(64));
const RULE = v.variant('form', [
  v.strictObject({ form: v.picklist(['USE', 'AVOID', 'FIRST', 'REPEAT']), t: name }),
  v.strictObject({ form: v.literal('PREFER'), x: name, y: name }),
  v.strictObject({ form: v.literal('PRE'), a: name, b: name }),
  v.strictObject({ form: v.literal('ARG'), t: name, k: name }),
  v.strictObject({ form: v.literal('ARGV'), t: name, k: name, class: name }),
  v.strictObject({ form: v.literal('RECOVER'), sig: name, act: name }),
]);

/** The rule that a flag holds; USAGE for anything else. */
export function ruleOf(text: string): Rule {
  const parsed = v.safeParse(RULE, parseJson(text));
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  throw new PraxisError('USAGE', `--rule ${text} is no rule: ${issue.message}`, {
    hint: 'For example {"form":"PREFER","x":"shell:rg","y":"shell:grep"}; docs/experience.md lists the forms.',
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new PraxisError('USAGE', `--rule ${text} is no JSON`, {
      hint: 'For example \'{"form":"USE","t":"shell:rg"}\', in quotes for the shell.',
    });
  }
}
