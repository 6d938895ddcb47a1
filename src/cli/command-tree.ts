import type { Command, RouteMap } from '@stricli/core';
import type { VerbContext } from './verb.ts';

/** One flag as completions and tests see it. */
export interface FlagSummary {
  readonly name: string;
  readonly brief: string;
  /** Whether a value follows. */
  readonly takesValue: boolean;
  /** The only values it takes; empty: any. */
  readonly values: readonly string[];
}

/** One command and those below it; `words` is how it is called, without `praxis`. */
export interface CommandSummary {
  readonly words: readonly string[];
  readonly brief: string;
  readonly flags: readonly FlagSummary[];
  readonly children: readonly CommandSummary[];
}

/** The commands of a route map as plain data. */
export function commandTree(
  target: RouteMap<VerbContext> | Command<VerbContext>,
  words: readonly string[] = [],
): CommandSummary {
  if (!('getAllEntries' in target)) return { words, brief: target.brief, flags: flagsOf(target), children: [] };
  const children = target
    .getAllEntries()
    .filter((entry) => !entry.hidden)
    .map((entry) => commandTree(entry.target, [...words, entry.name['convert-camel-to-kebab']]));
  return { words, brief: target.brief, flags: [], children };
}

/** A command and all below it. */
export function everyCommand(root: CommandSummary): readonly CommandSummary[] {
  return [root, ...root.children.flatMap(everyCommand)];
}

function flagsOf(command: Command<VerbContext>): readonly FlagSummary[] {
  const shown = Object.entries(command.parameters.flags ?? {}).filter(([, flag]) => flag.hidden !== true);
  return shown.map(([name, flag]) => ({
    name: name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
    brief: flag.brief,
    takesValue: flag.kind === 'parsed' || flag.kind === 'enum',
    values: flag.kind === 'enum' ? flag.values : [],
  }));
}
