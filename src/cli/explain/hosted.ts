import type { EventLine, SessionLine } from '../../hooks/session-line.ts';
import { duration, table } from '../table.ts';

/** One decision that the hook of a hosted session took. */
interface HostedDecision {
  /** ISO 8601 UTC. */
  readonly at: string;
  readonly decision: string;
  /** The host's names of the event and the tool it came at; null: unknown. */
  readonly event: string | null;
  readonly tool: string | null;
  readonly agent: string | null;
  readonly metric: string | null;
  readonly value: number | null;
  readonly limit: number | null;
  readonly reason: string | null;
}

/** What a hosted session's file tells, as `--json` prints it. */
export interface HostedExplanation {
  readonly v: 1;
  readonly session: string;
  readonly host: string;
  readonly startedAt: string | null;
  readonly lastAt: string | null;
  readonly prompts: number;
  /** Policies that were pinned, by path, with the SHA-256 of their bytes. */
  readonly policies: readonly { readonly path: string; readonly hash: string }[];
  readonly decisions: readonly HostedDecision[];
  readonly lifts: readonly { readonly at: string; readonly limit: string; readonly value: number }[];
  readonly lessons: readonly {
    readonly at: string;
    readonly given: readonly string[];
    readonly withheld: readonly string[];
  }[];
}

/** Tells what the hook decided in a session, from the lines of its file. Pure. */
export function hostedExplanation(host: string, session: string, lines: readonly SessionLine[]): HostedExplanation {
  const events = new Map<string, EventLine>();
  for (const line of lines) if (line.kind === 'event') events.set(line.id, line);
  const times = lines.map((line) => line.at);
  const of = <K extends SessionLine['kind']>(kind: K) =>
    lines.filter((line): line is Extract<SessionLine, { kind: K }> => line.kind === kind);
  return {
    v: 1,
    session,
    host,
    startedAt: times.length === 0 ? null : iso(Math.min(...times)),
    lastAt: times.length === 0 ? null : iso(Math.max(...times)),
    prompts: of('event').filter((line) => line.typed === true).length,
    policies: of('policy').map(({ path, hash }) => ({ path, hash })),
    decisions: of('answer').map((line) => ({
      at: iso(line.at),
      decision: line.decision,
      event: events.get(line.event)?.event ?? null,
      tool: events.get(line.event)?.tool ?? null,
      agent: line.agent ?? null,
      metric: line.metric ?? null,
      value: line.value ?? null,
      limit: line.limit ?? null,
      reason: line.reason ?? null,
    })),
    lifts: of('lift').map(({ at, limit, value }) => ({ at: iso(at), limit, value })),
    lessons: of('given').map(({ at, entries, withheld }) => ({
      at: iso(at),
      given: entries.map((entry) => entry.id),
      withheld,
    })),
  };
}

/** The same for people. */
export function renderHosted(told: HostedExplanation): string {
  const took =
    told.startedAt === null || told.lastAt === null ? 0 : Date.parse(told.lastAt) - Date.parse(told.startedAt);
  const head = table([
    ['session', told.session],
    ['host', told.host],
    ['started', `${told.startedAt ?? '–'} (${duration(took)})`],
    ['prompts', String(told.prompts)],
    ...told.policies.map(({ path, hash }) => ['policy', `${path} (sha256 ${hash.slice(0, 12)})`]),
    ...told.lifts.map(({ at, limit, value }) => ['lifted', `${at}  ${limit} to ${value}`]),
    ...told.lessons.map(({ at, given, withheld }) => [
      'lessons',
      `${at}  ${given.join(', ') || 'none'}${withheld.length === 0 ? '' : `; held back ${withheld.join(', ')}`}`,
    ]),
  ]);
  if (told.decisions.length === 0) return `${head}\nThe hook decided nothing: no limit was reached.\n`;
  const rows = told.decisions.map((one) => [
    one.at.slice(11, 19),
    one.decision,
    one.tool ?? one.event ?? '–',
    one.metric ?? '–',
    one.value === null ? '–' : String(one.value),
    one.limit === null ? '–' : String(one.limit),
    one.reason ?? '',
  ]);
  return `${head}\n${table([['at (UTC)', 'decision', 'before', 'metric', 'value', 'limit', 'reason'], ...rows])}`;
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
