import type { PlainJson } from '../../../base/exact-json.ts';
import type { Finding, FoundCall } from '../../../telemetry/import/importer.ts';

/** A call as a source announces it, and its result. `at`: ISO 8601 UTC; null where the source does not say. */
export type CallEvent =
  | {
      readonly kind: 'tool_call';
      readonly callId: string;
      readonly tool: string;
      readonly params: PlainJson;
      readonly at: string | null;
    }
  | {
      readonly kind: 'tool_result';
      readonly callId: string;
      readonly ok: boolean | null;
      readonly output: PlainJson;
      readonly durationMs: number;
    };

interface KnownCall {
  hasResult: boolean;
  ok: boolean | null;
}

/**
 * Counts the distinct calls of one source and their results. `announced`: each counts as soon as it is announced; else
 * only once its source has made up its mind that it is a call.
 */
export class CallBook {
  readonly #counts: 'announced' | 'told';
  readonly #emit: (event: CallEvent) => void;
  readonly #calls = new Map<string, KnownCall>();
  /** Where an announcement has a short name that a source uses again: the name of the present one. */
  readonly #named = new Map<string, string>();

  constructor(counts: 'announced' | 'told', emit: (event: CallEvent) => void) {
    this.#counts = counts;
    this.#emit = emit;
  }

  take(finding: Finding): void {
    if (finding.kind === 'call-started' && this.#counts === 'announced') {
      const { callId, tool, params } = finding.call;
      this.#begin(this.#newName(String(callId)), tool, params, null);
    } else if (finding.kind === 'call') this.#end(finding.call);
  }

  get ids(): Iterable<string> {
    return this.#calls.keys();
  }

  get size(): number {
    return this.#calls.size;
  }

  count(of: (call: Readonly<KnownCall>) => boolean): number {
    let count = 0;
    for (const call of this.#calls.values()) if (of(call)) count += 1;
    return count;
  }

  #newName(id: string): string {
    let name = id;
    for (let n = 2; this.#calls.has(name); n++) name = `${id}/${n}`;
    this.#named.set(id, name);
    return name;
  }

  #begin(callId: string, tool: string, params: PlainJson, at: string | null): KnownCall {
    const call = { hasResult: false, ok: null };
    this.#calls.set(callId, call);
    this.#emit({ kind: 'tool_call', callId, tool, params, at });
    return call;
  }

  #end(found: FoundCall): void {
    const id = String(found.toldAs ?? found.callId);
    const callId = this.#named.get(id) ?? id;
    const call = this.#calls.get(callId) ?? this.#begin(callId, found.tool, found.params, found.at);
    const { verdict, output, durationMs } = found;
    // A call that was left open is told at the end of its source, without anything of a result.
    if (verdict.ok === null && output === null && durationMs === null) return;
    call.ok = verdict.ok ?? call.ok;
    call.hasResult = true;
    this.#emit({ kind: 'tool_result', callId, ok: call.ok, output, durationMs: durationMs ?? 0 });
  }
}
