import { EXIT, type ExitCode } from '../../base/errors.ts';
import type { EntryView } from '../../praxis/library/entry-view.ts';
import type { CommandIo } from '../io.ts';
import { entryDocument, entryTable } from './entry-document.ts';
import { type LibraryFlags, withLibrary } from './with-library.ts';

export interface ListFlags extends LibraryFlags {
  readonly status?: EntryView['status'] | undefined;
  readonly type?: EntryView['type'] | undefined;
  readonly domain?: string | undefined;
  readonly all: boolean;
}

/** `praxis experience list`. */
export function experienceList(io: CommandIo, flags: ListFlags): Promise<ExitCode> {
  return withLibrary(io, flags, async (library) => {
    const { status, type, domain } = flags;
    const filter = { ...(type === undefined ? {} : { type }), ...(domain === undefined ? {} : { domain }) };
    const entries = await library.list({ ...filter, ...(status === undefined ? {} : { status }) });
    const archived = flags.all && status === undefined ? await library.list({ ...filter, status: 'archived' }) : [];
    const all = [...entries, ...archived];
    if (flags.json) for (const entry of all) io.stdout(`${JSON.stringify(entryDocument(entry))}\n`);
    else if (all.length > 0) io.stdout(entryTable(all));
    else io.stderr('no guidelines here; `praxis experience add TEXT` adds one\n');
    return EXIT.ok;
  });
}
