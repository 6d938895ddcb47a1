import { existsSync, realpathSync } from 'node:fs';
import { hostname } from 'node:os';
import { isAbsolute, resolve, sep } from 'node:path';
import { isoTime } from '../base/clock.ts';
import { PraxisError } from '../base/errors.ts';
import { uuidV7 } from '../base/uuid.ts';
import { systemClock } from '../host/clock.ts';
import { systemRandom } from '../host/random.ts';
import { cleanText } from '../run/coordination/markdown.ts';
import { eventOf, type MemoryEvent, type MemoryView, stands, viewOf } from '../run/memory/events.ts';
import {
  type MemoryAction,
  type MemoryDecision,
  type MemoryProposal,
  memoryActionHash,
  newProposal,
  stateAfter,
} from '../run/memory/proposal.ts';
import { distrust, signDecision } from '../run/memory/signature.ts';
import { memoryFiles } from './memory-files.ts';
import { openRecords } from './records.ts';

export interface ProposeRequest {
  readonly cwd: string;
  readonly library: string | null;
  readonly sourceTask: string;
  readonly action: MemoryAction;
}

/** Writes a proposal; the memory itself stays as it is. */
export async function proposeMemory({ cwd, library, sourceTask, action }: ProposeRequest): Promise<MemoryProposal> {
  const files = memoryFiles(cwd);
  const made = newProposal(uuidV7(systemClock, systemRandom), isoTime(systemClock.nowMs()), sourceTask, action);
  if (made.kind === 'invalid')
    throw new PraxisError('ENTRY_INVALID', made.message, {
      hint: '`praxis memory propose --help` shows what it takes.',
    });
  requireTarget(viewsOf(cwd), made.value.action);
  await requireEvidence(cwd, library, made.value.action);
  files.save(made.value);
  return made.value;
}

/** Proposals, oldest first, each with the event that it became; null: it was not applied. */
export function listMemoryProposals(
  cwd: string,
): readonly { readonly proposal: MemoryProposal; readonly applied: string | null }[] {
  const files = memoryFiles(cwd);
  const events = files.memory()?.events ?? [];
  return files.proposals().map((proposal) => ({
    proposal,
    applied: events.find((event) => event.source_proposal_id === proposal.proposal_id)?.event_id ?? null,
  }));
}

/** Every event with its marks, oldest first. */
export function viewsOf(cwd: string): readonly MemoryView[] {
  const memory = memoryFiles(cwd).memory();
  return memory === null ? [] : viewOf(memory);
}

/** The one proposal whose id begins so. */
export function findMemoryProposal(cwd: string, prefix: string): MemoryProposal {
  const found = memoryFiles(cwd)
    .proposals()
    .filter(({ proposal_id: id }) => id.startsWith(prefix));
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  throw new PraxisError(
    'ENTRY_NOT_FOUND',
    found.length === 0 ? `no proposal ${prefix}` : `${prefix} begins ${found.length} proposals`,
    {
      hint: '`praxis memory list --all` lists them.',
    },
  );
}

export interface DecideRequest {
  readonly cwd: string;
  readonly proposal: MemoryProposal;
  readonly decision: MemoryDecision['decision'];
  readonly rationale: string;
  readonly keyId: string;
  readonly secret: string;
  /** The keys that the policy pins. */
  readonly keyHashes: ReadonlyMap<string, string>;
}

/** Adds the signed word of a person to a proposal; nothing is applied by it. */
export function decideMemory(request: DecideRequest): MemoryProposal {
  const { cwd, proposal, keyId, secret } = request;
  const files = memoryFiles(cwd);
  const now = findMemoryProposal(cwd, proposal.proposal_id);
  if (now.state !== 'proposed')
    throw refused(`the proposal is ${now.state} already`, 'A word stands. Propose anew what is to become of it.');
  const hash = memoryActionHash(now.action);
  if (hash !== memoryActionHash(proposal.action))
    throw refused('the proposal was changed since it was shown', 'Look at it again.');
  const decision = signDecision(
    {
      actor: `human:${keyId}`,
      decision: request.decision,
      timestamp: isoTime(systemClock.nowMs()),
      rationale: cleanText(request.rationale),
      affected_action_hash: hash,
    },
    keyId,
    secret,
  );
  const problem = distrust(decision, request.keyHashes, new Map([[keyId, secret]]));
  if (problem !== null) throw refused(problem, 'Give the secret whose SHA-256 stands in the policy.');
  const decided = { ...now, state: stateAfter(decision.decision), decision };
  files.save(decided);
  return decided;
}

export interface ApplyRequest {
  readonly cwd: string;
  readonly library: string | null;
  readonly proposal: MemoryProposal;
  readonly keyHashes: ReadonlyMap<string, string>;
  /** Secrets that verify, by key id. */
  readonly secrets: ReadonlyMap<string, string>;
}

