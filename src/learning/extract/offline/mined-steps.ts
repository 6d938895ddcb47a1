import type { PlainJson } from '../../../base/exact-json.ts';
import type { CallRecord } from '../../../telemetry/event.ts';
import { isShellTool, normaliseTool, refineShell, shellCommandOf } from '../../../telemetry/tool-name.ts';
import type { MinedStep } from './mined-trajectory.ts';

type RecordedCall = Pick<CallRecord, 'tool' | 'params' | 'ok' | 'error'>;

/**
 * Recorded calls as steps to mine, with normalised names. A shell line is a step for each of its commands; of one that
 * failed only the last, whose exit code it is, is known to have done so. `united` gives the representative of a signature.
 */
export function minedSteps(
  calls: readonly RecordedCall[],
  aliases: Readonly<Record<string, string>> = {},
  united: ReadonlyMap<string, string> = new Map(),
): readonly MinedStep[] {
  return calls.flatMap((call): readonly MinedStep[] => {
    const tool = normaliseTool(call.tool, aliases);
    const signature = call.error?.signature ?? null;
    const end = {
      ok: call.ok,
      sig: signature === null ? null : (united.get(signature) ?? signature),
      errorClass: call.error?.class ?? null,
    };
    const params = membersOf(call.params);
    const command = isShellTool(tool) ? shellCommandOf(call.params) : undefined;
    const commands = command === undefined ? [] : refineShell(command);
    if (commands.length === 0) return [{ tool, params, ...end }];
    const before = { ok: call.ok === true ? true : null, sig: null, errorClass: null };
    return commands.map(({ name, flags }, index) => {
      return { tool: name, params, flags, ...(index === commands.length - 1 ? end : before) };
    });
  });
}

function membersOf(params: PlainJson): { readonly [key: string]: PlainJson } {
  return isObject(params) ? params : { '': params };
}

function isObject(value: PlainJson): value is { readonly [key: string]: PlainJson } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
