import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '../../src/host/clock.ts';
import { systemRandom } from '../../src/host/random.ts';
import { fromRow, type JournalledEvent } from '../../src/run/journal.ts';
import { openSqliteStore } from '../../src/store/sqlite/run-store.ts';
import { logged, type Place, place, policy, write } from '../e2e/support.ts';

/**
 * A candidate as these tests write it; `effect` runs after the line in the log that names the cycle. `TIMES` in it is how
 * often it has begun, kept outside the work tree.
 */
interface Effect {
  readonly id: string;
  readonly effect: string;
  readonly kind?: 'explore' | 'exploit';
  readonly repeatable?: boolean;
}

/** The log of effects lies outside the work tree; the mark of the act says which cycle it is. */
function logging(at: Place, { id, effect }: Pick<Effect, 'id' | 'effect'>): string {
  const times = `$(grep -c ' ${id}$' ${at.log})`;
  return `echo "\${PRAXIS_ACT##*/} ${id}" >> ${at.log}; ${effect.replaceAll('TIMES', () => times)}`;
}

export const TOPIC = 'crashes';

/** A playbook whose run looks, damages what is protected, fails, and gets there in two steps. */
const EFFECTS: readonly Effect[] = [
  { id: 'look', kind: 'explore', effect: 'true' },
  { id: 'vandal', effect: 'echo gone > guard/one; rm guard/two; echo new > guard/three; echo stray > stray' },
  { id: 'wrong', effect: 'echo wrong > notes' },
  { id: 'first', effect: 'echo 1 > first' },
  { id: 'second', effect: 'test -e first && echo 2 > second' },
];

interface Setting {
  readonly effects?: readonly Effect[];
  readonly actor?: (at: Place) => object;
  readonly limits?: Parameters<typeof policy>[0];
  readonly policy?: object;
}

/** A project without git whose acceptance is two files and whose guards no act may touch. */
export function crashPlace(setting: Setting = {}): Place {
  const at = place();
  fill(at, setting);
  return at;
}

export function fill(at: Place, setting: Setting): void {
  const effects = setting.effects ?? EFFECTS;
  const actor = setting.actor?.(at) ?? {
    kind: 'playbook',
    candidates: effects.map((effect) => ({
      id: effect.id,
      kind: effect.kind ?? 'exploit',
      run: logging(at, effect),
      ...(effect.repeatable === undefined ? {} : { repeatable: effect.repeatable }),
    })),
  };
  write(at.tree, {
    'task.yaml': {
      goal: 'have both files',
      topic: TOPIC,
      acceptance: [
        { id: 'one', run: 'echo seen >> checked; test -e first || { echo "Error: first is missing"; exit 1; }' },
        { id: 'two', run: 'test -e second || { echo "Error: second is missing"; exit 1; }' },
      ],
      scope: ['first', 'second', 'notes'],
      protected: ['guard/**'],
      policy_ref: 'policy.json',
      actor,
    },
    'policy.json': setting.policy ?? policy({ max_cycles: 60, ...setting.limits }),
    'guard/one': 'one\n',
    'guard/two': 'two\n',
  });
}

/** An agent that does the next step each time; a child, so that children are counted. */
export function agent(at: Place): object {
  return {
    kind: 'command',
    format: 'none',
    run: logging(at, {
      id: 'agent',
      effect: 'cat > prompt-seen; rm prompt-seen; if test -e first; then echo 2 > second; else echo 1 > first; fi',
    }),
  };
}

export function checkpointPath(at: Place): string {
  return join(at.tree, '.coord', `checkpoint-${TOPIC}.json`);
}

export function counters(at: Place): Readonly<Record<string, number>> {
  if (!existsSync(checkpointPath(at))) return {};
  const document: Record<string, unknown> = JSON.parse(readFileSync(checkpointPath(at), 'utf8'));
  const cumulative = ['cycle', 'tool_calls', 'elapsed_seconds', 'transcript_bytes', 'children_spawned'];
  return Object.fromEntries(cumulative.map((name) => [name, Number(document[name])]));
}

function databases(at: Place): readonly string[] {
  const folder = join(at.home, 'libraries');
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names.map((name) => join(folder, name, 'praxis.db')).filter((path) => existsSync(path));
}

/** The journals of all runs of a place, oldest first. */
export async function journals(at: Place): Promise<readonly (readonly JournalledEvent[])[]> {
  const found: (readonly JournalledEvent[])[] = [];
  for (const path of databases(at)) {
    const store = await openSqliteStore(path, { clock: systemClock, random: systemRandom });
    try {
      for (const session of (await store.sessions({})).toReversed()) {
        found.push((await store.journal(session.id)).map(fromRow));
      }
    } finally {
      await store.close();
    }
  }
  return found;
}

/** Texts that the libraries of a place hold, by their SHA-256; those that none holds are left out. */
export async function blobs(at: Place, hashes: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const path of databases(at)) {
    const store = await openSqliteStore(path, { clock: systemClock, random: systemRandom });
    try {
      for (const hash of hashes) {
        const text = await store.blob(hash);
        if (text !== undefined) found.set(hash, text);
      }
    } finally {
      await store.close();
    }
  }
  return found;
}

/** Living processes that belong to acts or critiques in the work tree. */
export function leftProcesses(at: Place): readonly string[] {
  if (!existsSync('/proc/self/stat')) return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
        if (stat.slice(stat.lastIndexOf(')') + 2).startsWith('Z')) return false;
        return readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`PRAXIS_ACT=${at.tree}/`);
      } catch {
        return false;
      }
    });
}

/** What the log says was done, by cycle. */
export function effects(at: Place): readonly { readonly cycle: number; readonly id: string }[] {
  return logged(at).map((line) => {
    const [, cycle, id = ''] = /^cycle-(\d+) (\S+)$/.exec(line) ?? [];
    return { cycle: Number(cycle), id };
  });
}
