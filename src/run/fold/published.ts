import type { RunState } from '../state.ts';

/** The last two checkpoint hashes once another is to be published. */
export function publish(state: RunState, sha256: string): readonly string[] {
  return state.published[0] === sha256 ? state.published : [sha256, ...state.published].slice(0, 2);
}
