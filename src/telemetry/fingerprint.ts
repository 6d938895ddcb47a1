import { sha256Hex } from '../base/sha256.ts';
import { errorClass } from './error-class.ts';
import { chooseLine, chooseRunLine, errorLines, errorMessage, runLines } from './error-lines.ts';
import { normaliseLine, normaliseName } from './line-replacements.ts';

/** What the library knows an error by. `signature` is 16 hex of the hash of tool, class and text. */
export interface ErrorSignature {
  readonly class: string;
  /** The normalised line, at most 160 characters. */
  readonly text: string;
  readonly signature: string;
  /** The line as it was written. */
  readonly line: string;
}

/** What failed in a run of the criteria. */
export interface RunFailure {
  /** Ids of the failing criteria, in listed order. */
  readonly criteria: readonly string[];
  /** Names of the failing tests, where a report tells them. */
  readonly tests: readonly string[];
  /** What the failing entries of a report say, else the output; already redacted. */
  readonly output: string;
}

export interface RunFingerprint {
  /** 16 hex, finer than `fingerprintClass`: equal for two failures that differ in time, place and counts only. */
  readonly fingerprint: string;
  /** Signature of the chosen line. */
  readonly fingerprintClass: string;
  /** The chosen line as it was written, without colours. */
  readonly line: string;
}

const TEXT_LIMIT = 160;
/** Longer lines are data, not messages; what lies beyond tells nothing more. */
const LINE_LIMIT = 16_384;
/** Criteria are no tool, and a remedy learnt under one test command holds under another. */
const RUN_TOOL = 'run';

/** Class, normalised text and signature of what a tool put out, given as text or as JSON text. */
export function errorSignature(tool: string, output: string): ErrorSignature {
  return lineSignature(tool, chooseLine(errorLines(errorMessage(output))));
}

/** Fingerprint of a failed run of the criteria. */
export function runFingerprint(failure: RunFailure): RunFingerprint {
  const { line, detail } = chooseRunLine(runLines(errorMessage(failure.output)));
  const text = normaliseLine(detail.slice(0, LINE_LIMIT), 'run');
  const tests = [...new Set(failure.tests.map(normaliseName))].sort();
  return {
    fingerprint: shortHash(JSON.stringify([failure.criteria, tests, text])),
    fingerprintClass: lineSignature(RUN_TOOL, line).signature,
    line,
  };
}

/** An output line by line as a run tells it from others: what a diagnosis said, without times, counts and temporary folders. */
export function normaliseOutput(output: string): string {
  const lines = runLines(output).map((line) => normaliseLine(line.slice(0, LINE_LIMIT), 'run'));
  return lines.join('\n').replace(/\p{Surrogate}/gu, '\ufffd');
}

/** Signature of a class and a text that are normalised already. */
export function signatureOf(tool: string, className: string, text: string): string {
  return shortHash(`${tool}\n${className}\n${text}`);
}

/** Agents repeat what fails; long lines are seldom the same. */
const known = new Map<string, ErrorSignature>();
const MOST_KNOWN = 1024;
const LONGEST_KNOWN = 512;

function lineSignature(tool: string, line: string): ErrorSignature {
  if (line.length > LONGEST_KNOWN) return madeSignature(tool, line);
  const key = `${tool}\n${line}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const made = madeSignature(tool, line);
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(key, made);
  return made;
}

function madeSignature(tool: string, line: string): ErrorSignature {
  const className = errorClass(line);
  const text = beginningOf(line);
  return { class: className, text, signature: signatureOf(tool, className, text), line };
}

/** The normalised line as far as it counts: of a long one no more is looked at than that takes. */
function beginningOf(line: string): string {
  for (let length = LINE_LIMIT; ; length *= 8) {
    const text = Array.from(normaliseLine(line.slice(0, length), 'signature'));
    if (length >= line.length || text.length > 2 * TEXT_LIMIT) return text.slice(0, TEXT_LIMIT).join('');
  }
}

function shortHash(text: string): string {
  return sha256Hex(text).slice(0, 16);
}
