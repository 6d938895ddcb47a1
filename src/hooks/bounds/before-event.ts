import { join } from 'node:path';
import { readSlice } from '../../host/file-slice.ts';
import { appendLine, shortHash } from '../../host/hook-process.ts';
import { workTreeHash } from '../../host/work-tree-hash.ts';
import { type HookDocument, textMember } from '../document.ts';
import type { FoldedSession } from '../session/folded-session.ts';
import { readFolded } from '../session/read-placed.ts';
import type { FoundLine, FoundResult, SessionLine, UsageLine } from '../session-line.ts';
import { type BoundsContext, FoldedBounds } from './fold-bounds.ts';
import { standsStill } from './near-limits.ts';
import { rolloutFact } from './rollout-facts.ts';
import { transcriptFact } from './transcript-facts.ts';

/** More of a host's file is read at the next event. */
const MOST_READ = 1_048_576;
const OF_CODEX: ReadonlySet<string> = new Set(['PreToolUse', 'PostToolUse', 'Stop']);
const OF_CLAUDE: ReadonlySet<string> = new Set(['PreToolUse', 'PostToolBatch', 'Stop']);

/** A session's file, and what bounds it. */
export interface BoundedFile {
  readonly folder: string;
  readonly name: string;
  readonly context: BoundsContext;
}

/**
 * Reads what the document of an event does not tell and the bounds need, and leaves it in the session's file ahead of the
 * event's own line, so that what is decided there knows it: exit codes and silent failures of Codex, what responses used,
 * and whether the work tree changed while nothing else did.
 */
export function readBeforeEvent(document: HookDocument, file: BoundedFile, at: number): void {
  const { host, event, members } = document;
  if (!(host === 'codex' ? OF_CODEX : OF_CLAUDE).has(event)) return;
  const session = readFolded(join(file.folder, file.name), file.context);
  if (session === undefined) return;
  const lines = [...threadLines(document, session, file.context, at)];
  if (event === (host === 'codex' ? 'PreToolUse' : 'PostToolBatch') && isStill(session, file.context)) {
    lines.push({ v: 1, kind: 'found', at, tree: workTreeHash(textMember(members, 'cwd') ?? '/') });
  }
  for (const line of lines) appendLine(file.folder, file.name, JSON.stringify(line));
}

function isStill({ bounds }: FoldedSession, context: BoundsContext): boolean {
  if (!(bounds instanceof FoldedBounds)) return false;
  const { state } = bounds;
  const policy = state.policy === null ? null : context.policyOf(state.policy);
  return policy !== null && standsStill(state, policy);
}

function threadLines(
  { host, members }: HookDocument,
  session: FoldedSession,
  context: BoundsContext,
  at: number,
): readonly SessionLine[] {
  const path = textMember(members, 'transcript_path');
  // In Claude Code only what a goal may spend asks for it.
  const policy = session.policy === null ? null : context.policyOf(session.policy.hash);
  if (path === undefined || (host !== 'codex' && policy?.kind !== 'goal-policy')) return [];
  const id = textMember(members, 'agent_id');
  const place = { file: shortHash(path), ...(host === 'codex' && id !== undefined && { agent: shortHash(id) }) };
  const slice = readSlice(path, session.offsets[place.file], MOST_READ);
  if (slice === undefined) return [];
  const usages: UsageLine[] = [];
  const results: FoundResult[] = [];
  let offset = slice.from;
  for (const text of slice.text.split('\n')) {
    offset += Buffer.byteLength(text) + 1;
    const fact = host === 'codex' ? rolloutFact(text, shortHash) : transcriptFact(text, shortHash);
    if (fact?.kind === 'usage') usages.push({ v: 1, kind: 'usage', at, ...fact.usage, ...place, offset });
    if (fact?.kind === 'result') results.push(fact.result);
  }
  const found: FoundLine = {
    v: 1,
    kind: 'found',
    at,
    ...place,
    offset: slice.to,
    ...(results.length > 0 && { results }),
  };
  return [...usages, found];
}
