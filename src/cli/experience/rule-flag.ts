import * as v from 'valibot';
import { PraxisError } from '../../base/errors.ts';
import { issueText } from '../../experience/entry-schema.ts';
import type { Rule } from '../../experience/rule.ts';
import { RULE_SCHEMA } from '../../experience/rule-schema.ts';

/** The rule that a flag holds; USAGE for anything else. */
export function ruleOf(text: string): Rule {
  const parsed = v.safeParse(RULE_SCHEMA, parseJson(text));
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  throw new PraxisError('USAGE', `--rule ${text} is no rule: ${issueText(issue)}`, {
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
