import type { ValidPolicy } from '../../policy/index.ts';
import type { HookHost } from '../events.ts';
import type { SessionLine } from '../session-line.ts';
import { type BoundsState, newBoundsState } from './bounds-state.ts';
import { foldBoundsLine } from './fold-line.ts';
import { PASS, type Verdict } from './verdict.ts';

/** What is known of a session beside its file. */
export interface BoundsContext {
  readonly host: HookHost;
  /** The policy whose bytes have a SHA-256; null where they are not kept or are none. */
  policyOf(sha256: string): ValidPolicy | null;
}

/** Where nothing is bounded. */
export const UNBOUNDED: BoundsContext = Object.freeze({ host: 'claude-code', policyOf: () => null });

interface Trail {
  readonly line: SessionLine;
  readonly isDouble: boolean;
  readonly before: Trail | null;
}

/** A state that is changed in place, and how many lines it holds. */
interface Running {
  readonly state: BoundsState;
  lines: number;
}

/**
 * What the bounds know of a session at one of its lines. As a value it never changes: where another line was folded onto the
 * running state, it is made again from its lines. In a snapshot it is plain data.
 */
export class FoldedBounds {
  /** What the bounds say about the line. */
  readonly verdict: Verdict;
  private readonly base: unknown;
  private readonly trail: Trail | null;
  private readonly lines: number;
  private readonly context: BoundsContext;
  private running: Running;

  private constructor(known: Pick<FoldedBounds, 'verdict'> & Kept) {
    this.verdict = known.verdict;
    this.base = known.base;
    this.trail = known.trail;
    this.lines = known.lines;
    this.context = known.context;
    this.running = known.running;
  }

  /** At the beginning, or from what a snapshot holds. */
  static from(base: unknown, context: BoundsContext): FoldedBounds {
    const running = { state: thawed(base, context), lines: 0 };
    return new FoldedBounds({ verdict: PASS, base, trail: null, lines: 0, context, running });
  }

  /** After one more line. */
  with(line: SessionLine, isDouble: boolean): FoldedBounds {
    const running = this.current();
    const verdict = foldBoundsLine(running.state, { line, isDouble, policy: policyAt(running.state, this.context) });
    running.lines += 1;
    const { base, context } = this;
    const trail = { line, isDouble, before: this.trail };
    return new FoldedBounds({ verdict, base, trail, lines: this.lines + 1, context, running });
  }

  /** To be read, not changed. */
  get state(): BoundsState {
    return this.current().state;
  }

  toJSON(): unknown {
    return JSON.parse(JSON.stringify(this.current().state, packed));
  }

  private current(): Running {
    if (this.running.lines === this.lines) return this.running;
    const running = { state: thawed(this.base, this.context), lines: 0 };
    const told: Trail[] = [];
    for (let trail = this.trail; trail !== null; trail = trail.before) told.push(trail);
    for (const { line, isDouble } of told.reverse()) {
      foldBoundsLine(running.state, { line, isDouble, policy: policyAt(running.state, this.context) });
      running.lines += 1;
    }
    this.running = running;
    return running;
  }
}

interface Kept {
  readonly base: unknown;
  readonly trail: Trail | null;
  readonly lines: number;
  readonly context: BoundsContext;
  readonly running: Running;
}

/** What the bounds know after one more line; `before` is what they knew, as a value or as a snapshot holds it. */
export function foldBounds(
  before: unknown,
  line: SessionLine,
  { isDouble, context }: { readonly isDouble: boolean; readonly context: BoundsContext },
): FoldedBounds {
  const known = before instanceof FoldedBounds ? before : FoldedBounds.from(before, context);
  return known.with(line, isDouble);
}

function policyAt({ policy }: BoundsState, context: BoundsContext): ValidPolicy | null {
  return policy === null ? null : context.policyOf(policy);
}

function thawed(base: unknown, { host }: BoundsContext): BoundsState {
  if (base === undefined) return newBoundsState(host);
  return { ...newBoundsState(host), ...JSON.parse(JSON.stringify(base), unpacked) };
}

function packed(_name: string, value: unknown): unknown {
  if (value instanceof Map) return { map: [...value] };
  return value instanceof Set ? { set: [...value] } : value;
}

function unpacked(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if ('map' in value && Array.isArray(value.map)) return new Map(value.map);
  return 'set' in value && Array.isArray(value.set) ? new Set(value.set) : value;
}
