import { sha256Hex } from '../../base/sha256.ts';
import type { Operation } from '../../experience/operation.ts';
import { type Rule, ruleKey } from '../../experience/rule.ts';
import type { OfflineExtraction } from '../extract/offline/extract-offline.ts';
import { CHANNELS, type Channel } from '../extract/offline/settings.ts';

/** A lesson as it was learnt, before anything held out was opened. */
export interface FrozenLesson {
  readonly rule: Rule;
  readonly text: string;
  /** Where its evidence comes from; it is judged by what it claims there. */
  readonly channel: Channel;
  /** Difference of the results of runs that follow it and runs that do not, above 0. */
  readonly effect: number;
  /** The same, drawn towards none. */
  readonly shrunk: number;
  readonly p: number;
  readonly adjustedP: number;
  readonly informativeStrata: number;
}

export interface FrozenLibrary {
  /** SHA-256 of the lessons. */
  readonly hash: string;
  readonly lessons: readonly FrozenLesson[];
}

/** What an extraction would add to an empty library. */
export function frozenLibrary({ channels }: Pick<OfflineExtraction, 'channels'>): FrozenLibrary {
  const told = CHANNELS.flatMap((channel) =>
    channels[channel].tests.flatMap((one) => {
      const { operation, effect, shrunk, p, adjustedP, informativeStrata } = one;
      if (operation?.op !== 'add' || operation.rule === null) return [];
      const { rule, text } = operation;
      const [size, drawn] = [Math.abs(effect), Math.abs(shrunk)];
      return [
        { operation, lesson: { rule, text, channel, effect: size, shrunk: drawn, p, adjustedP, informativeStrata } },
      ];
    }),
  );
  // A lesson that passed in two channels is that of the smaller p.
  told.sort((a, b) => a.lesson.adjustedP - b.lesson.adjustedP);
  const lessons = new Map<Operation, FrozenLesson>();
  for (const { operation, lesson } of told) if (!lessons.has(operation)) lessons.set(operation, lesson);
  return frozen([...lessons.values()]);
}

/** Lessons with the hash that says which they are. */
function frozen(lessons: readonly FrozenLesson[]): FrozenLibrary {
  const written = lessons.map(({ rule, ...rest }) => [ruleKey(rule), Object.values(rest)]);
  return { hash: sha256Hex(JSON.stringify(written)), lessons };
}
