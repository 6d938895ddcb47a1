import { readdirSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { EXIT, type ExitCode, PraxisError } from '../../base/errors.ts';
import { exemptPatterns } from '../../hooks/bounds/exempt.ts';
import { presentLimits, stoppedBy } from '../../hooks/bounds/lift.ts';
import { boundsContext } from '../../hooks/bounds/session-policy.ts';
import { readFolded } from '../../hooks/session/read-placed.ts';
import type { LiftLine } from '../../hooks/session-line.ts';
import { systemClock } from '../../host/clock.ts';
import { readEnvironment } from '../../host/environment.ts';
import { appendLine } from '../../host/hook-process.ts';
import { homeFile, readHomeFile, writeHomeFile } from '../../install/home-file.ts';
import type { CommandIo } from '../io.ts';

export interface LiftFlags {
  readonly last?: boolean | undefined;
  readonly limit?: string | undefined;
}

/** `praxis bounds lift SESSION|--last`. */
export async function boundsLift(io: CommandIo, flags: LiftFlags, session?: string): Promise<ExitCode> {
  if (!io.stdinIsTerminal || !io.stderrIsTerminal)
    throw new PraxisError('CONSENT_MISSING', 'only a person at a terminal raises a limit; nothing was changed', {
      hint: 'Type it in a terminal of your own: an agent cannot.',
    });
  const { home } = readEnvironment();
  const folder = join(home, 'sessions');
  const name = sessionFile(folder, flags.last === true ? undefined : session);
  const context = boundsContext(home, name.startsWith('codex-') ? 'codex' : 'claude-code');
  const folded = readFolded(join(folder, name), context);
  const limits = folded === undefined ? undefined : presentLimits(folded, context);
  if (folded === undefined || limits === undefined)
    throw new PraxisError('POLICY_MISSING', `no policy bounds the session ${name.replace(/\.jsonl$/, '')}`, {
      hint: 'A session is bounded where `praxis init HOST --policy FILE` was given for its repository.',
    });
  const asked = flags.limit ?? stoppedBy(folded);
  const present = limits.find(({ limit }) => limit === asked);
  if (present === undefined)
    throw new PraxisError('USAGE', asked === undefined ? 'no limit stopped this session' : `no limit ${asked}`, {
      hint: `Name one with --limit: ${limits.map(({ limit }) => limit).join(', ')}.`,
    });
  const { limit } = present;
  const value = Number(
    await io.ask(`${limit} is ${present.value} in this session. Raise it to`, `${present.value * 2}`),
  );
  if (!Number.isSafeInteger(value) || value <= present.value)
    throw new PraxisError('USAGE', `a lift raises a limit: above ${present.value}`, { hint: 'Nothing was changed.' });
  const why = await io.ask('Why?', 'no reason given');
  if (!/^y(es)?$/i.test(await io.ask(`Raise ${limit} from ${present.value} to ${value}? (yes, no)`, 'no')))
    throw new PraxisError('CONSENT_MISSING', 'the answer was no; nothing was changed', {
      hint: 'Say it again whenever you like.',
    });
  const line: LiftLine = { v: 1, kind: 'lift', at: systemClock.nowMs(), limit, value, who: userInfo().username, why };
  appendLine(folder, name, JSON.stringify(line));
  io.stderr(`${limit} is ${value} until this session ends. The policy is as it was.\n`);
  return EXIT.ok;
}

/** The file of a session by its id or a part of it, or the one that was written last. */
function sessionFile(folder: string, session: string | undefined): string {
  const files = readable(folder).filter((name) => name.endsWith('.jsonl'));
  const found =
    session === undefined
      ? files.map((name) => ({ name, at: statSync(join(folder, name)).mtimeMs })).sort((a, b) => b.at - a.at)[0]?.name
      : files.find((name) => name === `${session}.jsonl` || name.endsWith(`-${session}.jsonl`));
  if (found !== undefined) return found;
  throw new PraxisError(
    'SESSION_NOT_FOUND',
    session === undefined ? 'no session was recorded yet' : `no session ${session}`,
    {
      hint: 'The message of a stop names the session; --last takes the newest.',
    },
  );
}

function readable(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

export interface AllowFlags {
  readonly json: boolean;
}

/** `praxis bounds allow PATTERN`. */
export async function boundsAllow(io: CommandIo, flags: AllowFlags, pattern: string): Promise<ExitCode> {
  const path = join(readEnvironment().home, 'bounds-allow.json');
  const known = exemptPatterns(readHomeFile(path) ?? undefined);
  const patterns = known.includes(pattern) ? known : [...known, pattern];
  writeHomeFile(homeFile(path, { v: 1, patterns }));
  if (flags.json) io.stdout(`${JSON.stringify({ patterns })}\n`);
  else io.stderr(`Commands like ${JSON.stringify(pattern)} do not count as standing still any more (${path}).\n`);
  return EXIT.ok;
}
