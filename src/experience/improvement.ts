import type { UseVerdict } from './confidence.ts';

/** A run as the comparison needs it. */
export interface ComparedRun {
  readonly taskKey: string;
  readonly agentConfigId: string;
  readonly domain: string;
  /** 0 to 1. */
  readonly reward: number;
}

/** Another run, with what was in its prompt. */
export interface EarlierRun extends ComparedRun {
  /** Place of its session in the order of their ends. */
  readonly session: number;
  /** Names of the entries (`r7`) that its agent had in view. */
  readonly injected: readonly string[];
}

/** What runs of the same work gave without an entry, and whether a run with it was better. */
export interface Improvement {
  /** Mean reward; null where too few runs went without the entry. */
  readonly baseline: number | null;
  readonly source: 'stratum' | 'domain' | null;
  readonly verdict: UseVerdict;
}

const WINDOW_SESSIONS = 50;
const STRATUM_MIN = 3;
const DOMAIN_MIN = 10;
const MARGIN = 0.02;

/**
 * Compares a run with an entry with those without it: of the same task and agent configuration, else of its domain, in the
 * last 50 sessions up to `session`, the one just ended. `followed` false: the agent did not do as the entry says.
 */
export function improvement(
  run: ComparedRun & { readonly session: number; readonly followed: boolean | null },
  entry: string,
  history: readonly EarlierRun[],
): Improvement {
  const without = history.filter(
    (other) =>
      other.session <= run.session && other.session > run.session - WINDOW_SESSIONS && !other.injected.includes(entry),
  );
  const stratum = without.filter((other) => other.taskKey === run.taskKey && other.agentConfigId === run.agentConfigId);
  const domain = without.filter((other) => other.domain === run.domain);
  const [source, base] =
    stratum.length >= STRATUM_MIN
      ? (['stratum', stratum] as const)
      : domain.length >= DOMAIN_MIN
        ? (['domain', domain] as const)
        : [null, []];
  if (source === null) return { baseline: null, source, verdict: null };
  const baseline = base.reduce((sum, other) => sum + other.reward, 0) / base.length;
  return { baseline, source, verdict: run.followed === false ? null : verdictOf(run.reward - baseline) };
}

/** Differences like 0.52 - 0.5 fall a rounding error short of the margin. */
const ROUNDING = 1e-9;

function verdictOf(gain: number): UseVerdict {
  if (gain >= MARGIN - ROUNDING) return 'improved';
  return gain <= -MARGIN + ROUNDING ? 'notImproved' : null;
}
