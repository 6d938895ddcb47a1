import type { ExitCode } from '../../base/errors.ts';
import type { ExperienceType } from '../../experience/entry.ts';
import type { CommandIo } from '../io.ts';
import { showChanges } from './changed.ts';
import { ruleOf } from './rule-flag.ts';
import { type LibraryFlags, withLibrary } from './with-library.ts';

export interface AddFlags extends LibraryFlags {
  readonly type?: ExperienceType | undefined;
  readonly domain?: string | undefined;
  readonly rule?: string | undefined;
  readonly user: boolean;
  readonly why?: string | undefined;
}

/** `praxis experience add TEXT`. */
export function experienceAdd(io: CommandIo, flags: AddFlags, ...words: string[]): Promise<ExitCode> {
  return withLibrary(io, flags, async (library) => {
    const added = await library.add({
      scope: flags.user ? 'u' : 'r',
      text: words.join(' '),
      ...(flags.type === undefined ? {} : { type: flags.type }),
      ...(flags.domain === undefined ? {} : { domain: flags.domain }),
      ...(flags.rule === undefined ? {} : { rule: ruleOf(flags.rule) }),
      ...(flags.why === undefined ? {} : { why: flags.why }),
    });
    return showChanges(io, flags, 'added', [added]);
  });
}
