import type { PlainJson } from '../../base/exact-json.ts';
import { utf8Length } from '../../base/utf8.ts';
import type { CallVerdict } from '../call.ts';
import { bounded, boundedText } from './bounded.ts';

/** As much of an output as can matter. */
export interface KeptOutput {
  readonly output: PlainJson;
  /** Bytes before its end was let go; null where it is whole. */
  readonly outputBytes: number | null;
}

/** Of a success only what is stored counts, of a failure the message, wherever it stands. */
export function keptOutput(output: PlainJson, verdict: CallVerdict): KeptOutput {
  const limit = verdict.ok === false ? 262_144 : 32_768;
  if (typeof output !== 'string') return { output: bounded(output), outputBytes: null };
  return { output: boundedText(output, limit), outputBytes: output.length > limit ? utf8Length(output) : null };
}
