import { EXIT, type ExitCode } from '../../base/errors.ts';
import type { StoredTrajectory } from '../../learning/store.ts';
import { trajectoryName } from '../../learning/trajectory-name.ts';
import type { CommandIo } from '../io.ts';
import { loadTelemetryDoor } from '../load-door.ts';
import { fixed, oneLine, table } from '../table.ts';
import { changeRows } from './history.ts';
import { entryText } from './show.ts';
import { type LibraryFlags, withLibrary } from './with-library.ts';

/** `praxis explain r12`: what a guideline rests on, down to the trajectories, what changed it and what came of it. */
export function explainEntry(io: CommandIo, flags: LibraryFlags, name: string): Promise<ExitCode> {
  return withLibrary(io, flags, async (library) => {
    const entry = await library.show(name);
    const batches = (await library.history(name.startsWith('u') ? 'u' : 'r')).filter((one) =>
      one.entries.includes(entry.id),
    );
    const trajectories = await evidenceOf(io, flags, entry.evidence.trajectoryIds);
    if (flags.json) {
      io.stdout(`${JSON.stringify({ ...entry, batches, trajectories })}\n`);
      return EXIT.ok;
    }
    io.stdout(`${entryText(entry)}\nchanged by\n${table(changeRows(batches), '  ')}`);
    if (trajectories.length > 0) io.stdout(`\nlearnt from\n${table(trajectories.map(row), '  ')}`);
    return EXIT.ok;
  });
}

interface ShownTrajectory {
  readonly id: string;
  /** Null: it was purged. */
  readonly trajectory: StoredTrajectory | null;
}

async function evidenceOf(
  io: CommandIo,
  flags: LibraryFlags,
  ids: readonly string[],
): Promise<readonly ShownTrajectory[]> {
  if (ids.length === 0) return [];
  const door = await loadTelemetryDoor();
  const view = await door.openTelemetry(io.cwd, flags.library ?? null);
  try {
    const groups = await view.groups();
    const all = groups.flatMap((group) => group.members);
    const known = new Map(all.map((one) => [trajectoryName(one), one]));
    return ids.map((id) => ({ id, trajectory: known.get(id) ?? null }));
  } finally {
    await view.close();
  }
}

function row({ id, trajectory }: ShownTrajectory): readonly string[] {
  if (trajectory === null) return [oneLine(id, 60), 'purged'];
  const { reward, parts, steps, taskText } = trajectory;
  const known = parts.outcome ?? parts.rhoA;
  return [oneLine(id, 60), `R ${fixed(reward)}`, `outcome ${fixed(known)}`, `${steps} steps`, oneLine(taskText, 80)];
}
