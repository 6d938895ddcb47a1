import { EXIT, type ExitCode } from '../../base/errors.ts';
import type { Maintained } from '../../praxis/loops/maintain-library.ts';
import { counted } from '../counted.ts';
import type { CommandIo } from '../io.ts';
import { loadLoopDoor } from '../load-door.ts';
import { fixed, table } from '../table.ts';

export interface MaintainFlags {
  readonly dryRun: boolean;
  readonly library?: string | undefined;
  readonly json: boolean;
}

/** `praxis maintain`. */
export async function maintain(io: CommandIo, flags: MaintainFlags): Promise<ExitCode> {
  const door = await loadLoopDoor();
  const done = await door.maintainLibrary({ cwd: io.cwd, library: flags.library ?? null, isDryRun: flags.dryRun });
  const document = maintenanceDocument(done);
  io.stdout(flags.json ? `${JSON.stringify(document)}\n` : told(document, flags.dryRun));
  return EXIT.ok;
}

/** The answer of `praxis maintain --json`; entries as they are named outside. */
function maintenanceDocument({ batch, version, report }: Maintained) {
  const { epoch, deleted, archived, staleMarked, unflagged, merged, flagged, compression, health } = report;
  return {
    epoch,
    batch,
    version,
    deleted: named(deleted),
    archived: named(archived),
    staleMarked: named(staleMarked),
    unflagged: named(unflagged),
    merged: merged.map(({ ids, into }) => ({ ids: named(ids), into: `r${into}` })),
    flagged: flagged.map(({ id, rival }) => ({ id: `r${id}`, rival: `r${rival}` })),
    compression: compression === null ? null : { ...compression, removed: named(compression.removed) },
    health,
  };
}

function named(ids: readonly number[]): readonly string[] {
  return ids.map((id) => `r${id}`);
}

function told(document: ReturnType<typeof maintenanceDocument>, isDryRun: boolean): string {
  const { deleted, archived, staleMarked, unflagged, merged, flagged, compression, health, batch } = document;
  const rows = [
    ['taken out', deleted],
    ['archived, unused', archived],
    ['marked stale', staleMarked],
    ['merged', merged.map(({ ids, into }) => `${ids.join(' + ')} → ${into}`)],
    ['flagged', flagged.map(({ id, rival }) => `${id} (for ${rival})`)],
    ['unflagged', unflagged],
    ['compressed away', compression?.removed ?? []],
  ] as const;
  const done = rows.filter(([, what]) => what.length > 0).map(([name, what]) => [name, what.join(', ')]);
  const lines = done.length === 0 ? 'Nothing to do.\n' : table(done);
  const stopped = compression?.isStopped === true ? 'Too many guidelines may not go: nothing was compressed.\n' : '';
  const share = health.shareWithEvidence === null ? '–' : `${Math.round(100 * health.shareWithEvidence)} %`;
  const state = `${counted(health.size, 'guideline')}; mean confidence of those in use ${fixed(health.meanConfidenceOfRetrieved)}; with evidence ${share}\n`;
  const undo = batch === null ? '' : `batch ${batch}; \`praxis experience undo\` takes it back\n`;
  return `${isDryRun && done.length > 0 ? 'Would be done:\n' : ''}${lines}${stopped}${state}${undo}`;
}
