import type { ErrorCode } from '../engine/model.ts';

/** What the error codes of a dispatch mean, and what to do about them. */
export const RUN_TIME_EXPLANATIONS: Readonly<Record<ErrorCode, string>> = {
  VALIDATION_ERROR:
    'The action ran into a `fail`. Its own code stands in `context.code`, its message is the one of `with`. Patches that came before the `fail` stand.',
  TYPE_MISMATCH:
    'A patch would have put a value into the state that does not belong to its type, most often a null that static types do not show; the state is as it was before that patch. Or a gate gave no boolean, such as the null of an entry that is not there: then nothing ran.',
  INVALID_PATCH_PATH:
    'A `[…]` in the path of a patch gave something that is no key or index: an empty text, a fraction, an unsafe key such as `__proto__`, an index beyond the end.',
  PATH_NOT_FOUND:
    'A patch reaches below something that is not there, or outside the declared types. A patch creates no parents; a number is no key of a Record (use `toString`).',
  INVALID_VALUE:
    'The handler of an effect returned something that JSON cannot hold, such as a date, NaN or a function.',
  INVALID_INPUT:
    'The input does not match the parameters exactly: one is missing, one too many, or one has another type. An action without parameters takes no input at all. An empty intent id is refused too.',
  INVALID_CONTEXT:
    'The context does not match the `context` block exactly, or the domain declares none and got one all the same.',
  UNKNOWN_ACTION: 'The domain has no action of that name.',
  ACTION_UNAVAILABLE: 'The `available when` of the action does not hold in this state. Nothing was changed.',
  INTENT_NOT_DISPATCHABLE: 'The `dispatchable when` of the action does not hold for this input. Nothing was changed.',
  CYCLIC_DEPENDENCY: 'A schema that no compiler of ours made: its computed values depend on themselves.',
  UNKNOWN_FLOW: 'A schema that no compiler of ours made: it calls a flow that is not there.',
  CYCLIC_CALL: 'A schema that no compiler of ours made: its flows call each other in a circle.',
  INTERNAL_ERROR: 'The schema is no schema, or the runtime was disposed.',
  SNAPSHOT_FOREIGN: 'The snapshot or log was saved by another domain or another version of it.',
  SNAPSHOT_TOO_NEW: 'The snapshot or log was written by a newer version of Praxis than this one.',
  UNKNOWN_EFFECT: 'The action asked for an effect that has no handler. What was patched before it stands.',
  EFFECT_TIMEOUT: 'The handler of an effect did not answer in time (30 seconds unless set otherwise).',
  EFFECT_EXECUTION_FAILED:
    'The handler of an effect threw an error. A failure that the domain should know of is returned as patches instead.',
  EFFECT_APPLY_FAILED:
    'One of the patches that a handler returned does not fit the state, so none of them was applied.',
  LOOP_MAX_ITERATIONS:
    'The action went on asking for effects. Guard the effect with `onceIntent`, or with a condition that its result makes false.',
};
