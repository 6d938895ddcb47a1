import type { ModelUsage } from './language-model.ts';

/** A question that is about to be asked. */
interface ReservedCall {
  /** The job that asks. */
  readonly job: string;
  /** Hash of the whole question and the model. */
  readonly hash: string;
  /** The most tokens that the answer may have. */
  readonly maxOutputTokens: number;
  /** ISO 8601 UTC. */
  readonly at: string;
}

/** What became of a call. */
interface SettledCall {
  /** `answered`, or the kind of the fault. */
  readonly outcome: string;
  /** Null: not stated. */
  readonly usage: ModelUsage;
  /** Kept for the same question; null: there is none worth keeping. */
  readonly answer: string | null;
}

/** What a job has asked so far; what a provider failed to answer is no part of it, so that an outage uses nothing up. */
interface CallCount {
  readonly calls: number;
  /** Reserved and never settled: the process died meanwhile. They count as spent. */
  readonly unsettled: number;
}

/** Where calls are accounted for and their answers kept. Several processes use it at once. */
export interface ModelCallStore {
  /** The answer that the same question got before. */
  knownAnswer(hash: string): Promise<string | undefined>;
  /** Durable before the call is made. Its number. */
  reserveCall(call: ReservedCall): Promise<number>;
  settleCall(number: number, settled: SettledCall): Promise<void>;
  callsOf(job: string): Promise<CallCount>;
  /** In how many extractions each of these trajectories took part. */
  extractionsOf(trajectories: readonly string[]): Promise<ReadonlyMap<string, number>>;
}
