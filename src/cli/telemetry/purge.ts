import { EXIT, type ExitCode, PraxisError } from '../../base/errors.ts';
import type { PurgePreview } from '../../praxis/telemetry/purge.ts';
import type { PurgeRequest } from '../../telemetry/store.ts';
import { counted } from '../counted.ts';
import type { CommandIo } from '../io.ts';
import { loadTelemetryDoor } from '../load-door.ts';

export interface PurgeFlags {
  readonly session?: string | undefined;
  readonly before?: string | undefined;
  readonly repo: boolean;
  readonly dryRun: boolean;
  readonly yes: boolean;
  readonly library?: string | undefined;
  readonly json: boolean;
}

/** `praxis telemetry purge`: deletes what was recorded, by session, by age or all of the library. */
export async function telemetryPurge(io: CommandIo, flags: PurgeFlags): Promise<ExitCode> {
  const what = chosen(flags);
  const door = await loadTelemetryDoor();
  if (flags.dryRun || !flags.yes) {
    const preview = await door.previewPurge(io.cwd, flags.library ?? null, what);
    if (flags.dryRun) {
      showPreview(io, flags, preview);
      return EXIT.ok;
    }
    await assertMeant(io, flags, preview);
  }
  const purged = await door.purge(io.cwd, flags.library ?? null, what);
  if (flags.json) io.stdout(`${JSON.stringify(purged)}\n`);
  else io.stdout(`deleted ${counted(purged.records, 'record')} of ${counted(purged.sessions, 'session')}\n`);
  for (const run of purged.kept) io.stderr(`kept ${run}: this run is going on\n`);
  if (!purged.isErased)
    io.stderr(
      'Other processes use the library: until they end, its log may hold what was deleted. Purge again then.\n',
    );
  return EXIT.ok;
}

function showPreview(io: CommandIo, { json }: PurgeFlags, preview: PurgePreview): void {
  if (json) {
    io.stdout(`${JSON.stringify({ ...preview, dry_run: true })}\n`);
    return;
  }
  io.stdout(`would delete ${previewText(preview)}\n`);
  for (const run of preview.kept) io.stderr(`would keep ${run}: this run is going on\n`);
  io.stderr('Nothing was deleted (--dry-run).\n');
}

function previewText({ sessions, calls }: PurgePreview): string {
  return `${counted(sessions, 'session')} with ${counted(calls, 'tool call')}`;
}

async function assertMeant(io: CommandIo, { json }: PurgeFlags, preview: PurgePreview): Promise<void> {
  if (preview.sessions === 0) return;
  if (!io.stdinIsTerminal || !io.stderrIsTerminal || json)
    throw new PraxisError('CONSENT_MISSING', 'nobody agreed to the deletion; nothing was deleted', {
      hint: 'See what it would delete with --dry-run, then agree with --yes.',
    });
  if (/^y(es)?$/i.test(await io.ask(`Delete ${previewText(preview)}, for good? (yes, no)`, 'no'))) return;
  throw new PraxisError('CONSENT_MISSING', 'the answer was no; nothing was deleted', {
    hint: 'Say it again whenever you like.',
  });
}

function chosen({ session, before, repo }: PurgeFlags): PurgeRequest['what'] {
  const given = [session !== undefined, before !== undefined, repo].filter(Boolean);
  if (given.length !== 1) {
    throw new PraxisError('USAGE', 'name what is to be deleted, in one way', {
      hint: '`--session ID`, `--before 2026-01-31` or `--repo`.',
    });
  }
  if (session !== undefined) return { kind: 'session', sessionId: session };
  if (before === undefined) return { kind: 'all' };
  const ms = instant(before);
  if (ms === null) {
    throw new PraxisError('USAGE', `${JSON.stringify(before)} is no date`, {
      hint: 'Write 2026-01-31 (midnight UTC) or 2026-01-31T12:00:00Z.',
    });
  }
  return { kind: 'before', at: new Date(ms).toISOString() };
}

/** A day or a time in ms; null for what is none, such as the 31st of February, which `Date` takes for a day in March. */
function instant(text: string): number | null {
  const match = /^(\d{4}-\d{2}-\d{2})(?:T[\d:.]+(?:Z|[+-]\d{2}:?\d{2}))?$/.exec(text);
  const day = match?.[1];
  const ms = day === undefined ? Number.NaN : Date.parse(text);
  if (day === undefined || Number.isNaN(ms) || Number.isNaN(Date.parse(day))) return null;
  return new Date(Date.parse(day)).toISOString().startsWith(day) ? ms : null;
}
