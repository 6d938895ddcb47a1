import type { PlainJson } from '../../base/exact-json.ts';
import { errorSignature, normaliseOutput } from '../../telemetry/fingerprint.ts';
import { redactText } from '../../telemetry/redact.ts';
import { refineShell, shellCommandOf, toolNames } from '../../telemetry/tool-name.ts';
import type { CallFacts } from '../session-line.ts';
import { nameOrHash } from './name-or-hash.ts';
import type { SeenHookCall } from './seen-call.ts';

/** Tools that write files. */
const WRITERS: ReadonlySet<string> = new Set(['Write', 'Edit', 'MultiEdit', 'NotebookEdit', 'apply_patch']);
const PATHS = ['file_path', 'notebook_path', 'path'] as const;
/** Arguments that change nothing of what a call does. */
const IGNORED: ReadonlySet<string> = new Set(['description', 'timeout', 'timeout_ms']);
/** More of an output tells nothing more; the rest counts by its length. */
const MOST_OUTPUT = 65_536;

/** What the session's file holds of a call. */
export function callFacts(call: SeenHookCall, hash: (text: string) => string): CallFacts {
  const { callId, tool, params, result, durationMs } = call;
  const target = targetOf(tool, params);
  const input = JSON.stringify(params);
  return {
    ...(callId !== undefined && { call: hash(callId) }),
    tool: nameOrHash(tool, hash),
    ...(target !== undefined && { target: hash(target) }),
    input: hash(`${tool}\n${JSON.stringify(withoutNoise(params))}`),
    inputChars: input.length,
    ...(result !== undefined && resultFacts(call, hash)),
    ...(durationMs !== null && { durationMs: Math.round(durationMs) }),
  };
}

function resultFacts({ tool, params, result }: SeenHookCall, hash: (text: string) => string): Partial<CallFacts> {
  if (result === undefined) return {};
  const { output, verdict, isDenied, isInterrupted } = result;
  const text = typeof output === 'string' ? output : JSON.stringify(output);
  const isFailure = verdict.ok === false && !isDenied && !isInterrupted;
  const start = text.slice(0, MOST_OUTPUT);
  return {
    ok: verdict.ok,
    ...(isDenied && { denied: true as const }),
    ...(isInterrupted && { interrupted: true as const }),
    ...(isFailure && { failure: signatureOf(tool, params, text) }),
    output: hash(`${text.length > MOST_OUTPUT ? text.length : ''}\n${normaliseOutput(start)}`),
    outputChars: text.length,
    ...(verdict.ok === true && WRITERS.has(tool) && { wrote: true as const }),
  };
}

/** As the library computes it of the stored record, so that entries about a failure are found by it. */
function signatureOf(tool: string, params: PlainJson, text: string): string {
  return errorSignature(toolNames(tool, params).at(-1) ?? tool, redactText(text.slice(0, MOST_OUTPUT))).signature;
}

/** The file that a call is about, else the first program of its command. */
function targetOf(tool: string, params: PlainJson): string | undefined {
  if (typeof params !== 'object' || params === null) return undefined;
  const members = new Map<string, unknown>(Object.entries(params));
  for (const name of PATHS) {
    const path = members.get(name);
    if (typeof path === 'string') return path;
  }
  const command = shellCommandOf(params);
  if (command === undefined) return undefined;
  if (tool === 'apply_patch' && typeof command === 'string') return patchedFiles(command).join('\n');
  return refineShell(command)[0]?.name.slice('shell:'.length).split(' ')[0];
}

/** The files that a patch names, in its order. */
function patchedFiles(patch: string): readonly string[] {
  return Array.from(patch.matchAll(/^\*\*\* (?:Add|Update|Delete) File: (.+)$/gm), (match) => match[1] ?? '');
}

function withoutNoise(params: PlainJson): PlainJson {
  if (typeof params !== 'object' || params === null || Array.isArray(params)) return params;
  const entries = Object.entries(params).filter(
    ([name, value]) => !IGNORED.has(name) && value !== null && value !== false,
  );
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}
