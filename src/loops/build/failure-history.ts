import type { CallRecord } from '../../telemetry/event.ts';
import { errorSignature } from '../../telemetry/fingerprint.ts';
import { areUnited, type CountedSignature, uniteSignatures } from '../../telemetry/signature-union.ts';
import { toolNames } from '../../telemetry/tool-name.ts';
import type { RecordedFailure } from '../store.ts';
import type { FailureSample } from './proposal.ts';

/** How calls of a library failed alike. Cancelled calls and those that cannot be judged are none. */
export interface FailureHistory {
  readonly signature: string;
  /** Signatures that count as this one, itself among them. */
  readonly members: readonly string[];
  /** The normalised name that the signature was made of. */
  readonly tool: string;
  readonly errorClass: string;
  /** Ids of the hosts' sessions in which it was seen, each once. */
  readonly sessions: readonly string[];
  /** Epochs of the live ones among them, ascending. */
  readonly epochs: readonly number[];
  /** Epoch of the first session, 0 for an imported one. */
  readonly firstEpoch: number;
  readonly count: number;
  /** Names of parameters that such calls had, sorted. */
  readonly keys: readonly string[];
  /** Newest first, at most five. */
  readonly samples: readonly (FailureSample & { readonly taskText: string })[];
}

const MAX_SAMPLES = 5;

/** What was recorded of a failure, as a sweep looks at it; null where no record of it is left. */
export function failureHistory({ signature, count, sessions, samples }: RecordedFailure): FailureHistory | null {
  const [newest] = samples;
  if (newest?.error == null) return null;
  const epochs = sessions.flatMap(({ epoch }) => (epoch === null ? [] : [epoch]));
  return {
    signature,
    members: [signature],
    tool: toolNames(newest.tool, newest.params).at(-1) ?? newest.tool,
    errorClass: newest.error.class,
    sessions: [...new Set(sessions.map(({ sessionId }) => sessionId))],
    epochs: [...new Set(epochs)].sort((a, b) => a - b),
    firstEpoch: sessions[0]?.epoch ?? 0,
    count,
    keys: [...new Set(samples.flatMap(({ params }) => keysOf(params)))].sort(),
    samples: samples.flatMap(({ eventId, sessionId, error, context }) =>
      error === null ? [] : [{ eventId, sessionId, message: error.message, taskText: context.taskText }],
    ),
  };
}

function keysOf(params: unknown): readonly string[] {
  return typeof params === 'object' && params !== null && !Array.isArray(params) ? Object.keys(params) : [];
}

/** An error by one call that failed so. */
export interface FailureHead extends Omit<CountedSignature, 'count'> {
  readonly signature: string;
}

/** By what an error is compared with others; null where the message that was kept does not give its signature. */
export function failureHead(
  signature: string,
  { tool, params, error }: Pick<CallRecord, 'tool' | 'params' | 'error'>,
): FailureHead | null {
  if (error === null) return null;
  const name = toolNames(tool, params).at(-1) ?? tool;
  const { class: errorClass, text, signature: found } = errorSignature(name, error.message);
  return found === signature ? { signature, tool: name, class: errorClass, text } : null;
}

/** Some errors with all that are united with them, also by way of others. */
export function kinOf(signatures: readonly string[], heads: readonly FailureHead[]): readonly string[] {
  const kin = new Set(signatures);
  const left = new Set(heads.filter((head) => !kin.has(head.signature)));
  const open = heads.filter((head) => kin.has(head.signature));
  for (let head = open.pop(); head !== undefined; head = open.pop()) {
    for (const other of left) {
      if (!areUnited(head, other)) continue;
      left.delete(other);
      kin.add(other.signature);
      open.push(other);
    }
  }
  return [...kin].sort();
}

/** One history for each error, those that differ by a few words as one. */
export function unitedHistories(histories: readonly FailureHistory[]): readonly FailureHistory[] {
  const counted = histories.flatMap((history) => countedOf(history));
  const representative = uniteSignatures(counted);
  const bySignature = new Map<string, FailureHistory>();
  for (const history of [...histories].sort((a, b) => (a.signature < b.signature ? -1 : 1))) {
    const signature = representative.get(history.signature) ?? history.signature;
    const known = bySignature.get(signature);
    bySignature.set(signature, known === undefined ? { ...history, signature } : joined(known, history));
  }
  return [...bySignature.values()];
}

/** The text that a signature was made of, where the message still gives it. */
function countedOf({ signature, tool, errorClass, count, samples }: FailureHistory): readonly CountedSignature[] {
  const [sample] = samples;
  if (sample === undefined) return [];
  const found = errorSignature(tool, sample.message);
  if (found.signature !== signature) return [];
  return [{ tool, class: errorClass, text: found.text, count }];
}

function joined(a: FailureHistory, b: FailureHistory): FailureHistory {
  return {
    ...a,
    members: [...a.members, ...b.members].sort(),
    keys: [...new Set([...a.keys, ...b.keys])].sort(),
    sessions: [...new Set([...a.sessions, ...b.sessions])],
    epochs: [...new Set([...a.epochs, ...b.epochs])].sort((x, y) => x - y),
    firstEpoch: Math.min(a.firstEpoch, b.firstEpoch),
    count: a.count + b.count,
    samples: [...a.samples, ...b.samples].slice(0, MAX_SAMPLES),
  };
}
