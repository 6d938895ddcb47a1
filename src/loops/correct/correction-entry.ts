import type { ExperienceType } from '../../experience/entry.ts';
import { entryTextProblem } from '../../experience/entry-text.ts';
import type { Rule } from '../../experience/rule.ts';
import { taskDomains } from '../../experience/task-domains.ts';
import { OTHER_DOMAIN, toolDomain } from '../../telemetry/tool-domain.ts';
import type { ToolRegistry } from '../build/tool-registry.ts';
import { type CorrectionForm, readCorrectionForm } from './correction-form.ts';
import { generalises } from './generalises.ts';

/** What a correction teaches, or why it is about its instance alone. */
export type Lesson =
  | {
      readonly kind: 'lesson';
      readonly text: string;
      readonly type: ExperienceType;
      readonly domain: string;
      readonly rule: Rule | null;
    }
  | { readonly kind: 'instance'; readonly reason: string };

/** What is known of the task that was corrected. */
export interface CorrectedWork {
  readonly registry: Pick<ToolRegistry, 'resolve'>;
  /** Domains that the project gives to tools. */
  readonly toolDomains: Readonly<Record<string, string>>;
}

/** Fills the template of a correction, word by word as the user wrote it. Nothing foreign comes in. */
export function lessonOf(correction: string, work: CorrectedWork): Lesson {
  const form = readCorrectionForm(correction);
  if (form === null) return { kind: 'instance', reason: 'it has none of the forms that can be read without a model' };
  const isTool = (name: string): boolean => work.registry.resolve(name) !== null;
  if (!slotsOf(form).every((slot) => generalises(slot, isTool)))
    return { kind: 'instance', reason: 'it is about this instance alone' };
  const text = templateText(form);
  // Never cut: what is at the end of it may be its exception.
  const problem = entryTextProblem(text);
  if (problem !== undefined) return { kind: 'instance', reason: `as a guideline ${problem}` };
  return { kind: 'lesson', text, ...meaningOf(form, work) };
}

function slotsOf(form: CorrectionForm): readonly string[] {
  switch (form.kind) {
    case 'prefer':
      return [form.x, form.y];
    case 'before':
      return [form.first, form.second];
    default:
      return [form.what];
  }
}

function templateText(form: CorrectionForm): string {
  switch (form.kind) {
    case 'prefer':
      return `Prefer ${form.x} over ${form.y}.`;
    case 'never':
      return `Never ${form.what}.`;
    case 'always':
      return `Always ${form.what}.`;
    case 'before':
      return `${form.first.charAt(0).toUpperCase()}${form.first.slice(1)} before ${form.second}.`;
  }
}

function meaningOf(
  form: CorrectionForm,
  work: CorrectedWork,
): Pick<Lesson & { kind: 'lesson' }, 'type' | 'domain' | 'rule'> {
  const rule = ruleOf(form, work.registry);
  const tool = rule?.form === 'PREFER' ? rule.x : rule?.form === 'PRE' ? rule.b : null;
  return {
    type: form.kind === 'prefer' ? 'tool_selection' : 'convention',
    domain: tool === null ? domainOf(form, work) : toolDomain(tool, work.toolDomains),
    rule,
  };
}

/** What its own words tell. Who says "never push to main" during a search does not speak of searching. */
function domainOf(form: CorrectionForm, { toolDomains }: CorrectedWork): string {
  const [domain, ...others] = taskDomains({ task: slotsOf(form).join(' '), overrides: toolDomains });
  return domain === undefined || others.length > 0 ? OTHER_DOMAIN : domain;
}

/** Where both slots name a tool each. */
function ruleOf(form: CorrectionForm, { resolve }: Pick<ToolRegistry, 'resolve'>): Rule | null {
  if (form.kind !== 'prefer' && form.kind !== 'before') return null;
  const [one, other] = slotsOf(form).map((slot) => resolve(plainName(slot)));
  if (one === null || one === undefined || other === null || other === undefined || one === other) return null;
  return form.kind === 'prefer' ? { form: 'PREFER', x: one, y: other } : { form: 'PRE', a: one, b: other };
}

/** `the \`rg\` tool` means rg. */
function plainName(slot: string): string {
  return slot
    .replace(/`/gu, '')
    .replace(/^(?:the|a|an|run|running|call|calling|use|using)\s+/iu, '')
    .replace(/\s+(?:tool|command|program)$/iu, '');
}
