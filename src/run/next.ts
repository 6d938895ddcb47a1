import { unreachable } from '../base/unreachable.ts';
import type { EvaluationPurpose } from './journal.ts';
import type { RunState } from './state.ts';

/** What the shell has to do now. Each command ends in events, and the events in a new state. */
export type Command =
  | { readonly kind: 'evaluate'; readonly purpose: EvaluationPurpose }
  | { readonly kind: 'look' }
  | { readonly kind: 'plan' }
  | { readonly kind: 'act' }
  | { readonly kind: 'settle' }
  | { readonly kind: 'review' }
  | { readonly kind: 'settle-review' }
  | { readonly kind: 'inspect' }
  | { readonly kind: 'revert' }
  | { readonly kind: 'observe' }
  | { readonly kind: 'interrupt' }
  | { readonly kind: 'end' }
  | { readonly kind: 'done' };

/**
 * The order of a run: no act before the policy says continue, no critique before the tree was inspected, an
 * interrupt only where nothing is half done.
 */
export function nextCommand(state: RunState, isInterrupted: boolean): Command {
  switch (state.phase) {
    case 'acting':
      return { kind: 'settle' };
    case 'reviewing':
      return { kind: 'settle-review' };
    case 'acted':
      return { kind: 'inspect' };
    case 'reverting':
      return { kind: 'revert' };
    case 'ending':
      return { kind: 'end' };
    case 'ended':
      return { kind: 'done' };
    default:
      return isInterrupted ? { kind: 'interrupt' } : forwardCommand(state);
  }
}

function forwardCommand(state: RunState): Command {
  switch (state.phase) {
    case 'gate-start':
      return { kind: 'evaluate', purpose: state.resumes === 0 ? 'start' : 'resume' };
    case 'baseline':
      return { kind: 'look' };
    case 'gate-cycle':
      return { kind: 'evaluate', purpose: 'cycle' };
    case 'plan':
      return { kind: 'plan' };
    case 'gate-act':
      return { kind: 'evaluate', purpose: 'spawn' };
    case 'act':
      return { kind: 'act' };
    case 'gate-review':
      return { kind: 'evaluate', purpose: 'review' };
    case 'review':
      return { kind: 'review' };
    case 'inspected':
      return { kind: 'observe' };
    case 'acting':
    case 'reviewing':
    case 'acted':
    case 'reverting':
    case 'ending':
    case 'ended':
      return { kind: 'done' };
    default:
      return unreachable(state.phase);
  }
}
