import type { PlainJson } from '../../base/exact-json.ts';
import { refineShell, shellCommandOf, toolNames } from '../../telemetry/tool-name.ts';

/** One call as rules see it; a shell call with several commands is a step of each, in order. */
export interface RuleStep {
  /** Normalised name, such as `read` or `shell:git commit`. */
  readonly tool: string;
  readonly params: { readonly [key: string]: PlainJson };
  /** Of a shell command its flags, which play the role of keys; absent: the keys are those of `params`. */
  readonly flags?: readonly string[];
  /** Null: cannot be judged. */
  readonly ok: boolean | null;
  /** Signature of the error of a failed call. */
  readonly sig?: string | null;
  /** Place of the call in its trajectory, the same for all commands of one; absent: that of the step. */
  readonly call?: number;
}

/** What is known of a recorded call. */
export interface StepCall {
  readonly tool: string;
  readonly params: PlainJson;
  readonly ok: boolean | null;
  readonly error: { readonly class: string; readonly signature: string } | null;
}

/** The steps of a trajectory, from its calls in order. A signature stands on the last command of its call. */
export function ruleSteps(
  calls: readonly StepCall[],
  aliases: Readonly<Record<string, string>> = {},
): readonly RuleStep[] {
  return calls.flatMap((call, place) => stepsOf(call, place, aliases));
}

function stepsOf(call: StepCall, place: number, aliases: Readonly<Record<string, string>>): readonly RuleStep[] {
  const params = isObject(call.params) ? call.params : {};
  const names = toolNames(call.tool, call.params, aliases);
  const commands = commandsOf(call, aliases);
  // A cancelled call says nothing of what failed.
  const sig = call.error === null || call.error.class === 'cancelled' ? null : call.error.signature;
  return names.map((tool, index) => {
    const flags = commands[index]?.flags;
    const own = index === names.length - 1 ? sig : null;
    return { tool, params, ...(flags === undefined ? {} : { flags }), ok: call.ok, sig: own, call: place };
  });
}

function commandsOf(call: StepCall, aliases: Readonly<Record<string, string>>): ReturnType<typeof refineShell> {
  const isShell = toolNames(call.tool, call.params, aliases)[0]?.startsWith('shell:') ?? false;
  const command = isShell ? shellCommandOf(call.params) : undefined;
  return command === undefined ? [] : refineShell(command);
}

function isObject(value: PlainJson): value is { readonly [key: string]: PlainJson } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
