import { canonicalText, printedText } from '../../base/canonical-json.ts';
import { type ExactJson, type ExactObject, isExactObject } from '../../base/exact-json.ts';
import { sha256Hex } from '../../base/sha256.ts';
import { loadCheckpoint, verifyRecords } from '../../policy/index.ts';
import { type CheckpointFace, checkpointOf, RECORD_LISTS } from '../checkpoint-view.ts';
import { isGoalDocument, taskDocument } from '../goal-view.ts';
import type { JournalledEvent, RunEvent } from '../journal.ts';
import { documentOf } from './published-document.ts';
import { type Session, stateOf } from './session.ts';

type PublishingEvent = Extract<RunEvent, { readonly checkpointSha256: string }>;

export interface Publication {
  readonly entry: JournalledEvent;
  readonly document: ExactObject;
}

/** An event together with the checkpoint that it leads to: the journal names the bytes before they are published. */
export function publication(session: Session, event: PublishingEvent, face: CheckpointFace): Publication {
  const entry = session.recorder.stamp(event);
  const document = checkpointOf(session.base, session.recorder.preview(entry), face);
  const text = printedText(document);
  const checkpointSha256 = sha256Hex(text);
  session.recorder.keep(checkpointSha256, text);
  return { entry: { ...entry, event: { ...event, checkpointSha256 } as RunEvent }, document };
}

/** Publishes a checkpoint over `before`; records of people that are in it no more are in its archive first. */
export async function publishOver(session: Session, before: ExactObject, document: ExactObject): Promise<void> {
  await session.checkpoint.archive(RECORD_LISTS.flatMap((member) => gone(before, document, member)));
  await session.checkpoint.publish(document);
}

function gone(before: ExactObject, after: ExactObject, member: string): readonly ExactObject[] {
  const kept = new Set(list(after, member).map((record) => canonicalText(record)));
  return list(before, member)
    .filter(isExactObject)
    .filter((record) => !kept.has(canonicalText(record)));
}

/** Makes the event durable, then its checkpoint. */
export async function commitAndPublish(session: Session, made: Publication, extras = {}): Promise<void> {
  session.recorder.add(made.entry);
  await session.recorder.commit(extras);
  await publishOver(session, session.base, made.document);
  session.published = made.document;
}

const RECORD_MEMBERS = ['decisions', 'overrides', 'pending_action_hash'];

function withoutRecords(document: ExactObject): string {
  const task = Array.from(taskDocument(document)).filter(([key]) => !RECORD_MEMBERS.includes(key));
  return canonicalText(isGoalDocument(document) ? new Map([...document, ['task', new Map(task)]]) : new Map(task));
}

function list(document: ExactObject, key: string): readonly ExactJson[] {
  const value = taskDocument(document).get(key);
  return Array.isArray(value) ? value : [];
}

/** True where every old record still stands, in order, before the new ones. */
function extendsList(ours: ExactObject, theirs: ExactObject, key: string): boolean {
  const theirRecords = list(theirs, key);
  return list(ours, key).every((record, index) => {
    const other = theirRecords[index];
    return other !== undefined && canonicalText(record) === canonicalText(other);
  });
}

function hasMore(ours: ExactObject, theirs: ExactObject, key: string): boolean {
  return list(theirs, key).length > list(ours, key).length;
}

function isSameAction(ours: ExactObject, theirs: ExactObject): boolean {
  const hash = (document: ExactObject) => taskDocument(document).get('pending_action_hash') ?? null;
  return hash(ours) === hash(theirs);
}

/** Why a checkpoint that is not the one last written may not be taken over; null where it only adds valid signed records. */
function foreignness(
  session: Session,
  ours: ExactObject,
  bytes: Uint8Array,
): { problem: string } | { document: ExactObject } {
  const loaded = loadCheckpoint(bytes, session.task.checkpointPath);
  if (loaded.kind === 'refused') return { problem: loaded.message };
  const theirs = loaded.checkpoint.document;
  if (withoutRecords(ours) !== withoutRecords(theirs)) return { problem: 'it was written by another program' };
  if (!extendsList(ours, theirs, 'decisions') || !extendsList(ours, theirs, 'overrides')) {
    return { problem: 'records of people were changed or removed' };
  }
  if (!hasMore(ours, theirs, 'decisions') && !hasMore(ours, theirs, 'overrides') && !isSameAction(ours, theirs)) {
    return { problem: 'it waits for another action, and no person signed for it' };
  }
  const task = loaded.kind === 'goal-checkpoint' ? loaded.checkpoint.task : loaded.checkpoint;
  const refusal = verifyRecords(task, session.policy.task, session.deps.humanKeys);
  return refusal === null ? { document: theirs } : { problem: refusal };
}

/**
 * Compares the file with what this run wrote last: publishes again what a crash kept from being published, takes over
 * new signed records, be it on the file before that, disowns anything else. True where the run may go on.
 */
export async function recogniseCheckpoint(session: Session): Promise<boolean> {
  const found = await session.checkpoint.read();
  const [newest, before] = stateOf(session).published;
  if (found === undefined) return disown(session, 'it is gone');
  if (found.sha256 === newest) return true;
  if (found.sha256 === before) {
    const loaded = loadCheckpoint(found.bytes, session.task.checkpointPath);
    const standing = loaded.kind === 'refused' ? new Map() : loaded.checkpoint.document;
    await publishOver(session, standing, session.published);
    return true;
  }
  const judged = foreignness(session, session.published, found.bytes);
  if ('document' in judged) {
    session.base = judged.document;
    return true;
  }
  const earlier = before === undefined ? undefined : await session.deps.store.blob(before);
  const judgedEarlier =
    before === undefined || earlier === undefined
      ? judged
      : foreignness(session, documentOf(earlier, before), found.bytes);
  if ('problem' in judgedEarlier) return disown(session, judged.problem);
  session.base = judgedEarlier.document;
  return true;
}

function disown(session: Session, problem: string): false {
  session.recorder.record({ kind: 'disowned', reason: `checkpoint ${session.task.checkpointPath}: ${problem}` });
  return false;
}

/** Lets others at the checkpoint between two cycles. */
export async function passLock(session: Session): Promise<void> {
  await session.checkpoint.release();
  session.checkpoint = await session.deps.lockCheckpoint();
}
