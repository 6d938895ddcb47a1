// What `claude -p --output-format stream-json --verbose` prints, and the transcript that it leaves.
import { randomUUID } from 'node:crypto';
import { appendFileSync, mkdirSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** A host that is killed has not yet written its last rows. */
const UNWRITTEN = 2;
const INPUT = 1000;
const OUTPUT = 40;

export function speakClaudeCode() {
  const session = randomUUID();
  const folder = process.env.CLAUDE_CONFIG_DIR;
  const project = folder && join(folder, 'projects', process.cwd().replaceAll(/[^A-Za-z0-9]/g, '-'));
  const waiting = [];
  let responses = 0;

  const print = (row) => writeSync(1, `${JSON.stringify({ ...row, session_id: session })}\n`);
  const file = (agent) => (agent === null ? `${session}.jsonl` : join(session, 'subagents', `agent-${agent}.jsonl`));
  const flush = (left) => {
    while (waiting.length > left) {
      const { agent, row } = waiting.shift();
      if (!project) continue;
      const path = join(project, file(agent));
      mkdirSync(join(path, '..'), { recursive: true });
      appendFileSync(path, `${JSON.stringify(row)}\n`);
    }
  };
  const keep = (agent, row) => {
    const place = { sessionId: session, uuid: randomUUID(), timestamp: new Date().toISOString() };
    waiting.push({ agent, row: { ...row, ...place, isSidechain: agent !== null, ...(agent && { agentId: agent }) } });
    flush(UNWRITTEN);
  };
  /** One response of the model; a stream shows the output of its first piece alone. */
  const respond = (content, parent, agent) => {
    responses += 1;
    const message = { id: `msg_${randomUUID()}`, role: 'assistant', model: 'example', content: [content] };
    const usage = { input_tokens: INPUT, cache_creation_input_tokens: 0, cache_read_input_tokens: 10 };
    print({
      type: 'assistant',
      message: { ...message, usage: { ...usage, output_tokens: 1 } },
      parent_tool_use_id: parent,
      ...(agent && { agent_id: agent }),
    });
    keep(agent, { type: 'assistant', message: { ...message, usage: { ...usage, output_tokens: OUTPUT } } });
  };
  const answer = (id, content, isError, parent, agent) => {
    const message = { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content, is_error: isError }] };
    print({ type: 'user', message, parent_tool_use_id: parent, ...(agent && { agent_id: agent }) });
    keep(agent, { type: 'user', message });
  };

  const open = new Map();
  print({ type: 'system', subtype: 'init', cwd: process.cwd(), model: 'example', permissionMode: 'default' });
  return {
    session,
    call(command, isChild) {
      const id = `toolu_${randomUUID()}`;
      const use = { type: 'tool_use', id, name: 'Bash', input: { command } };
      if (!isChild) {
        respond(use, null, null);
        open.set(id, { parent: null, agent: null });
        return id;
      }
      const parent = `toolu_${randomUUID()}`;
      const agent = randomUUID().slice(0, 8);
      respond({ type: 'tool_use', id: parent, name: 'Agent', input: { prompt: command } }, null, null);
      respond(use, parent, agent);
      open.set(id, { parent, agent });
      return id;
    },
    result(id, output, exit) {
      const { parent, agent } = open.get(id);
      answer(id, exit === 0 ? output : `Exit code ${exit}\n${output}`, exit !== 0, parent, agent);
      if (parent !== null) answer(parent, 'The helper is done.', false, null, null);
    },
    end(text) {
      respond({ type: 'text', text }, null, null);
      flush(0);
      const model = { inputTokens: responses * INPUT, cacheCreationInputTokens: 0, cacheReadInputTokens: responses * 10 };
      print({
        type: 'result',
        subtype: 'success',
        is_error: false,
        result: text,
        total_cost_usd: responses * 0.001,
        modelUsage: { example: { ...model, outputTokens: responses * OUTPUT } },
      });
    },
  };
}
