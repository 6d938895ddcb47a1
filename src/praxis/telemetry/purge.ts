import type { PurgeRequest } from '../../telemetry/store.ts';
import { findOpenLibrary, settle } from './open-library.ts';

/** What was deleted. */
export interface Purged {
  readonly sessions: number;
  readonly records: number;
}

/** Deletes telemetry of the library that `cwd` belongs to, or of the named one; what waits in the spool is part of it. */
export async function purge(cwd: string, library: string | null, request: PurgeRequest): Promise<Purged> {
  const opened = await findOpenLibrary(cwd, library);
  if (opened === undefined) return { sessions: 0, records: 0 };
  try {
    await settle(opened);
    const purged = await opened.store.purge(request);
    if (request.what.kind === 'all') opened.spool.forgetAside();
    return purged;
  } finally {
    await opened.store.close();
  }
}
