import type { ExitCode } from '../../base/errors.ts';
import { readGuideline } from '../../experience/read-guideline.ts';
import type { Rule } from '../../experience/rule.ts';
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
    const text = words.join(' ');
    const why = flags.why === undefined ? {} : { why: flags.why };
    return showChanges(io, flags.json, 'edited', [
      await library.edit(name, { text, rule: ruleFor(text, flags), ...why }),
    ]);
  });
}

function ruleFor(text: string, { rule }: EditFlags): Rule | null {
  if (rule === 'none') return null;
  return rule === undefined ? readGuideline(text).rule : ruleOf(rule);
}
