import { existsSync } from 'node:fs';
import { uuidV7 } from '../base/uuid.ts';
import { systemClock } from '../host/clock.ts';
import type { Environment } from '../host/environment.ts';
import { isAlive, ownIdentity } from '../host/process-identity.ts';
import { systemRandom } from '../host/random.ts';
import type { Account } from '../run/ledger/account.ts';
import type { Amounts } from '../run/ledger/amounts.ts';
import type { Ask } from '../run/ledger/ask.ts';
import { reserve, settle } from '../run/ledger/books.ts';
import type { LedgerStore } from '../run/ledger/ledger.ts';
import type { RunPolicy } from '../run/run-policy.ts';
import type { Task } from '../run/task.ts';
import { openSqliteLibrary } from '../store/sqlite/run-store.ts';

/** The library that a run itself uses. */
interface OwnLibrary {
  readonly ledger: LedgerStore;
  readonly databasePath: string;
}

/** How a run is paid for: by nobody but its policy, or by the run that started it as well. */
export interface Purse {
  readonly account: Account;
  /** Null where it has no parent. */
  readonly parent: { readonly session: string; readonly amounts: Amounts; isGone(): boolean } | null;
  /** Gives back what was not spent. */
  close(): Promise<void>;
}

export type Drawing =
  | { readonly kind: 'drawn'; readonly purse: Purse }
  | { readonly kind: 'refused'; readonly reason: string };

/** Sets aside what a run may spend of its parent, before it spends anything; nothing is set aside where it has none. */
export async function drawOnParent(
  request: {
    readonly task: Task;
    readonly policy: RunPolicy;
    readonly parent: string | null;
    readonly reserve: Partial<Amounts>;
    readonly isResume: boolean;
  },
  own: OwnLibrary,
  environment: Environment,
): Promise<Drawing> {
  const { task, policy } = request;
  const named = environment.parent;
  const session = request.parent ?? task.parent ?? named?.session ?? null;
  if (session === null) return { kind: 'drawn', purse: purse(own, null, null) };
  const isElsewhere = named !== null && named.session === session && named.database !== own.databasePath;
  if (isElsewhere && !existsSync(named.database)) return { kind: 'refused', reason: `no_open_act:${session}` };
  const books = isElsewhere ? await otherLibrary(named.database) : { ...own, close: async () => undefined };
  let purseOfRun: Purse | undefined;
  try {
    const fund = await books.ledger.read((rows) => rows.openFunds(session)[0]);
    if (fund === undefined || !isAlive(fund.pid, fund.startTime))
      return { kind: 'refused', reason: `no_open_act:${session}` };
    const reserved = await books.ledger.write((rows) =>
      reserve(rows, {
        id: uuidV7(systemClock, systemRandom),
        run: session,
        holder: `${task.workTree}:${task.id}`,
        ask: askOf(task, policy, request.reserve),
        keeps: request.isResume,
      }),
    );
    if (reserved.kind === 'no-fund') return { kind: 'refused', reason: `no_open_act:${session}` };
    if (reserved.kind === 'refused')
      return { kind: 'refused', reason: `reservation_refused:${shortOf(reserved.asked, reserved.left)}` };
    const isGone = () => !isAlive(fund.pid, fund.startTime);
    purseOfRun = purse(books, reserved.id, { session, amounts: reserved.amounts, isGone }, books.close);
    return { kind: 'drawn', purse: purseOfRun };
  } finally {
    if (purseOfRun === undefined) await books.close();
  }
}

function purse(
  { ledger, databasePath }: OwnLibrary,
  reservation: string | null,
  parent: Purse['parent'],
  done: () => Promise<void> = async () => undefined,
): Purse {
  return {
    account: {
      ledger,
      reservation,
      ...ownIdentity(),
      variables: (sessionId) => ({ PRAXIS_PARENT: sessionId, PRAXIS_PARENT_LIBRARY: databasePath }),
    },
    parent,
    async close() {
      if (reservation !== null) await ledger.write((rows) => settle(rows, reservation));
      await done();
    },
  };
}

async function otherLibrary(databasePath: string): Promise<OwnLibrary & { close(): Promise<void> }> {
  const library = await openSqliteLibrary(databasePath, {
    clock: systemClock,
    random: systemRandom,
    durability: 'power-cut',
    fill: () => undefined,
  });
  return { ledger: library.ledger, databasePath, close: () => library.close() };
}

/** One act at least; at most what its own policy would let it spend. */
function askOf(task: Task, { goal, limits }: RunPolicy, asked: Partial<Amounts>): Ask {
  const ofGoal = (name: 'tool_calls' | 'children_spawned') =>
    Number(goal?.goalLimits.get(name) ?? Number.POSITIVE_INFINITY);
  const most =
    goal === null
      ? { toolCalls: Number(limits.max_tool_calls), children: Number(limits.max_children_per_parent) }
      : { toolCalls: ofGoal('tool_calls'), children: ofGoal('children_spawned') };
  return {
    toolCalls: asked.toolCalls ?? null,
    children: asked.children ?? null,
    most,
    least: { toolCalls: 1, children: task.actor.kind === 'playbook' ? 0 : 1 },
  };
}

function shortOf(asked: Amounts, left: Amounts): string {
  const rows = [
    ['tool_calls', asked.toolCalls, left.toolCalls],
    ['children_spawned', asked.children, left.children],
  ] as const;
  const short = rows.filter(([, wanted, there]) => wanted > there);
  return (short.length > 0 ? short : rows).map(([name, wanted, there]) => `${name}=${wanted}:left=${there}`).join(':');
}
