import { unreachable } from '../../../base/unreachable.ts';
import { isEntryText } from '../../../experience/entry-text.ts';
import type { Rule } from '../../../experience/rule.ts';
import type { FailureName } from './recovery-units.ts';
import type { Channel } from './settings.ts';

/** Units on a side, and how many of them succeeded. */
export interface SideCount {
  readonly n: number;
  readonly successes: number;
}

/** The side that the rule recommends, and the other. */
export interface Counts {
  readonly good: SideCount;
  readonly bad: SideCount;
}

export interface TextFacts {
  readonly rule: Rule;
  readonly channel: Channel;
  readonly domain: string;
  /** Null: they would contradict the rule. */
  readonly counts: Counts | null;
  /** What `RECOVER` is about. */
  readonly failure: FailureName | null;
}

interface Sentence {
  readonly start: string;
  /** With its separator. */
  readonly counts: (counts: Counts) => string;
}

const MAX_NAME = 64;
const NAME = /^[\p{L}\p{N}_./:-]+$/u;
const SHELL_NAME = /^shell:[\p{L}\p{N}_./:-]+ [a-z][a-z0-9-]*$/u;
const SUCH_TASKS = 'such tasks';

const CLASS_WORDS: ReadonlyMap<string, string> = new Map([
  ['bool:true', 'true'],
  ['bool:false', 'false'],
  ['null', 'null'],
  ['int', 'an integer'],
  ['float', 'a fraction'],
  ['object', 'an object'],
  ['string', 'free text'],
  ['list(n=0)', 'an empty list'],
  ['list(n=1)', 'a list of one'],
  ['list(n=2+)', 'a longer list'],
]);

/**
 * The guideline of a rule: names, classes and counts in a fixed form, nothing else. Without its counts, then without the
 * domain where it would be too long; null where a name in it may not be printed or the form has no text.
 */
export function ruleText(facts: TextFacts): string | null {
  const own = isPrintable(facts.domain) && facts.domain !== 'other' ? `${facts.domain} tasks` : SUCH_TASKS;
  const long = sentenceOf(facts, own);
  const short = sentenceOf(facts, SUCH_TASKS);
  if (long === null || short === null) return null;
  const { counts } = facts;
  const full = counts === null ? [] : [`${long.start}${long.counts(counts)}.`];
  return [...full, `${long.start}.`, `${short.start}.`].find(isEntryText) ?? null;
}

/** Whether a name may stand in a text. */
function isPrintable(name: string): boolean {
  return (
    name.length <= 2 * MAX_NAME && Array.from(name).length <= MAX_NAME && (NAME.test(name) || SHELL_NAME.test(name))
  );
}

function sentenceOf({ rule, channel, failure }: TextFacts, task: string): Sentence | null {
  switch (rule.form) {
    case 'USE':
      return about([rule.t], `For ${task}, use ${quoted(rule.t)}`, ({ good, bad }) => {
        return `; success ${won(good)} with it, ${won(bad)} without`;
      });
    case 'AVOID':
      return about([rule.t], `For ${task}, avoid ${quoted(rule.t)} unless needed`, ({ good, bad }) => {
        return `; success ${won(good)} without it, ${won(bad)} with`;
      });
    case 'PREFER':
      return about(
        [rule.x, rule.y],
        `For ${task}, prefer ${quoted(rule.x)} over ${quoted(rule.y)}`,
        ({ good, bad }) => {
          return `: success ${won(good)} against ${won(bad)} in comparable runs`;
        },
      );
    case 'FIRST':
      return about([rule.t], `For ${task}, start with ${quoted(rule.t)}`, ({ good, bad }) => {
        return ` (success ${won(good)} against ${won(bad)})`;
      });
    case 'PRE':
      return about([rule.a, rule.b], `Before ${quoted(rule.b)}, call ${quoted(rule.a)}`, ({ good, bad }) => {
        return channel === 'outcome'
          ? `; success ${won(good)} against ${won(bad)}`
          : `; ${quoted(rule.b)} then failed ${lost(good)} times instead of ${lost(bad)}`;
      });
    case 'ARG':
      return about([rule.t, rule.k], `When calling ${quoted(rule.t)}, pass ${rule.k}`, withIt(channel, 'without'));
    case 'ARGV':
      return valueSentence(rule, channel);
    case 'REPEAT':
      return about([rule.t], `Do not call ${quoted(rule.t)} three times in a row unchanged`, ({ good, bad }) => {
        return `; success ${won(good)} without, ${won(bad)} with`;
      });
    case 'RECOVER':
      return failure === null ? null : recoverySentence(rule.act, failure);
    default:
      return unreachable(rule);
  }
}

function valueSentence(
  { t, k, class: name }: Extract<Rule, { readonly form: 'ARGV' }>,
  channel: Channel,
): Sentence | null {
  const words = CLASS_WORDS.get(name);
  if (words === undefined) return null;
  return about([t, k], `When calling ${quoted(t)}, set ${k} to ${words}`, withIt(channel, 'otherwise'));
}

function withIt(channel: Channel, other: string): Sentence['counts'] {
  return ({ good, bad }) =>
    channel === 'outcome'
      ? `; success ${won(good)} with it, ${won(bad)} ${other}`
      : `; failures ${lost(good)} with it, ${lost(bad)} ${other}`;
}

function recoverySentence(act: string, { tool, errorClass }: FailureName): Sentence | null {
  const answer = answerOf(act);
  if (answer === null) return null;
  const start = `If ${quoted(tool)} fails with ${errorClass}, ${answer.text}`;
  return about([tool, errorClass, ...answer.names], start, ({ good, bad }) => {
    return `; that worked ${won(good)} times, other reactions ${won(bad)}`;
  });
}

function answerOf(act: string): { readonly text: string; readonly names: readonly string[] } | null {
  if (act === 'retry-same') return { text: 'retry it unchanged', names: [] };
  const [, kind, inside = ''] = /^(retry-changed|switch)\((.+)\)$/su.exec(act) ?? [];
  if (kind === 'switch') return { text: `call ${quoted(inside)}`, names: [inside] };
  if (kind === undefined) return null;
  const keys = inside.split(',');
  return { text: `retry it with ${keys.join(', ')}`, names: keys };
}

function about(names: readonly string[], start: string, counts: Sentence['counts']): Sentence | null {
  return names.every(isPrintable) ? { start, counts } : null;
}

function quoted(name: string): string {
  return `\`${name}\``;
}

function won({ n, successes }: SideCount): string {
  return `${successes}/${n}`;
}

function lost({ n, successes }: SideCount): string {
  return `${n - successes}/${n}`;
}
