import type { PlainJson } from '../../../base/exact-json.ts';
import { claudeCodeStreamImporter } from '../../../telemetry/import/claude-code-stream.ts';
import { codexExecImporter } from '../../../telemetry/import/codex-exec.ts';
import type { Finding, FormatReader } from '../../../telemetry/import/importer.ts';
import { isList, isObject, type JsonObject, member, textMember } from '../../../telemetry/import/json-view.ts';
import { addUsage, UNKNOWN_USAGE, type Usage } from '../../usage.ts';
import { CallBook, type CallEvent } from './call-book.ts';
import { ModelResponses } from './model-responses.ts';
import { type ByteReader, rowReader } from './row-reader.ts';
import { claudeResultUsage, codexUsage } from './stated-usage.ts';

/** Streams that an agent's command line may write. */
export type StreamFormat = 'claude-code' | 'codex';

/** What a stream says, as far as it has come. */
export interface StreamReading {
  /** Rows that were read, those included that are of no use or no JSON. */
  readonly records: number;
  readonly unknown: number;
  readonly malformed: number;
  /** Distinct calls, those that subagents made included. */
  readonly calls: number;
  readonly results: number;
  /** Results that say that the call failed. */
  readonly errors: number;
  /** Sessions of the host in it, in order. */
  readonly sessions: readonly string[];
  /** Whether its last word is that the host's turn is over. */
  readonly isWhole: boolean;
  /** As the host states it in the end; null: it has not. */
  readonly usage: Usage | null;
  /** The answer, or the last text of the main agent so far; null: it said nothing. */
  readonly finalText: string | null;
  /** What each response of a model used by its first words; of Claude Code alone. */
  readonly responses: ReadonlyMap<string, Usage>;
}

const IMPORTERS = { 'claude-code': claudeCodeStreamImporter, codex: codexExecImporter } as const;

/** Reads the stream of an agent in chunks of any size, while it is at work; calls and results are told as they come. */
export class AgentStream implements ByteReader {
  readonly format: StreamFormat;
  readonly #reader: ByteReader;
  readonly #rows: FormatReader;
  readonly #book: CallBook;
  readonly #responses = new ModelResponses();
  readonly #sessions: string[] = [];
  /** By session: of a host that was started twice the last word of each counts. */
  readonly #usage = new Map<string, Usage>();
  #records = 0;
  #unknown = 0;
  #malformed = 0;
  #isWhole = false;
  #finalText: string | null = null;

  constructor(format: StreamFormat, emit: (event: CallEvent) => void) {
    this.format = format;
    this.#book = new CallBook('announced', emit);
    this.#rows = IMPORTERS[format].open({ path: format, head: {} }, (finding) => this.#found(finding));
    this.#reader = rowReader(
      (row) => this.#take(row),
      () => {
        this.#records += 1;
        this.#malformed += 1;
      },
    );
  }

  push(chunk: Uint8Array): void {
    this.#reader.push(chunk);
  }

  end(): void {
    this.#reader.end();
    this.#rows.end();
  }

  /** Distinct calls so far. */
  get calls(): number {
    return this.#book.size;
  }

  get callIds(): Iterable<string> {
    return this.#book.ids;
  }

  read(): StreamReading {
    const stated = this.#isWhole ? [...this.#usage.values()] : [];
    return {
      records: this.#records,
      unknown: this.#unknown,
      malformed: this.#malformed,
      calls: this.#book.size,
      results: this.#book.count((call) => call.hasResult),
      errors: this.#book.count((call) => call.ok === false),
      sessions: this.#sessions,
      isWhole: this.#isWhole,
      usage: stated.length === 0 ? null : stated.reduce(addUsage),
      finalText: this.#finalText,
      responses: this.#responses.byId,
    };
  }

  #found(finding: Finding): void {
    if (finding.kind === 'record') {
      this.#records += 1;
      if (finding.fate === 'unknown') this.#unknown += 1;
    } else this.#book.take(finding);
  }

  #take(row: PlainJson): void {
    if (isObject(row)) {
      if (this.format === 'codex') this.#takeCodex(row);
      else this.#takeClaude(row);
    }
    this.#rows.take(row);
  }

  #takeClaude(row: JsonObject): void {
    const type = textMember(row, 'type');
    const session = textMember(row, 'session_id');
    if (session !== null) this.#meet(session);
    if (type === 'assistant' || type === 'user') this.#isWhole = false;
    if (type === 'assistant') {
      this.#responses.take(row);
      if (textMember(row, 'parent_tool_use_id') === null) this.#say(lastText(member(row.message, 'content')));
    }
    if (type !== 'result') return;
    this.#isWhole = true;
    this.#say(textMember(row, 'result'));
    this.#usage.set(session ?? '', claudeResultUsage(row));
  }

  #takeCodex(row: JsonObject): void {
    const type = textMember(row, 'type') ?? '';
    if (type === 'thread.started') this.#meet(textMember(row, 'thread_id') ?? '');
    if (/^(?:thread|turn)\.started$|^item\./.test(type)) this.#isWhole = false;
    if (type === 'item.completed' && textMember(row.item, 'type') === 'agent_message') {
      this.#say(textMember(row.item, 'text'));
    }
    if (type !== 'turn.completed' && type !== 'turn.failed') return;
    this.#isWhole = true;
    const thread = this.#sessions.at(-1) ?? '';
    // A turn that failed does not say what it used.
    this.#usage.set(thread, isObject(row.usage) ? codexUsage(row.usage) : UNKNOWN_USAGE);
  }

  #meet(session: string): void {
    if (session !== '' && !this.#sessions.includes(session)) this.#sessions.push(session);
  }

  #say(text: string | null): void {
    if (text !== null && text.trim() !== '') this.#finalText = text;
  }
}

function lastText(content: PlainJson | undefined): string | null {
  const texts = isList(content) ? content.filter((block) => textMember(block, 'type') === 'text') : [];
  return textMember(texts.at(-1), 'text');
}
