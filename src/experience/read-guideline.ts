import { OTHER_DOMAIN, toolDomain } from '../telemetry/tool-domain.ts';
import type { ExperienceType } from './entry.ts';
import { parsePreference } from './preference.ts';
import type { Rule } from './rule.ts';
import { taskDomains } from './task-domains.ts';

/** What a guideline is about, as far as its words tell. */
export interface ReadGuideline {
  readonly type: ExperienceType;
  readonly domain: string;
  readonly rule: Rule | null;
}

const ABOUT_FAILURE =
  /\b(?:fails?|failed|failing|failure|errors?|denied|refused|not found|times? out|timed out|crash(?:es)?)\b/i;
const CONDITION = /^(?:if|when|whenever|after|on|once)\b/i;

/**
 * Reads type, domain and rule from the words of a guideline: one tool over another is a choice of tools, a condition that
 * names a failure is a failure pattern, all else a convention.
 *
 * @example
 * ```ts
 * readGuideline('Prefer `rg` over `grep`.');
 * // { type: 'tool_selection', domain: 'search', rule: { form: 'PREFER', x: 'shell:rg', y: 'shell:grep' } }
 * ```
 */
export function readGuideline(text: string): ReadGuideline {
  const preference = parsePreference(text);
  const [domain, ...others] = taskDomains({ task: text });
  if (preference !== null) {
    const [x, y] = [toolNamed(preference.x), toolNamed(preference.y)];
    const rule: Rule | null = x === null || y === null ? null : { form: 'PREFER', x, y };
    return { type: 'tool_selection', domain: x === null ? (domain ?? OTHER_DOMAIN) : toolDomain(x), rule };
  }
  const type = CONDITION.test(text) && ABOUT_FAILURE.test(text) ? 'failure_pattern' : 'convention';
  return { type, domain: others.length > 0 ? OTHER_DOMAIN : (domain ?? OTHER_DOMAIN), rule: null };
}

/** A name as telemetry would have it; null for a word that may be no tool. */
function toolNamed(name: string): string | null {
  const plain = name.toLowerCase();
  if (/[_/:]/.test(plain)) return plain;
  const program = `shell:${plain}`;
  if (toolDomain(program) !== OTHER_DOMAIN && toolDomain(program) !== 'shell') return program;
  return toolDomain(plain) === OTHER_DOMAIN ? null : plain;
}
