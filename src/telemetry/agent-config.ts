import { sha256Hex } from '../base/sha256.ts';

/** What decides the behaviour of an agent under a host and does not change from day to day; null: unknown. */
export interface AgentFacts {
  readonly host: string;
  /** Version as the host writes it; only its first number counts. */
  readonly version: string | null;
  readonly model: string | null;
  readonly permissionMode: string | null;
}

/** Stratification key of an agent under a host: 16 hex. */
export function agentConfigId(facts: AgentFacts): string {
  const major = facts.version === null ? null : (/\d+/.exec(facts.version)?.[0] ?? null);
  return configId(['host', facts.host, major, facts.model, facts.permissionMode]);
}

/** Stratification key of an agent that its source describes by other words, e.g. the design and model of a benchmark run: 16 hex. */
export function namedConfigId(...names: readonly (string | null)[]): string {
  return configId(['named', ...names]);
}

function configId(parts: readonly (string | null)[]): string {
  return sha256Hex(JSON.stringify(parts)).slice(0, 16);
}
