import { createHash } from 'node:crypto';
import { expect, vi } from 'vitest';
import { explain } from '../../src/cli/commands/explain.ts';
import { memoryIo } from '../cli/memory-io.ts';
import { blobs, journals } from '../danger/fixture.ts';
import { type Place, praxis } from '../e2e/support.ts';
import { type Judged, judged, type Plain } from './naive-decision.ts';
import { readTold, type ToldDecision } from './told.ts';

/** One evaluation of a journal, and where `praxis explain` tells it. */
interface Asked {
  readonly session: string;
  readonly cycle: number;
  /** Its place among the answers of its cycle. */
  readonly place: number;
  readonly purpose: string;
  readonly checkpointSha256: string;
  readonly policySha256: string;
}

const WHEN: Readonly<Record<string, string>> = {
  start: 'before anything ran',
  spawn: 'before the act',
  review: 'before the review',
  resume: 'on resume',
  final: 'at the end',
};

/**
 * Holds what `praxis explain` prints of the runs of a place against the contract, as a second evaluator reads it from the
 * journalled bytes: of `most` evaluations that `seed` chooses. Answers how many of each kind there were.
 */
export async function explainHolds(at: Place, most: number, seed: string): Promise<Readonly<Record<string, number>>> {
  const asked = await everyEvaluation(at);
  const order = (index: number) => createHash('sha256').update(`${seed}:${index}`).digest('hex');
  const chosen = asked
    .map((one, index) => ({ one, order: order(index) }))
    .sort((a, b) => (a.order < b.order ? -1 : 1))
    .slice(0, most)
    .map(({ one }) => one);
  const texts = await blobs(
    at,
    chosen.flatMap(({ checkpointSha256, policySha256 }) => [checkpointSha256, policySha256]),
  );
  const printed = new Map<string, ReturnType<typeof readTold>>();
  const told = async (target: string) => {
    const known = printed.get(target);
    if (known !== undefined) return known;
    const read = readTold(await explained(at, target));
    printed.set(target, read);
    return read;
  };
  const seen: Record<string, number> = {};
  for (const one of chosen) {
    const plain = (sha256: string): Plain => JSON.parse(texts.get(sha256) ?? 'null');
    const made = judged(plain(one.policySha256), plain(one.checkpointSha256));
    const whole = (await told(one.session)).cycles.get(one.cycle) ?? [];
    const near = (await told(`${one.session}:${one.cycle}`)).cycles.get(one.cycle) ?? [];
    expect(whole).toHaveLength(asked.filter((o) => o.session === one.session && o.cycle === one.cycle).length);
    for (const shown of [whole[one.place], near[one.place]]) agrees(shown, one, made);
    expect(near[one.place]?.numbers).toEqual(
      made.numbers.map(([metric, value, limit, allowed]) => `${metric} ${value}, ${limit} ${allowed}`),
    );
    const name = [made.decision, made.scope].filter((part) => part !== null).join(' ');
    seen[name] = (seen[name] ?? 0) + 1;
  }
  return seen;
}

/** A whole run by the command as it is built; single cycles, of which there are many, by the same command in this process. */
async function explained(at: Place, target: string): Promise<string> {
  if (!target.includes(':')) {
    const ended = await praxis(at, ['explain', target]);
    expect(ended.exit, ended.stderr).toBe(0);
    return ended.stdout;
  }
  vi.stubEnv('PRAXIS_HOME', at.home);
  const io = memoryIo({ cwd: at.tree });
  expect(await explain(io, { json: false }, target)).toBe(0);
  return io.out();
}

async function everyEvaluation(at: Place): Promise<readonly Asked[]> {
  const found: Asked[] = [];
  const listed = (await praxis(at, ['sessions', '--json'])).stdout.trim().split('\n');
  const ids = listed.map((line): string => JSON.parse(line).id).reverse();
  for (const [index, journal] of (await journals(at)).entries()) {
    const session = ids[index] ?? '';
    let cycle = 0;
    let place = 0;
    for (const { event } of journal) {
      if (event.kind === 'planned') {
        cycle = event.cycle;
        place = 0;
      }
      if (event.kind !== 'evaluated') continue;
      const { purpose, checkpointSha256, policySha256 } = event;
      found.push({ session, cycle, place, purpose, checkpointSha256, policySha256 });
      place += 1;
    }
  }
  return found;
}

function agrees(shown: ToldDecision | undefined, one: Asked, made: Judged): void {
  const where = JSON.stringify({ one, made, shown }, null, 1);
  expect(shown, where).toMatchObject({
    decision: made.decision,
    scope: made.scope,
    spawn_allowed: made.spawn_allowed,
    when: one.purpose === 'cycle' ? (one.cycle === 0 ? 'after the baseline' : 'after the cycle') : WHEN[one.purpose],
    isDone: made.reasons.length === 1 && made.reasons[0] === 'task_status:completed',
  });
  if (shown?.isDone === true) return;
  expect(
    shown?.reasons.map(({ reason }) => reason),
    where,
  ).toEqual([...new Set(made.reasons)]);
  for (const { reason, text } of shown?.reasons ?? [])
    for (const fact of factsOf(reason, made))
      expect(
        text.split(/[^\w.]+/).map((word) => word.replace(/\.$/, '')),
        where,
      ).toContain(fact);
}

/** The words that an explanation of a reason may not lack: what was found, which limit, and how much it allows. */
function factsOf(reason: string, { numbers }: Judged): readonly string[] {
  const [head, name = ''] = reason.split(':');
  const ofSlice = numbers.find(([metric, , limit]) => metric === name && !limit.startsWith('goal_limits.'));
  const total = numbers.find(([, , limit]) => limit === `goal_limits.${name}`);
  switch (head) {
    case 'limit_reached':
    case 'limit_exceeded':
    case 'checkpoint_required':
      return [...reason.matchAll(/=(\d+(?:\.\d+)?)/g)].map(([, number = '']) => number);
    case 'slice_limit':
      return [name, ...(ofSlice?.slice(1) ?? ['?'])];
    case 'goal_limit':
      return [name, ...(total === undefined ? ['?'] : [total[1] === 'unknown' ? 'not' : total[1], total[3]])];
    case 'human_gate':
      return [name.split(/[^\w]/)[0] ?? ''];
    default:
      return [];
  }
}
