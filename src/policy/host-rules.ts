/** What a host asks for beyond the contract, whose documents have no place for it. */
export interface HostRules {
  /** An approval that is older than so long, in ms, when it is used does not count; the host asks again. */
  readonly expireAfterMs?: number;
  /** Whether a reference leads to evidence that is there. Without it a correction's reference is believed. */
  readonly hasEvidence?: (reference: string) => boolean;
  /** Whether each child that is observed needs the token of an evaluation that allowed it. */
  readonly spawnsByToken?: boolean;
}
