/** One limit that is reached or near. */
export interface Reached {
  /** The member of the policy's file, e.g. `limits.max_tool_calls`. */
  readonly member: string;
  /** What `praxis bounds lift` calls it. */
  readonly limit: string;
  readonly metric: string;
  /** Null where it is not known. */
  readonly value: number | null;
  readonly limitValue: number;
}

/** What ended, by what, and what makes it go on. */
export interface Stop {
  /** A turn goes on with the next prompt, a goal only where a person raises the limit. */
  readonly scope: 'turn' | 'goal';
  readonly reached: readonly Reached[];
  /** What could not be evaluated, of a policy that is damaged. */
  readonly problem?: string;
  /** The call that failed again and again. */
  readonly repeats?: { readonly operation: string; readonly attempts: number };
}

/** What bounds say about one event. */
export type Verdict =
  | { readonly kind: 'pass'; readonly near: readonly Reached[] }
  /** Before a call, or where a person is to give leave for one: no call any more in this turn. */
  | { readonly kind: 'stop'; readonly stop: Stop; readonly isFirst: boolean }
  /** After calls that brought nothing: the turn ends. */
  | { readonly kind: 'end'; readonly stop: Stop }
  /** This agent is not started; the turn goes on. */
  | { readonly kind: 'refuse-spawn'; readonly reached: readonly Reached[] }
  /** The context has grown: a person is asked once. */
  | { readonly kind: 'ask'; readonly reached: Reached }
  | { readonly kind: 'refuse-prompt'; readonly stop: Stop };

export const PASS: Verdict = Object.freeze({ kind: 'pass', near: Object.freeze([]) });
