import * as v from 'valibot';
import { applyOperations } from '../../src/experience/apply.ts';
import type { Entry } from '../../src/experience/entry.ts';
import { parsePreference } from '../../src/experience/preference.ts';
import type { Rule } from '../../src/experience/rule.ts';
import type { FailureHistory } from '../../src/loops/build/failure-history.ts';
import { auditPreference } from '../../src/loops/build/preference-audit.ts';
import { recurrences } from '../../src/loops/build/recurrence.ts';
import { reopens } from '../../src/loops/build/reopening.ts';
import { toolRegistry } from '../../src/loops/build/tool-registry.ts';
import { maintain } from '../../src/loops/maintain/maintain.ts';
import { maintenanceDue } from '../../src/loops/maintain/maintenance-due.ts';
import { entryOf, libraryOf } from '../support/experience-entries.ts';

const numbers = v.array(v.number());
const type = v.picklist(['convention', 'tool_selection', 'failure_pattern']);
const status = v.picklist(['active', 'probation', 'flagged', 'archived']);
const rule = v.optional(v.custom<Rule>((value) => typeof value === 'object' && value !== null && 'form' in value));

const recurring = v.object({
  failures: v.array(v.object({ signature: v.string(), sessionId: v.string(), vec: numbers })),
  entries: v.array(
    v.object({
      id: v.number(),
      type,
      status,
      failureMode: v.optional(v.object({ signature: v.string() })),
      rule,
      v: numbers,
      applicableUses: v.optional(v.number()),
      shareBefore: v.optional(v.number()),
      shareAfter: v.optional(v.number()),
    }),
  ),
  remediationSim: v.number(),
});

const audited = v.object({
  entry: v.object({ id: v.number(), type, status, text: v.string(), rule }),
  registry: v.array(v.string()),
  aliases: v.record(v.string(), v.string()),
});

const maintained = v.object({
  entries: v.array(
    v.object({
      id: v.number(),
      type,
      domain: v.string(),
      c: v.number(),
      u: v.number(),
      k: v.number(),
      status,
      v: numbers,
      text: v.string(),
      origin: v.picklist(['grpo', 'offline', 'user', 'merge', 'import', 'manual']),
      domainSessions: v.number(),
      evidence: v.object({ trajectories: v.number(), groups: v.number() }),
      rule,
      stale: v.optional(v.boolean()),
      rival: v.optional(v.nullable(v.number())),
    }),
  ),
  epoch: v.number(),
  dupAt: v.number(),
  holdoutLifts: v.record(v.string(), v.number()),
});

/** Themes 12 and 13: what is built, and what is tidied up. */
export const LOOP_CALLS: Readonly<Record<string, (input: unknown) => unknown>> = {
  recurrence: (input) => foundRecurrences(v.parse(recurring, input)),
  reopens(input) {
    const { sessionsWhenRejected, sessionsNow } = v.parse(
      v.object({ sessionsWhenRejected: v.number(), sessionsNow: v.number() }),
      input,
    );
    return reopens(sessionsWhenRejected, sessionsNow);
  },
  parsePreference: (input) => parsePreference(v.parse(v.object({ text: v.string() }), input).text),
  preferenceAudit(input) {
    const { entry, registry, aliases } = v.parse(audited, input);
    const tools = toolRegistry({ seen: registry, servers: [], declared: { tools: [], aliases, domains: {} } });
    const finding = auditPreference({ ...entry, rule: entry.rule ?? null, k: 0 }, tools, 100);
    return { proposal: finding.kind === 'missing' ? finding.tool : null, flagStale: finding.kind === 'stale' };
  },
  maintenance: (input) => maintenance(v.parse(maintained, input)),
  maintenanceDue: (input) => maintenanceDue(v.parse(v.object({ sealedSessions: v.number() }), input).sealedSessions),
};

