import { cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import type { Operation } from '../../src/experience/operation.ts';
import { systemClock } from '../../src/host/clock.ts';
import { systemRandom } from '../../src/host/random.ts';
import { openLibrary } from '../../src/praxis/library/open-library.ts';
import { openSqliteLibrary } from '../../src/store/sqlite/run-store.ts';
import { fillRecord } from '../../src/telemetry/fill-record.ts';
import { HARMFUL, type LoopPlace, loopSession, TASKS, TOOL } from '../support/closed-loop.ts';
import { share } from './share.ts';

const SEEDS = Math.max(2, share(10));
const BEFORE = 12;
const WITHIN = 30;

/**
 * How the lesson comes in, and what may take it out again: on probation its check as well; without a rule, of tasks whose
 * results are known, the measured difference alone.
 */
const STANDINGS = {
  active: { isTrusted: true, hasRule: true, hasOutcomes: false, by: /: confidence audit: |: step: effect -/ },
  probation: {
    isTrusted: false,
    hasRule: true,
    hasOutcomes: false,
    by: /: confidence audit: |: step: effect -|: the check of its probation/,
  },
  words: { isTrusted: true, hasRule: false, hasOutcomes: true, by: /^maintain:\d+: confidence audit: runs with it/ },
} as const;
type Standing = keyof typeof STANDINGS;
const NAMES: readonly Standing[] = ['active', 'probation', 'words'];

interface Fate {
  readonly standing: Standing;
  /** Sessions after which it was archived; null: it was not. */
  readonly archivedAfter: number | null;
  /** What took it out. */
  readonly by: string;
  /** Tasks whose prompt held it. */
  readonly told: number;
}

afterEach(() => vi.unstubAllEnvs());

function named({ seed }: LoopPlace, session: number): string {
  return `seed-${seed}-session-${session}`;
}

/** As if it had been learnt from the last session: followed, the call fails. */
function harmful(at: LoopPlace, standing: Standing): Operation {
  const session = named(at, BEFORE);
  const { isTrusted, hasRule } = STANDINGS[standing];
  return {
    op: 'add',
    // In words alone it must not look like the lesson that was learnt, or it is taken for the same.
    text: hasRule
      ? `When calling \`${TOOL.name}\`, pass ${HARMFUL}; failures 2/19 with it, 9/21 without.`
      : `Customers wait for nobody: to be quick, let \`${TOOL.name}\` pass ${HARMFUL}.`,
    type: 'tool_selection',
    domain: 'other',
    c: 0.5,
    rule: hasRule ? { form: 'ARG', t: TOOL.name, k: HARMFUL } : null,
    failureMode: null,
    origin: 'offline',
    isTrusted,
    isContested: false,
    evidence: {
      groups: TASKS.length,
      trajectories: 40,
      strength: 0.5,
      effect: 0.3,
      trajectoryIds: TASKS.map((_, task) => `${session}/${session}/${task}`),
    },
    why: 'a lesson that harms',
    group: null,
  };
}

async function putIn(at: LoopPlace, standing: Standing): Promise<number> {
  const library = openLibrary({ cwd: at.tree, library: null });
  const operations = [harmful(at, standing)];
  const submitted = await library.apply({ kind: 'add', wish: { kind: 'operations', operations, review: [] } });
  await library.close();
  if (submitted.kind !== 'applied') throw new Error(submitted.kind);
  return submitted.batch.changes[0]?.id ?? 0;
}

/** Null while it stands. */
async function takenOutBy(home: string, id: number): Promise<string | null> {
  const [folder = ''] = readdirSync(join(home, 'libraries'));
  const options = { clock: systemClock, random: systemRandom, fill: fillRecord };
  const store = await openSqliteLibrary(join(home, 'libraries', folder, 'praxis.db'), options);
  try {
    const entry = (await store.experience.read()).entries.get(id);
    if (entry?.status !== 'archived') return null;
    const batches = await store.experience.batches({});
    const batch = batches.findLast(({ changes }) => changes.some((change) => change.id === id));
    const operation = batch?.operations.find((one) => one.op === 'delete' && one.id === id);
    return `${batch?.id}: ${operation?.why ?? `the check of its probation, at c ${entry.c.toFixed(2)}`}`;
  } finally {
    await store.close();
  }
}

async function fateOf(at: LoopPlace, home: string, standing: Standing): Promise<Fate> {
  const id = await putIn(at, standing);
  let told = 0;
  for (let after = 1; after <= WITHIN; after++) {
    const attempts = await loopSession(at, BEFORE + after);
    told += attempts.filter(({ block }) => block.includes(HARMFUL)).length;
    const by = await takenOutBy(home, id);
    if (by !== null) return { standing, archivedAfter: after, by, told };
  }
  return { standing, archivedAfter: null, by: 'nothing', told };
}

test('a lesson that harms who follows it is taken out again', async () => {
  const fates: Fate[] = [];
  for (let seed = 0; seed < SEEDS; seed++) {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'praxis-harm-')));
    const tree = join(folder, 'tree');
    mkdirSync(tree);
    vi.stubEnv('PRAXIS_EMBEDDER_HELPER', 'off');
    try {
      for (const hasOutcomes of [false, true]) {
        const begun = join(folder, `home-${hasOutcomes}`);
        vi.stubEnv('PRAXIS_HOME', begun);
        const at = { tree, seed, hasOutcomes };
        for (let session = 1; session <= BEFORE; session++) await loopSession(at, session);
        for (const standing of NAMES.filter((name) => STANDINGS[name].hasOutcomes === hasOutcomes)) {
          const home = join(folder, standing);
          cpSync(begun, home, { recursive: true });
          vi.stubEnv('PRAXIS_HOME', home);
          const fate = await fateOf(at, home, standing);
          fates.push(fate);
          console.log(`seed ${seed}, ${standing}: after ${fate.archivedAfter} sessions, told ${fate.told}; ${fate.by}`);
        }
      }
    } finally {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  }
  for (const standing of NAMES) {
    const own = fates.filter((fate) => fate.standing === standing);
    const archived = own.filter(({ archivedAfter }) => archivedAfter !== null);
    expect(archived.length, standing).toBeGreaterThanOrEqual(own.length - 1);
    for (const { by } of archived) expect(by, standing).toMatch(STANDINGS[standing].by);
  }
});
