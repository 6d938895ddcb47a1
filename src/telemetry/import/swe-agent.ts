import type { PlainJson } from '../../base/exact-json.ts';
import { sha256Hex } from '../../base/sha256.ts';
import { namedConfigId } from '../agent-config.ts';
import { judgeCall } from '../call.ts';
import { Conversation } from './conversation.ts';
import { fileName } from './file-name.ts';
import type { Finding, FormatReader, Importer, ImportSource, RecordFate } from './importer.ts';
import { isObject, listMember, member, numberMember, parsedOrText, textMember } from './json-view.ts';

const HOST = 'swe-agent';
const NOWHERE = { at: null, rowId: null } as const;

/** Trajectories of SWE-agent: one run a file. */
export const sweAgentImporter: Importer = {
  format: 'swe-agent',
  name: 'swe-agent',
  layout: {
    kind: 'document',
    parts: 'trajectory',
    claims: (outline) => listMember(outline, 'trajectory').some((step) => textMember(step, 'action') !== null),
  },
  open: (source, emit) => new SweAgentReader(source, emit),
};

class SweAgentReader implements FormatReader {
  readonly #source: ImportSource;
  readonly #emit: (finding: Finding) => void;
  #session: Conversation | null = null;

  constructor(source: ImportSource, emit: (finding: Finding) => void) {
    this.#source = source;
    this.#emit = emit;
  }

  take(step: PlainJson): void {
    this.#emit({ kind: 'record', fate: this.#read(step) });
  }

  end(): void {
    const info = member(this.#source.head, 'info');
    const status = textMember(info, 'exit_status');
    if (status !== null) this.#session?.stop({ status, finalOutput: textMember(info, 'submission'), at: null });
    this.#session?.end();
  }

  #read(step: PlainJson): RecordFate {
    if (!isObject(step)) return 'unknown';
    this.#session ??= this.#open(step);
    const session = this.#session;
    const thought = textMember(step, 'thought');
    if (thought !== null) session.said(thought, NOWHERE, true);
    const action = textMember(step, 'action')?.trim() ?? '';
    if (action === '') return 'passed';
    // Actions are shell lines, and the tools of the harness are commands in it.
    const callId = session.call(
      { callId: null, tool: 'bash', params: { command: action }, ...NOWHERE },
      thought === null,
    );
    const seconds = numberMember(step, 'execution_time');
    const durationMs = seconds === null ? null : seconds * 1000;
    const output = textMember(step, 'observation') ?? '';
    session.result(callId, { output, verdict: judgeCall({}), durationMs, ...NOWHERE });
    return 'used';
  }

  /** The file carries no name of its own; how the run began tells it from others, wherever the file lies. */
  #open(first: PlainJson): Conversation {
    const { head, path } = this.#source;
    // The settings are JSON in a text in some versions.
    const config = parsedOrText(member(head, 'replay_config'));
    const problem = member(config, 'problem_statement');
    const began = JSON.stringify([
      fileName(path),
      member(head, 'environment') ?? null,
      member(config, 'agent') ?? null,
      first,
    ]);
    const model = member(member(config, 'agent'), 'model');
    const parse = member(member(member(config, 'agent'), 'tools'), 'parse_function');
    const session = new Conversation(
      { host: HOST, sessionId: sha256Hex(began).slice(0, 32), cwd: null, origin: 'transcript' },
      namedConfigId(HOST, textMember(model, 'name') ?? fileName(path), textMember(parse, 'type')),
      this.#emit,
    );
    const id = textMember(problem, 'id');
    const groupKey = id === null ? null : `${HOST}/${id}`;
    const text = textMember(problem, 'text') ?? textMember(problem, 'problem_statement') ?? '';
    session.newTask(text, NOWHERE, { taskId: session.sessionId, groupKey });
    return session;
  }
}