/** Adds an approved proposal to the memory as one event. Everything is checked again, under the lock. */
export async function applyMemory({ cwd, library, proposal, keyHashes, secrets }: ApplyRequest): Promise<MemoryEvent> {
  const files = memoryFiles(cwd);
  const at = isoTime(systemClock.nowMs());
  const owner = {
    owner: `${hostname()}:${process.pid}`,
    created_at: at,
    task_id: proposal.source_task,
    proposal_id: proposal.proposal_id,
  };
  return files.locked(owner, async () => {
    const now = findMemoryProposal(cwd, proposal.proposal_id);
    const decision = approvedDecision(now, keyHashes, secrets);
    const memory = files.memory();
    const applied = memory?.events.find((event) => event.source_proposal_id === now.proposal_id);
    if (applied !== undefined)
      throw refused(`it is in the memory already, as ${applied.event_id}`, '`praxis memory show` tells.');
    requireTarget(memory === null ? [] : viewOf(memory), now.action);
    await requireEvidence(cwd, library, now.action);
    const empty = { schema_version: 2 as const, project: '', created_at: at, events: [] };
    const event = eventOf(memory ?? empty, now, decision, at);
    files.append(event);
    return event;
  });
}

function approvedDecision(
  { state, decision, action }: MemoryProposal,
  keyHashes: ReadonlyMap<string, string>,
  secrets: ReadonlyMap<string, string>,
): MemoryDecision {
  if (state !== 'approved' || decision === null || decision.decision !== 'approve')
    throw refused(`the proposal is ${state}`, 'A person accepts it first: `praxis memory accept`.');
  if (decision.affected_action_hash !== memoryActionHash(action))
    throw refused('the action is not the one that was approved', 'It was changed since. Propose it anew.');
  const problem = distrust(decision, keyHashes, secrets);
  if (problem === null) return decision;
  throw refused(
    `the approval ${problem}`,
    'The policy pins who may approve; AGENT_COLLAB_HUMAN_KEYS_JSON or PRAXIS_HUMAN_KEYS_FD holds the secret that verifies it.',
  );
}

/** What would take an event back: a proposal of its own, which a person accepts like any other. */
export async function undoMemory(cwd: string, library: string | null, eventId: string): Promise<MemoryProposal> {
  const views = viewsOf(cwd);
  const view = views.find(({ event }) => event.event_id === eventId);
  if (view === undefined)
    throw new PraxisError('UNDO_NOT_FOUND', `the memory has no event ${eventId}`, {
      hint: '`praxis memory show` lists them.',
    });
  const { event } = view;
  const back = views.find(({ event: other }) => other.event_id === event.target_ref)?.event;
  if (event.event_type !== 'lifecycle' && !stands(view))
    throw new PraxisError(
      'UNDO_BLOCKED',
      `${eventId} was taken back by ${[...view.supersededBy, ...view.archivedBy].join(', ')}`,
      {
        hint: 'Undo that one instead.',
      },
    );
  const action: MemoryAction =
    event.event_type === 'lifecycle'
      ? {
          operation: 'add',
          target_ref: null,
          summary: back?.summary ?? event.summary,
          evidence_refs: back?.evidence_refs ?? event.evidence_refs,
        }
      : back !== undefined && event.supersedes.includes(back.event_id)
        ? { operation: 'supersede', target_ref: eventId, summary: back.summary, evidence_refs: back.evidence_refs }
        : {
            operation: 'archive',
            target_ref: eventId,
            summary: `Undo ${eventId}: ${event.summary}`,
            evidence_refs: event.evidence_refs,
          };
  return proposeMemory({ cwd, library, sourceTask: `undo ${eventId}`, action });
}

function requireTarget(views: readonly MemoryView[], { target_ref: target }: MemoryAction): void {
  if (target === null) return;
  const view = views.find(({ event }) => event.event_id === target);
  if (view === undefined)
    throw new PraxisError('ENTRY_NOT_FOUND', `the memory has no event ${target}`, {
      hint: '`praxis memory show` lists them.',
    });
  if (!stands(view))
    throw refused(`${target} does not stand any more`, '`praxis memory show --all` tells what took it back.');
}

/** Each reference has to resolve: a file of the work tree, or a record of the library by its hash. */
async function requireEvidence(
  cwd: string,
  library: string | null,
  { evidence_refs: refs }: MemoryAction,
): Promise<void> {
  const hashes = refs.filter((ref) => ref.startsWith('sha256:'));
  const missing = [
    ...refs.filter((ref) => !ref.startsWith('sha256:') && !isFileBelow(cwd, ref)),
    ...(hashes.length === 0 ? [] : await unknownHashes(cwd, library, hashes)),
  ];
  if (missing.length > 0)
    throw refused(
      `evidence does not resolve: ${missing.join(', ')}`,
      'Name files of the work tree, or `sha256:` references of a run.',
    );
}

function isFileBelow(cwd: string, ref: string): boolean {
  const path = resolve(cwd, ref.replace(/#.*$/, ''));
  if (isAbsolute(ref) || !existsSync(path)) return false;
  return realpathSync(path).startsWith(realpathSync(cwd) + sep);
}

async function unknownHashes(cwd: string, library: string | null, refs: readonly string[]): Promise<readonly string[]> {
  const store = await openRecords(cwd, library);
  try {
    const left = new Set(refs);
    for (const ref of refs) if ((await store.blob(ref.slice('sha256:'.length))) !== undefined) left.delete(ref);
    for (const session of left.size === 0 ? [] : await store.sessions({}))
      for (const record of await store.evidence(session.id)) left.delete(record.ref);
    return [...left];
  } finally {
    await store.close();
  }
}

function refused(message: string, hint: string): PraxisError {
  return new PraxisError('CHECKPOINT_REFUSED', message, { hint: `Nothing was written. ${hint}` });
}
