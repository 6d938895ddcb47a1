import { EXIT, type ExitCode, PraxisError } from '../../base/errors.ts';
import type { CommandIo } from '../io.ts';
import { type QueryFlags, queryOf } from './query-flags.ts';
import { withLibrary } from './with-library.ts';

export interface InjectFlags extends QueryFlags {
  readonly session?: string | undefined;
  readonly task?: string | undefined;
}

/** `praxis experience inject QUERY`: the block that an agent is given; not one byte where there is nothing to say. */
export function experienceInject(io: CommandIo, flags: InjectFlags, ...words: string[]): Promise<ExitCode> {
  return withLibrary(io, flags, async (library) => {
    const { session, task } = flags;
    if (session === undefined && task !== undefined)
      throw new PraxisError('USAGE', '--task is a task of a session, and no --session is given', {
        hint: 'Name the session as well, or leave the task out.',
      });
    const given = await library.inject({
      ...queryOf(flags, words),
      ...(session === undefined ? {} : { session: { sessionId: session, taskId: task ?? session } }),
    });
    if (flags.json) {
      const { block, chosen, withheld, passedOver, candidates, belowFloor, encoderId } = given;
      io.stdout(`${JSON.stringify({ block, chosen, withheld, passedOver, candidates, belowFloor, encoderId })}\n`);
    } else if (given.block !== '') io.stdout(`${given.block}\n`);
    return EXIT.ok;
  });
}
