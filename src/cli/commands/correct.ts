import { EXIT, type ExitCode } from '../../base/errors.ts';
import type { Corrected } from '../../praxis/loops/correct.ts';
import type { CommandIo } from '../io.ts';
import { loadLoopDoor } from '../load-door.ts';
import { fixed, oneLine } from '../table.ts';

export interface CorrectFlags {
  readonly session?: string | undefined;
  readonly task?: string | undefined;
  readonly library?: string | undefined;
  readonly json: boolean;
}

/** `praxis correct TEXT…`. */
export async function correct(io: CommandIo, flags: CorrectFlags, ...words: string[]): Promise<ExitCode> {
  const door = await loadLoopDoor();
  const corrected = await door.correct({
    cwd: io.cwd,
    library: flags.library ?? null,
    text: words.join(' '),
    session: flags.session ?? null,
    task: flags.task ?? null,
  });
  io.stdout(flags.json ? `${JSON.stringify(corrected)}\n` : told(corrected));
  return EXIT.ok;
}

function told({ entry, feedback }: Corrected): string {
  const lines = [lessonLine({ entry, feedback }), feedbackLine(feedback)];
  if (feedback.batch !== null) lines.push(`batch ${feedback.batch}; \`praxis experience undo\` takes it back`);
  return lines.map((line) => `${line}\n`).join('');
}

function lessonLine({ entry, feedback }: Corrected): string {
  const quoted = entry === null ? '' : `${entry.id} "${oneLine(entry.text, 240)}"`;
  switch (feedback.result) {
    case 'added':
      return `learnt ${quoted} (${entry?.status ?? 'added'})`;
    case 'confirmed':
      return `confirmed ${quoted}`;
    case 'known':
      return `known already: ${quoted}`;
    case 'held':
      return `waits for a person as ${feedback.asked.join(', ')}: ${oneLine(feedback.reason ?? '', 240)}`;
    case 'feedback':
      return `kept as feedback: ${oneLine(feedback.reason ?? '', 240)}`;
  }
}

function feedbackLine({ session, task, reward, acceptanceUsed, late }: Corrected['feedback']): string {
  const place = `task ${task}${task === session ? '' : ` of session ${session}`}`;
  if (!late) return `${place} counts as turned down`;
  if (!acceptanceUsed)
    return `${place}: a verifier spoke on it, so acceptance is not used; reward ${fixed(reward?.after ?? null)}`;
  return `${place} counts as turned down; reward ${fixed(reward?.before ?? null)} → ${fixed(reward?.after ?? null)}`;
}
