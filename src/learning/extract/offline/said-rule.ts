import type { Rule } from '../../../experience/rule.ts';

/** The rule that an effect of this sign speaks for; null where no text could say it. */
export function saidRule(rule: Rule, effect: number): Rule | null {
  switch (rule.form) {
    case 'USE':
      return effect > 0 ? rule : { form: 'AVOID', t: rule.t };
    case 'PREFER':
      return effect > 0 ? rule : { form: 'PREFER', x: rule.y, y: rule.x };
    case 'REPEAT':
      return effect < 0 ? rule : null;
    default:
      return effect > 0 ? rule : null;
  }
}
