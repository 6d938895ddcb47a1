import { resolve } from 'node:path';
import { printedText } from '../../base/canonical-json.ts';
import { isoTime } from '../../base/clock.ts';
import { EXIT, type ExitCode, PraxisError } from '../../base/errors.ts';
import type { ExactJson } from '../../base/exact-json.ts';
import { systemClock } from '../../host/clock.ts';
import { signFile } from '../../policy/file-store/sign-file.ts';
import type { HumanWord } from '../../policy/index.ts';
import { LIMIT_NAMES } from '../../policy/index.ts';
import { pinnedHash } from '../../policy/sign-held.ts';
import type { CommandIo } from '../io.ts';
import { oneLine } from '../table.ts';
import { checkpointIn, humanKeys, policyIn } from './named-documents.ts';
import { signingSecret } from './signing-secret.ts';

export interface SignCheckpointFlags {
  readonly checkpoint: string;
  /** Default `policy.json`. */
  readonly policy?: string | undefined;
  readonly keyId: string;
  readonly keyFd?: number | undefined;
  readonly gate?: string | undefined;
  readonly decision?: 'approve' | 'decline' | 'revise' | undefined;
  readonly rationale?: string | undefined;
  readonly override?: string | undefined;
  readonly value?: bigint | undefined;
  readonly reason?: string | undefined;
  readonly expectedSha256?: string | undefined;
  /** How long to wait for a lock, in ms. */
  readonly waitMs?: number | undefined;
  readonly json: boolean;
}

/** `praxis checkpoint sign`: adds what a person says, signed. What evaluation would refuse is not written. */
export async function signCheckpointVerb(flags: SignCheckpointFlags, io: CommandIo): Promise<ExitCode> {
  const word = wordOf(flags);
  const policy = policyIn(flags.policy ?? 'policy.json', io);
  const keys = humanKeys(io);
  const loaded = checkpointIn(flags.checkpoint, io);
  const { pendingActionHash, stopReason } = loaded.kind === 'checkpoint' ? loaded.checkpoint : loaded.checkpoint.task;
  pinnedHash({ policy, keyId: flags.keyId });
  io.stderr(`${said(word)}\n  for the action ${pendingActionHash ?? '(none)'}\n`);
  const awaited = /^human_gate:([^:]+)$/.exec(stopReason ?? '')?.[1];
  if (word.kind === 'decision' && awaited !== undefined && awaited !== word.gate)
    io.stderr(
      `warning: the checkpoint waits at the gate ${oneLine(awaited, 200)}; no answer is asked for at this one\n`,
    );
  const secret = await signingSecret(flags.keyId, flags.keyFd, io);
  const { result, sha256 } = await signFile(
    resolve(io.cwd, flags.checkpoint),
    {
      word,
      keyId: flags.keyId,
      secret,
      timestamp: isoTime(systemClock.nowMs()),
      policy,
      keys,
      // What was shown is what is signed for, be the file changed while the secret was typed.
      actionHash: pendingActionHash,
      ...(flags.expectedSha256 === undefined ? {} : { expectedSha256: flags.expectedSha256 }),
    },
    { waitMs: flags.waitMs ?? 0, change: 'sign' },
  );
  if (word.kind === 'override' && loaded.kind === 'goal-checkpoint')
    io.stderr('warning: an advance refuses while the override stands; the host moves it to the archive first\n');
  if (flags.json) {
    const members: readonly (readonly [string, ExactJson])[] = [
      ['path', flags.checkpoint],
      ['sha256', sha256],
      ['record', result.record],
    ];
    io.stdout(printedText(new Map(members)));
  } else io.stdout(`signed by ${oneLine(flags.keyId, 200)}\n  sha256  ${sha256}\n`);
  return EXIT.ok;
}

function said(word: HumanWord): string {
  return word.kind === 'decision'
    ? `${word.decision} at the gate ${oneLine(word.gate, 200)}: ${oneLine(word.rationale, 400)}`
    : `${word.limit} = ${word.value}: ${oneLine(word.reason, 400)}`;
}

function wordOf(flags: SignCheckpointFlags): HumanWord {
  const { gate, decision, rationale, override, value, reason } = flags;
  const decides = gate !== undefined || decision !== undefined || rationale !== undefined;
  const overrides = override !== undefined || value !== undefined || reason !== undefined;
  if (decides === overrides) throw wrong('sign either a decision or an override');
  if (gate !== undefined && decision !== undefined && rationale !== undefined)
    return { kind: 'decision', gate, decision, rationale };
  if (decides) throw wrong('a decision needs --gate, --decision and --rationale');
  const limit = LIMIT_NAMES.find((name) => name === override);
  if (override !== undefined && limit === undefined) throw wrong(`${override} is no limit: ${LIMIT_NAMES.join(', ')}`);
  if (limit === undefined || value === undefined || reason === undefined)
    throw wrong('an override needs --override, --value and --reason');
  return { kind: 'override', limit, value, reason };
}

function wrong(message: string): PraxisError {
  return new PraxisError('USAGE', message, { hint: '`praxis checkpoint sign --help` shows both.' });
}
