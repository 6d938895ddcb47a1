/** One answer of the policy as `praxis explain` prints it. */
export interface ToldDecision {
  readonly decision: string;
  readonly scope: string | null;
  readonly spawn_allowed: boolean;
  /** When it was asked, in words. */
  readonly when: string;
  readonly isDone: boolean;
  readonly reasons: readonly { readonly reason: string; readonly text: string }[];
  /** Each `metric value, limit allowed`. */
  readonly numbers: readonly string[];
}

interface Told {
  /** Answers by cycle; 0: before the first. */
  readonly cycles: ReadonlyMap<number, readonly ToldDecision[]>;
}

const ANSWER =
  /^ {2}decision {3}(continue|checkpoint|stop)(?:, scope (\w+))?, (a|no) child may start \(([^)]*)\)(: done)?$/;

/** Reads what `praxis explain` printed; the lines under a heading of its end repeat the last answer and are left out. */
export function readTold(text: string): Told {
  const cycles = new Map<number, ToldDecision[]>();
  let cycle = 0;
  let open: { reasons: { reason: string; text: string }[]; numbers: string[] } | null = null;
  let label = '';
  for (const line of text.split('\n')) {
    if (line.startsWith('ended: ')) break;
    if (line === '') continue;
    const heading = /^cycle (\d+) {2}/.exec(line);
    if (heading !== null) {
      cycle = Number(heading[1]);
      open = null;
    }
    const own = line.slice(2, 13).trim();
    label = own === '' ? label : own;
    const words = line.slice(13);
    const answer = ANSWER.exec(line);
    if (answer !== null) {
      const [, decision = '', scope, spawn, when = '', done] = answer;
      open = { reasons: [], numbers: [] };
      const told = { decision, scope: scope ?? null, spawn_allowed: spawn === 'a', when, isDone: done !== undefined };
      cycles.set(cycle, [...(cycles.get(cycle) ?? []), { ...told, ...open }]);
    } else if (own === 'decision') throw new Error(`cannot read: ${line}`);
    else if (open !== null && label === 'why') open.reasons.push(reasonOf(words));
    else if (open !== null && label === 'numbers') open.numbers.push(words);
    else if (own !== '' && !['to change', 'so', 'note'].includes(own)) open = null;
  }
  return { cycles };
}

function reasonOf(words: string): { readonly reason: string; readonly text: string } {
  const [, text, reason] = /^(.*) {2}\[(.*)\]$/.exec(words) ?? [];
  return text === undefined || reason === undefined ? { reason: words, text: words } : { reason, text };
}
