import type { TextHash } from '../../base/sha256.ts';
import { countOf, membersOf, textOf } from './json-members.ts';
import type { ThreadFact } from './rollout-facts.ts';

/** What a line of a transcript of Claude Code tells: what a response used. It states that of one response more than once. */
export function transcriptFact(line: string, hash: TextHash): ThreadFact | undefined {
  if (!line.includes('"usage"') || !line.includes('"assistant"')) return undefined;
  const { type, message } = read(line);
  const { id, usage } = membersOf(message);
  const response = textOf(id);
  if (type !== 'assistant' || response === undefined) return undefined;
  const members = membersOf(usage);
  const counts = {
    inputTokens: countOf(members.input_tokens),
    outputTokens: countOf(members.output_tokens),
    cacheReadTokens: countOf(members.cache_read_input_tokens) ?? 0,
    cacheWriteTokens: countOf(members.cache_creation_input_tokens) ?? 0,
  };
  const known = Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== undefined));
  return { kind: 'usage', usage: { response: hash(response), ...known } };
}

function read(line: string): Readonly<Record<string, unknown>> {
  try {
    return membersOf(JSON.parse(line));
  } catch {
    return {};
  }
}
