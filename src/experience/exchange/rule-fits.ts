import { parsePreference } from '../preference.ts';
import type { Rule } from '../rule.ts';

/** Whether the text of a guideline names what its rule is about, so that the rule can stand for it. */
export function ruleFits(rule: Rule, text: string): boolean {
  if (rule.form === 'PREFER') {
    const read = parsePreference(text);
    return read !== null && isCalled(rule.x, read.x) && isCalled(rule.y, read.y);
  }
  const isNegative = /(?<![\p{L}])(?:avoid|not|never|without)(?![\p{L}])|n't/iu.test(text);
  const isBan = rule.form === 'AVOID' || rule.form === 'REPEAT';
  if (isNegative !== isBan && rule.form !== 'RECOVER') return false;
  return namesOf(rule).every((name) => text.includes(name) || hasWord(text, plainName(name)));
}

/** A program of the shell goes by its own name in a text. */
function plainName(tool: string): string {
  return tool.replace(/^shell:/, '');
}

function isCalled(tool: string, name: string): boolean {
  return name === tool || name.toLowerCase() === plainName(tool);
}

function hasWord(text: string, name: string): boolean {
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<![\\p{L}\\p{N}_/-])${escaped}(?![\\p{L}\\p{N}_/-])`, 'iu').test(text);
}

function namesOf(rule: Rule): readonly string[] {
  switch (rule.form) {
    case 'PREFER':
      return [rule.x, rule.y];
    case 'PRE':
      return [rule.a, rule.b];
    case 'ARG':
    case 'ARGV':
      return [rule.t, rule.k];
    case 'RECOVER': {
      const target = /^switch\((.+)\)$/.exec(rule.act)?.[1];
      return target === undefined ? [] : [target];
    }
    default:
      return [rule.t];
  }
}