function foundRecurrences({ failures, entries, remediationSim }: v.InferOutput<typeof recurring>): unknown {
  const bySignature = groupBySignature(failures);
  const histories = [...bySignature].map(
    ([signature, seen]): FailureHistory => ({
      signature,
      members: [signature],
      tool: 'tool',
      errorClass: 'unknown',
      sessions: [...new Set(seen.map((one) => one.sessionId))],
      epochs: [],
      firstEpoch: 0,
      count: seen.length,
      keys: [],
      samples: [],
    }),
  );
  const given = new Map(entries.map((entry) => [entry.id, entry]));
  const found = recurrences(
    histories,
    entries.map((entry) => ({
      ...entry,
      failureMode: entry.failureMode === undefined ? null : { errorClass: 'unknown', ...entry.failureMode },
      rule: entry.rule ?? null,
      k: 0,
      counters: { applicable: entry.applicableUses ?? 0 },
    })),
    {
      remedyAt: remediationSim,
      cosine: ({ signature }, { id }) => {
        const newest = bySignature.get(signature)?.at(-1)?.vec;
        return newest === undefined ? null : dot(newest, given.get(id)?.v ?? []);
      },
      shares: (_, { id }) => {
        const { shareBefore, shareAfter } = given.get(id) ?? {};
        return shareBefore === undefined || shareAfter === undefined
          ? null
          : { before: shareBefore, after: shareAfter };
      },
    },
  );
  const unremedied = found.filter((one) => one.kind === 'unremedied');
  const ids = found.flatMap((one) => (one.kind === 'remedied' ? one.entries : []));
  return {
    proposals: Object.fromEntries(unremedied.map(({ failure }) => [failure.signature, failure.sessions.length])),
    remediatedBy: [...new Set(ids)].sort((a, b) => a - b),
  };
}

function groupBySignature<One extends { readonly signature: string }>(all: readonly One[]): Map<string, One[]> {
  const groups = new Map<string, One[]>();
  for (const one of all) groups.set(one.signature, [...(groups.get(one.signature) ?? []), one]);
  return groups;
}

function maintenance({ entries, epoch, dupAt, holdoutLifts }: v.InferOutput<typeof maintained>): unknown {
  const given = new Map(entries.map((entry) => [entry.id, entry]));
  const library = libraryOf(...entries.map(entryGiven));
  const { operations, report } = maintain(library, {
    epoch,
    dupAt,
    nMax: 500,
    lift: ({ id }) => {
      const effect = holdoutLifts[String(id)];
      return effect === undefined ? null : { effect, p: 1 };
    },
    // A mark that the vectors call stale is old enough by their own definition.
    domainSessions: ({ id, stale }) => (stale ? Number.POSITIVE_INFINITY : (given.get(id)?.domainSessions ?? 0)),
    vector: ({ id }) => given.get(id)?.v ?? null,
    // The texts of the cases are no more than numbers.
    nameOtherThings: () => false,
    isKeptApart: () => false,
    compression: { strategy: 'hybrid', nTarget: 400, seed: '' },
  });
  const { next } = applyOperations(library, operations, { batch: 'b', at: '', epoch });
  return {
    deleted: report.deleted,
    staleMarked: report.staleMarked,
    archived: report.archived,
    unflagged: report.unflagged,
    merged: report.merged.map(({ ids, into }) => {
      const { text, c, u, k } = next.entries.get(into) ?? entryOf(into);
      return { ids, text, c, u, k };
    }),
    contradictionFlags: report.flagged.map(({ id }) => id),
  };
}

function entryGiven(given: v.InferOutput<typeof maintained>['entries'][number]): Entry {
  const { v: _, domainSessions: __, evidence, rule: ruleGiven, stale, rival, ...entry } = given;
  return entryOf(given.id, {
    ...entry,
    rule: ruleGiven ?? null,
    rival: rival ?? null,
    stale: stale ?? false,
    staleSince: stale === true ? 0 : null,
    evidence: { strength: null, effect: null, trajectoryIds: [], ...evidence },
    statusBefore: given.status === 'flagged' ? 'active' : null,
    archivedFrom: given.status === 'archived' ? 'active' : null,
    archivedEpoch: given.status === 'archived' ? 0 : null,
    probation: given.status === 'probation' ? { uses: 0, judged: 0 } : null,
  });
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
}
