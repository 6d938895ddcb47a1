import {
  buildCommand,
  type Command,
  type CommandContext,
  type FlagParametersForType,
  type TypedCommandParameters,
  type TypedPositionalParameters,
} from '@stricli/core';
import type { ExitCode } from '../base/errors.ts';
import type { CommandIo } from './io.ts';

/** What stricli hands to the function of a verb. */
export interface VerbContext extends CommandContext {
  readonly io: CommandIo;
  /** Called once with the exit code that the verb ends with. */
  finish(exit: ExitCode): void;
}

type Flags<F> = Readonly<Partial<Record<keyof F, unknown>>>;
type Args = readonly unknown[];

/** The body of a verb, in a module of its own that loads only when the verb runs. */
type VerbBody<F extends Flags<F>, A extends Args> = (io: CommandIo, flags: F, ...args: A) => Promise<ExitCode>;

export interface VerbSpec<F extends Flags<F>, A extends Args> {
  readonly brief: string;
  /** What the verb does, for `--help`. */
  readonly description: string;
  /** Usage lines instead of the one made from the flags, without the command itself. */
  readonly usage?: readonly string[];
  /** Command lines that work as they stand; at least one. */
  readonly examples: readonly [string, ...string[]];
  readonly parameters: {
    readonly flags: FlagParametersForType<F, VerbContext>;
    readonly positional?: TypedPositionalParameters<A, VerbContext>;
  };
  load(): Promise<VerbBody<F, A>>;
}

/** Joins the description of a verb with its lazily loaded body. */
export function verb<F extends Flags<F>, A extends Args = []>(spec: VerbSpec<F, A>): Command<VerbContext> {
  const command = buildCommand<F, A, VerbContext>({
    docs: {
      brief: spec.brief,
      fullDescription: spec.description,
      ...(spec.usage === undefined ? {} : { customUsage: spec.usage }),
    },
    // The types of stricli are not written for exactOptionalPropertyTypes.
    parameters: spec.parameters as TypedCommandParameters<F, A, VerbContext>,
    loader: async () => {
      const body = await spec.load();
      return async function (this: VerbContext, flags: F, ...args: A) {
        this.finish(await body(this.io, flags, ...args));
      };
    },
  });
  const examples = `\nEXAMPLE\n${spec.examples.map((line) => `  $ ${line}\n`).join('')}`;
  return { ...command, formatHelp: (args) => withoutFalse(command.formatHelp(args)) + examples };
}

/** That a switch is off unless given goes without saying. */
function withoutFalse(help: string): string {
  return help.replace(/ +\[default = false\]$/gm, '');
}
