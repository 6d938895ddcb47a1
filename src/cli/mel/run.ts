import { resolve } from 'node:path';
import { type ErrorCode, EXIT, type ExitCode, PraxisError } from '../../base/errors.ts';
import { systemClock } from '../../host/clock.ts';
import { systemRandom } from '../../host/random.ts';
import { readBounded, unreadableBecause } from '../../host/read-bounded.ts';
import type { Snapshot } from '../../mel/engine/model.ts';
import type { Blocker } from '../../mel/engine/program.ts';
import { createRuntime } from '../../mel/runtime/create-runtime.ts';
import type { DispatchResult } from '../../mel/runtime/types.ts';
import type { Json, Schema } from '../../mel/schema/ir.ts';
import type { CommandIo } from '../io.ts';
import { standardInput } from '../standard-input.ts';
import { oneLine } from '../table.ts';
import { changesText } from './changes.ts';
import { readyFile } from './compiled-schema.ts';
import { type EffectCall, readEffects, readScript, type ScriptedEffects, type ScriptStep } from './script.ts';
import { requireOneStdin, STDIN } from './source-file.ts';

export interface MelRunFlags {
  readonly script?: string | undefined;
  readonly effects?: string | undefined;
  readonly json: boolean;
}

const MAX_SCRIPT_BYTES = 256 * 1024 * 1024;
const NO_EFFECTS: ScriptedEffects = { handlerOf: () => undefined, unused: () => [] };

/** `praxis mel run FILE`: exit 0 when the script was carried through, whatever came of its intents. */
export async function melRun(io: CommandIo, flags: MelRunFlags, file: string): Promise<ExitCode> {
  requireOneStdin([file, flags.script]);
  const ready = await readyFile(io, file, flags.json);
  if (ready === null) return EXIT.invalid;
  const script =
    flags.script === undefined
      ? []
      : readScript(flags.script === STDIN ? 'standard input' : flags.script, await scriptText(io, flags.script));
  const effects =
    flags.effects === undefined ? NO_EFFECTS : readEffects(flags.effects, await fileText(io, flags.effects));
  const print = flags.json ? jsonPrinter(io) : wordPrinter(io, ready.schema);
  await carryThrough(ready.schema, script, effects, print);
  const unused = effects.unused();
  if (unused.length > 0)
    io.stderr(
      `note: ${unused.length === 1 ? 'an answer was' : `${unused.length} answers were`} not used: ${oneLine(unused.join(', '), 200)}\n`,
    );
  return EXIT.ok;
}

/** One step as `--json` prints it. */
interface StepDocument {
  readonly step: number;
  readonly action?: string;
  readonly status?: string;
  readonly reason?: string;
  readonly error?: StepError;
  readonly calls?: readonly EffectCall[];
  readonly state: Snapshot['state'];
  readonly computed: Snapshot['computed'];
  readonly hash?: string;
}

interface StepError {
  readonly code: string;
  /** What the author of the domain called a `fail`. */
  readonly fail?: string;
  readonly layer?: string;
  readonly message: string;
  /** The conditions that did not hold. */
  readonly blockers?: readonly Blocker[];
}

type Print = (step: StepDocument) => void;

async function carryThrough(
  schema: Schema,
  script: readonly ScriptStep[],
  effects: ScriptedEffects,
  print: Print,
): Promise<void> {
  const calls: EffectCall[] = [];
  const runtime = createRuntime(schema, {
    clock: systemClock,
    random: systemRandom,
    effects: effects.handlerOf,
    onRequest: ({ type, params }) => calls.push({ type, params }),
  });
  print({ step: 0, state: runtime.state, computed: runtime.computed });
  for (const [index, { intent, timestamp, seed, context }] of script.entries()) {
    calls.length = 0;
    const options = context === undefined ? { timestamp, seed } : { timestamp, seed, context };
    const result = await runtime.dispatch(intent as never, options);
    const asked = calls.length === 0 ? {} : { calls: [...calls] };
    print({
      step: index + 1,
      action: intent.type,
      ...outcomeOf(result),
      ...asked,
      state: runtime.state,
      computed: runtime.computed,
      hash: runtime.hash(),
    });
  }
}

function outcomeOf(result: DispatchResult): Pick<StepDocument, 'reason' | 'error'> & { readonly status: string } {
  switch (result.kind) {
    case 'ok':
      return { status: 'complete' };
    case 'stop':
      return { status: 'halted', reason: result.reason };
    case 'fail': {
      const { code, message, context } = result.error;
      const authored = code === 'VALIDATION_ERROR' && typeof context?.code === 'string' ? { fail: context.code } : {};
      return { status: 'error', error: { code, ...authored, message } };
    }
    case 'failed':
      return { status: 'failed', error: { code: result.error.code, message: result.error.message } };
    case 'blocked': {
      const { layer, code, message, blockers } = result;
      const why = blockers.length === 0 ? {} : { blockers };
      return { status: 'blocked', error: { layer, code, message, ...why } };
    }
  }
}

function jsonPrinter(io: CommandIo): Print {
  return (step) => io.stdout(`${JSON.stringify(step)}\n`);
}

/** The state at the beginning in full, then of each step what it changed. */
function wordPrinter(io: CommandIo, schema: Schema): Print {
  let before: StepDocument | undefined;
  return (step) => {
    if (before === undefined) {
      io.stdout(`${schema.meta?.name ?? schema.id}\n${valuesText(step.state)}${valuesText(step.computed)}`);
    } else {
      const { error } = step;
      const why = step.reason ?? (error === undefined ? '' : errorText(error));
      io.stdout(`${`${step.step}  ${step.action}  ${step.status}  ${oneLine(why, 300)}`.trimEnd()}\n`);
      for (const call of step.calls ?? [])
        io.stdout(`   asked for ${call.type} ${oneLine(JSON.stringify(call.params), 160)}\n`);
      io.stdout(changesText(before.state, step.state) + changesText(before.computed, step.computed));
    }
    before = step;
  };
}

function errorText({ message, blockers = [], fail, code }: StepError): string {
  const conditions = blockers.length === 0 ? '' : `: ${blockers.map((blocker) => blocker.message).join('; ')}`;
  return `${message}${conditions} (${fail ?? code})`;
}

function valuesText(values: { readonly [name: string]: Json }): string {
  return Object.entries(values)
    .map(([name, value]) => `   ${name} = ${oneLine(JSON.stringify(value), 160)}\n`)
    .join('');
}

async function scriptText(io: CommandIo, name: string): Promise<string> {
  return name === STDIN ? inputText() : fileText(io, name);
}

async function inputText(): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of standardInput('Give the script on standard input, or name its file.')) chunks.push(chunk);
  return decoded(Buffer.concat(chunks), 'standard input');
}

async function fileText(io: CommandIo, name: string): Promise<string> {
  let bytes: Uint8Array;
  try {
    bytes = await readBounded(resolve(io.cwd, name), MAX_SCRIPT_BYTES + 1);
  } catch (error) {
    throw unusable(`${name} ${unreadableBecause(error)}`, error);
  }
  if (bytes.length > MAX_SCRIPT_BYTES) throw unusable(`${name} is longer than ${MAX_SCRIPT_BYTES} bytes`, undefined);
  return decoded(bytes, name);
}

function decoded(bytes: Uint8Array, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw unusable(`${name} is not UTF-8 text`, error);
  }
}

function unusable(message: string, cause: unknown): PraxisError {
  const code: ErrorCode = 'MEL_SCRIPT_INVALID';
  return new PraxisError(code, message, { hint: 'Scripts are JSON Lines, effects one JSON list, both UTF-8.', cause });
}
