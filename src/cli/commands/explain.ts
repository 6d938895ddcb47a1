import { EXIT, type ExitCode, PraxisError } from '../../base/errors.ts';
import { fromRow } from '../../run/journal.ts';
import type { RunStore } from '../../run/store.ts';
import { explainEntry } from '../experience/explain-entry.ts';
import type { Bytes } from '../explain/decision.ts';
import { explanationOf } from '../explain/document.ts';
import { type RunStory, readRows, storyOf } from '../explain/explanation.ts';
import { renderExplanation } from '../explain/explanation-text.ts';
import { hostedExplanation, renderHosted } from '../explain/hosted.ts';
import { hostedSessionFile } from '../explain/hosted-session.ts';
import type { CommandIo } from '../io.ts';
import { loadRunDoor } from '../load-door.ts';
import { findSession } from '../session-lookup.ts';

export interface ExplainFlags {
  readonly library?: string | undefined;
  readonly json: boolean;
}

/** `praxis explain SESSION[:CYCLE]`, or of a guideline. */
export async function explain(io: CommandIo, flags: ExplainFlags, target: string): Promise<ExitCode> {
  if (/^[ru][1-9]\d*$/.test(target)) return explainEntry(io, flags, target);
  const { id, cycle } = parseTarget(target);
  const hosted = cycle === null && id !== 'last' && id !== '' ? hostedSessionFile(id) : undefined;
  if (hosted !== undefined) {
    const told = hostedExplanation(hosted.host, hosted.session, hosted.lines);
    io.stdout(flags.json ? `${JSON.stringify(told)}\n` : renderHosted(told));
    return EXIT.ok;
  }
  const door = await loadRunDoor();
  const store = await door.openRecords(io.cwd, flags.library ?? null);
  try {
    const session = await findSession(store, id);
    const story = storyOf(readRows(await store.journal(session.id), fromRow));
    if (cycle !== null && cycle !== 0 && !story.cycles.some((known) => known.cycle === cycle))
      throw new PraxisError('USAGE', `session ${session.id} has no cycle ${cycle}`, {
        hint: story.cycles.length === 0 ? 'It never acted.' : `It has cycles 1 to ${story.cycles.at(-1)?.cycle ?? 1}.`,
      });
    const explanation = explanationOf(session, story, cycle, await bytesOf(store, story, cycle));
    const style = { isColored: io.color.stdout, showsOutput: cycle !== null };
    io.stdout(flags.json ? `${JSON.stringify(explanation)}\n` : renderExplanation(explanation, style));
    return EXIT.ok;
  } finally {
    await store.close();
  }
}

/** The checkpoints and policies that the shown evaluations read; each once. */
async function bytesOf(store: RunStore, story: RunStory, cycle: number | null): Promise<Bytes> {
  const shown = story.cycles.filter((known) => cycle === null || known.cycle === cycle);
  const events = [
    ...story.beforeActing,
    ...shown.flatMap(({ gates, evaluations }) => [...gates, ...evaluations]),
    ...(story.lastEvaluation === null ? [] : [story.lastEvaluation]),
  ];
  const found = new Map<string, string>();
  for (const sha256 of new Set(events.flatMap((event) => [event.checkpointSha256, event.policySha256]))) {
    const text = await store.blob(sha256);
    if (text !== undefined) found.set(sha256, text);
  }
  return found;
}

/** `01997c3a:2` → the session and the cycle; without a number the whole run. */
function parseTarget(target: string): { readonly id: string; readonly cycle: number | null } {
  const match = /^([0-9a-f-]+|last)(?::(\d{1,9}))?$/.exec(target);
  if (match === null)
    throw new PraxisError('USAGE', `"${target}" is no session`, {
      hint: 'Write a session id, a unique prefix or `last`, with `:n` for one cycle, or a guideline such as r12. `praxis sessions` lists the sessions.',
    });
  const [, id = '', cycle] = match;
  return { id, cycle: cycle === undefined ? null : Number(cycle) };
}
