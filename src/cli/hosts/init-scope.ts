import { existsSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { PraxisError } from '../../base/errors.ts';
import type { CaptureScope } from '../../hooks/capture-switch.ts';
import { withoutGit } from '../../install/consent.ts';
import { scopeName } from '../../install/scope.ts';
import type { CommandIo } from '../io.ts';

export interface ScopeFlags {
  readonly all?: boolean | undefined;
  readonly except?: readonly string[] | undefined;
  readonly yes?: boolean | undefined;
  readonly dryRun?: boolean | undefined;
  readonly json: boolean;
}

/** Where a person agrees to be recorded: this repository, unless they say or answer all. */
export async function askScope(io: CommandIo, flags: ScopeFlags): Promise<CaptureScope> {
  const except = (flags.except ?? []).map((path) => existing(resolve(io.cwd, path)));
  if (flags.all === true || except.length > 0) return { kind: 'all', except };
  const here = scopeName(io.cwd);
  const mayAsk =
    io.stdinIsTerminal && io.stderrIsTerminal && !flags.json && flags.yes !== true && flags.dryRun !== true;
  const answer = mayAsk
    ? await io.ask(`Record sessions in ${withoutGit(here)} alone (this), or in all folders (all)?`, 'this')
    : 'this';
  if (/^all$/i.test(answer)) return { kind: 'all', except: [] };
  if (/^this$/i.test(answer)) return { kind: 'folders', folders: [here] };
  throw new PraxisError('CONSENT_MISSING', `neither this nor all was answered; nothing was changed`, {
    hint: 'Say it again, or name it: --all, --all --except PATH.',
  });
}

function existing(path: string): string {
  if (existsSync(path)) return realpathSync(path);
  throw new PraxisError('USAGE', `${path} of --except does not exist`, { hint: 'Name a folder that is there.' });
}
