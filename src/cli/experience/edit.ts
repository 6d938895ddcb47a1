import type { ExitCode } from '../../base/errors.ts';
import type { CommandIo } from '../io.ts';
import { showChanges } from './changed.ts';
import { ruleOf } from './rule-flag.ts';
import { type LibraryFlags, withLibrary } from './with-library.ts';

export interface EditFlags extends LibraryFlags {
  readonly rule?: string | undefined;
  readonly why?: string | undefined;
}

/** `praxis experience edit ID TEXT`. */
export function experienceEdit(io: CommandIo, flags: EditFlags, name: string, ...words: string[]): Promise<ExitCode> {
  return withLibrary(io, flags, async (library) => {
    const { why, rule } = flags;
    const edited = await library.edit(name, {
      text: words.join(' '),
      ...(rule === undefined ? {} : { rule: rule === 'none' ? null : ruleOf(rule) }),
      ...(why === undefined ? {} : { why }),
    });
    return showChanges(io, { ...flags, user: name.startsWith('u') }, 'edited', [edited]);
  });
}
