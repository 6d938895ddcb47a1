// What `codex exec --json` prints, and the rollouts that it leaves: the stream is silent about children and some failures.
import { randomUUID } from 'node:crypto';
import { appendFileSync, mkdirSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const USED = { input_tokens: 1000, cached_input_tokens: 100, output_tokens: 50 };

export function speakCodex() {
  const session = randomUUID();
  const home = process.env.CODEX_HOME;
  let items = 0;
  let responses = 0;

  const print = (row) => writeSync(1, `${JSON.stringify(row)}\n`);
  const keep = (thread, type, payload) => {
    if (!home) return;
    const timestamp = new Date().toISOString();
    const [year, month, day] = timestamp.slice(0, 10).split('-');
    const folder = join(home, 'sessions', year, month, day);
    mkdirSync(folder, { recursive: true });
    appendFileSync(join(folder, `rollout-${thread}.jsonl`), `${JSON.stringify({ timestamp, type, payload })}\n`);
  };
  const begin = (thread) => {
    const isChild = thread !== session;
    const source = isChild ? { subagent: { thread_spawn: { depth: 1 } } } : 'exec';
    keep(thread, 'session_meta', { id: thread, session_id: session, cwd: process.cwd(), source });
  };
  const respond = (thread) => {
    if (thread === session) responses += 1;
    keep(thread, 'token_usage_record', { response_id: `resp_${randomUUID()}`, session_id: session, usage: USED });
  };
  const ask = (thread, name, input) => {
    const id = `call_${randomUUID()}`;
    respond(thread);
    keep(thread, 'response_item', { type: 'function_call', name, arguments: JSON.stringify(input), call_id: id });
    return id;
  };
  const answer = (thread, id, output) =>
    keep(thread, 'response_item', { type: 'function_call_output', call_id: id, output });

  const open = new Map();
  print({ type: 'thread.started', thread_id: session });
  print({ type: 'turn.started' });
  begin(session);
  return {
    session,
    call(command, isChild) {
      if (isChild) {
        const spawned = ask(session, 'spawn_agent', { message: command });
        const child = randomUUID();
        begin(child);
        const id = ask(child, 'exec_command', { cmd: command });
        answer(session, spawned, '{"task_name":"/root/helper"}');
        open.set(id, { thread: child, item: null });
        return id;
      }
      const id = ask(session, 'exec_command', { cmd: command });
      const item = { id: `item_${items++}`, type: 'command_execution', command, aggregated_output: '' };
      print({ type: 'item.started', item: { ...item, exit_code: null, status: 'in_progress' } });
      open.set(id, { thread: session, item });
      return id;
    },
    result(id, output, exit) {
      const { thread, item } = open.get(id);
      answer(thread, id, `Process exited with code ${exit}\nOutput:\n${output}`);
      if (item === null) return;
      const status = exit === 0 ? 'completed' : 'failed';
      print({ type: 'item.completed', item: { ...item, aggregated_output: output, exit_code: exit, status } });
    },
    end(text) {
      respond(session);
      print({ type: 'item.completed', item: { id: `item_${items++}`, type: 'agent_message', text } });
      const usage = Object.fromEntries(Object.entries(USED).map(([name, count]) => [name, count * responses]));
      print({ type: 'turn.completed', usage });
      keep(session, 'event_msg', { type: 'task_complete' });
    },
  };
}
