import { EXIT, type ExitCode } from '../../base/errors.ts';
import type { CommandIo } from '../io.ts';
import { loadRunDoor } from '../load-door.ts';
import { findSession } from '../session-lookup.ts';

/** `praxis run --verify SESSION`: exit 0 where the journal replays to the state it holds, else 1. */
export async function verify(
  io: CommandIo,
  flags: { readonly verify: string; readonly library?: string | undefined; readonly json: boolean },
): Promise<ExitCode> {
  const door = await loadRunDoor();
  const store = await door.openRecords(io.cwd, flags.library ?? null);
  try {
    const { id } = await findSession(store, flags.verify);
    const found = await door.verifySession(store, id);
    io.stdout(
      flags.json
        ? `${JSON.stringify(found)}\n`
        : `${found.isEqual ? 'equal' : 'DIFFERENT'}: ${found.intents} intents of session ${found.session} replayed\n  controller ${found.controller}\n  journalled ${found.journalled}\n  replayed   ${found.replayed}\n`,
    );
    return found.isEqual ? EXIT.ok : EXIT.internal;
  } finally {
    await store.close();
  }
}
