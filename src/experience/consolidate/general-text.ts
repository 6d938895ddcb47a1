import { redactText } from '../../telemetry/redact.ts';

const PATHS: readonly RegExp[] = [
  /(?<![\p{L}\p{N}_.:/<~`'"-])\/(?:[\p{L}\p{N}_.@-]+\/?)+/u,
  /(?<=[`'"(])\/(?:[\p{L}\p{N}_.@-]+\/)+[\p{L}\p{N}_.@-]*/u,
  /(?<![\p{L}\p{N}_])~\/[\p{L}\p{N}_.]/u,
  /(?<![\p{L}\p{N}_])[A-Za-z]:\\[\p{L}\p{N}_]/u,
  /\\\\[\p{L}\p{N}_.-]+\\/u,
  /file:\/\//i,
];
const IDS: readonly RegExp[] = [
  /(?<![\p{L}\p{N}-])[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![\p{L}\p{N}])/iu,
  /(?<![\p{L}\p{N}_.-])(?!(?:x|ed)25519)(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,}(?![\p{L}\p{N}_])/u,
  /(?<![\p{L}\p{N}_.:-])#?\d{6,}(?![\p{L}\p{N}_])/u,
  /(?<![\p{L}\p{N}_.-])#?[A-Z]{1,4}[-_]?\d{6,}(?![\p{L}\p{N}_])/u,
];

/** Why a text is no general advice: it names what holds for one case or one person. Null: it is general. */
export function particularsIn(text: string): string | null {
  const redacted = redactText(text);
  if (redacted !== text) return redacted.includes('[email]') ? 'it names an address' : 'it holds what must not be kept';
  if (PATHS.some((pattern) => pattern.test(text))) return 'it names an absolute path';
  return IDS.some((pattern) => pattern.test(text)) ? 'it names an id' : null;
}
