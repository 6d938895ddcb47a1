import type { PlainJson } from '../../../base/exact-json.ts';
import { claudeCodeImporter } from '../../../telemetry/import/claude-code.ts';
import { codexRolloutImporter } from '../../../telemetry/import/codex-rollout.ts';
import { isObject, isoOrNull, type JsonObject, textMember } from '../../../telemetry/import/json-view.ts';
import type { Usage } from '../../usage.ts';
import type { StreamFormat } from './agent-stream.ts';
import { CallBook, type CallEvent } from './call-book.ts';
import { ModelResponses } from './model-responses.ts';
import { RolloutUsage } from './rollout-usage.ts';
import { type ByteReader, rowReader } from './row-reader.ts';

const IMPORTERS = { 'claude-code': claudeCodeImporter, codex: codexRolloutImporter } as const;

/** What the files of a host's sessions say of one act: rows from before it are of earlier acts. */
export class SessionFiles {
  readonly #format: StreamFormat;
  readonly #sinceMs: number;
  readonly #books: CallBook[] = [];
  readonly #events: CallEvent[] = [];
  readonly #responses = new ModelResponses();
  readonly #rollouts: RolloutUsage[] = [];

  constructor(format: StreamFormat, sinceMs: number) {
    this.#format = format;
    this.#sinceMs = sinceMs;
  }

  /** A reader of one more file. */
  open(): ByteReader {
    const number = this.#books.length;
    // Threads of Codex number their calls alike.
    const nameOf = (id: string): string => (this.#format === 'codex' && number > 0 ? `${id}@${number}` : id);
    const book = new CallBook('told', (event) => this.#events.push({ ...event, callId: nameOf(event.callId) }));
    this.#books.push(book);
    const usage = new RolloutUsage();
    this.#rollouts.push(usage);
    const rows = IMPORTERS[this.#format].open({ path: 'session', head: {} }, (finding) => book.take(finding));
    const reader = rowReader(
      (row) => {
        const isEarlier = this.#isEarlier(row);
        if (isObject(row)) this.#account(row, usage, isEarlier);
        if (!isEarlier || textMember(row, 'type') === 'session_meta') rows.take(row);
      },
      () => undefined,
    );
    return {
      push: (chunk) => reader.push(chunk),
      end: () => {
        reader.end();
        rows.end();
      },
    };
  }

  /** Calls and results of all files, in the order of each. A call that several files tell is one. */
  get events(): readonly CallEvent[] {
    return this.#events;
  }

  /** By id, of Claude Code. */
  get responses(): ReadonlyMap<string, Usage> {
    return this.#responses.byId;
  }

  /** Of Codex: what each file states; null where one states none. */
  get rollouts(): readonly (Usage | null)[] {
    const counted = new Set<string>();
    return this.#rollouts.map((usage) => usage.read(counted));
  }

  #account(row: JsonObject, usage: RolloutUsage, isEarlier: boolean): void {
    if (this.#format === 'codex') usage.take(row, isEarlier);
    else if (!isEarlier) this.#responses.take(row);
  }

  #isEarlier(row: PlainJson): boolean {
    const at = isObject(row) ? isoOrNull(row.timestamp) : null;
    return at !== null && Date.parse(at) < this.#sinceMs;
  }
}
