import { EXIT, type ExitCode } from '../../base/errors.ts';
import type { EntryView } from '../../praxis/library/entry-view.ts';
import type { ExperienceLibrary, ListFilter } from '../../praxis/library/experience-library.ts';
import type { CommandIo } from '../io.ts';
import { entryDocument, entryTable } from './entry-document.ts';
import { type LibraryFlags, withLibrary } from './with-library.ts';

export interface ListFlags extends LibraryFlags {
  readonly status?: EntryView['status'] | undefined;
  readonly type?: EntryView['type'] | undefined;
  readonly domain?: string | undefined;
  readonly all: boolean;
  readonly user: boolean;
}

/** `praxis experience list`. */
export function experienceList(io: CommandIo, flags: ListFlags): Promise<ExitCode> {
  return withLibrary(io, flags, async (library) => {
    const { status, type, domain } = flags;
    const filter: ListFilter = {
      ...(flags.user ? { scope: 'u' } : {}),
      ...(type === undefined ? {} : { type }),
      ...(domain === undefined ? {} : { domain }),
    };
    const entries = await library.list({ ...filter, ...(status === undefined ? {} : { status }) });
    const archived = flags.all && status === undefined ? await library.list({ ...filter, status: 'archived' }) : [];
    const all = [...entries, ...archived];
    if (flags.json) for (const entry of all) io.stdout(`${JSON.stringify(entryDocument(entry))}\n`);
    else if (all.length > 0) io.stdout(entryTable(all));
    else io.stderr(await noneText(library, flags));
    return EXIT.ok;
  });
}

/** Whether there are none, or none of those that were asked for. */
async function noneText(library: ExperienceLibrary, { user }: ListFlags): Promise<string> {
  const scope: ListFilter = user ? { scope: 'u' } : {};
  const all = [...(await library.list(scope)), ...(await library.list({ ...scope, status: 'archived' }))];
  if (all.length === 0) return 'no guidelines here; `praxis experience add TEXT` adds one\n';
  return `none of the ${all.length} here is one of these; \`praxis experience list --all\` shows every one\n`;
}
