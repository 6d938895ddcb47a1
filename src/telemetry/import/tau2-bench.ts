import type { PlainJson } from '../../base/exact-json.ts';
import { sha256Hex } from '../../base/sha256.ts';
import { namedConfigId } from '../agent-config.ts';
import { judgeCall } from '../call.ts';
import { Conversation } from './conversation.ts';
import type { Finding, FormatReader, Importer, ImportSource, RecordFate } from './importer.ts';
import { isList, isObject, isoOrNull, listMember, member, numberMember, textMember } from './json-view.ts';
import { firstUserText, MessageReader, type MessageStyle } from './messages.ts';

const HOST = 'tau2-bench';
const STYLE: MessageStyle = {
  verdict: (message) => {
    const error = member(message, 'error');
    return judgeCall(typeof error === 'boolean' ? { returned: true, isError: error } : {});
  },
  isAgents: (call) => (textMember(call, 'requestor') ?? 'assistant') === 'assistant',
};

/** Result files of tau2-bench: one object with its simulations. */
export const tau2BenchImporter: Importer = {
  format: 'tau2-bench',
  name: 'tau2-bench',
  layout: {
    kind: 'document',
    parts: 'simulations',
    claims: (outline) => listMember(outline, 'simulations').some((one) => isList(member(one, 'messages'))),
  },
  open: (source, emit) => new Tau2BenchReader(source, emit),
};

class Tau2BenchReader implements FormatReader {
  readonly #emit: (finding: Finding) => void;
  readonly #config: string;
  readonly #domain: string;

  constructor(source: ImportSource, emit: (finding: Finding) => void) {
    this.#emit = emit;
    const info = member(source.head, 'info');
    const agent = member(info, 'agent_info');
    this.#config = namedConfigId(HOST, textMember(agent, 'implementation'), textMember(agent, 'llm'));
    this.#domain = textMember(member(info, 'environment_info'), 'domain_name') ?? 'unknown';
  }

  take(simulation: PlainJson): void {
    this.#emit({ kind: 'record', fate: this.#read(simulation) });
  }

  end(): void {}

  #read(simulation: PlainJson): RecordFate {
    if (!isObject(simulation) || !isList(simulation.messages)) return 'unknown';
    const sessionId = textMember(simulation, 'id') ?? sha256Hex(JSON.stringify(simulation)).slice(0, 32);
    const session = new Conversation(
      { host: HOST, sessionId, cwd: null, origin: 'transcript' },
      this.#config,
      this.#emit,
    );
    const began = { at: isoOrNull(simulation.start_time), rowId: null };
    const ended = { at: isoOrNull(simulation.end_time), rowId: null };
    const groupKey = `${HOST}/${this.#domain}/${String(simulation.task_id)}`;
    session.newTask(firstUserText(simulation.messages), began, { taskId: sessionId, groupKey });
    const reader = new MessageReader(session, STYLE);
    for (const message of simulation.messages) reader.take(message);
    const reward = numberMember(simulation.reward_info, 'reward');
    if (reward !== null) session.outcome(reward, HOST, ended);
    const status = textMember(simulation, 'termination_reason');
    session.stop({ at: ended.at, ...(status === null ? {} : { status }) });
    session.end();
    return 'used';
  }
}
