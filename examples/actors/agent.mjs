// node agent.mjs claude-code|codex [--calls N] [--fail] [--child] [--cut N] [--hang N] [--pause MS] [--log FILE]
//
// Stands for an agent: reads its prompt, makes some calls, lights the first dark lamp with the last of them, and tells all
// of it in the stream that the host of that name prints. It writes the files of the host's session as well, where
// CLAUDE_CONFIG_DIR or CODEX_HOME says where. --fail: every second call fails. --child: one call is a subagent's.
// --cut: it is killed after so many calls; --hang: it never ends after so many; both in the first cycle of a run alone.
// --log: a line for each call it makes.
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { speakClaudeCode } from './speak-claude-code.mjs';
import { speakCodex } from './speak-codex.mjs';

const SPEAKERS = { 'claude-code': speakClaudeCode, codex: speakCodex };
const text = { type: 'string' };
const flag = { type: 'boolean', default: false };
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { calls: text, cut: text, hang: text, pause: text, log: text, fail: flag, child: flag },
});
const speaker = SPEAKERS[positionals[0]];
if (speaker === undefined) throw new Error(`unknown stream ${positionals[0]}`);
const count = Number(values.calls ?? 3);
const prompt = readFileSync(0, 'utf8');
const isFirst = process.env.PRAXIS_CYCLE === '1';
const host = speaker(prompt);

function light() {
  const lamps = readFileSync('lamps.txt', 'utf8');
  writeFileSync('lamps.txt', lamps.replace('dark', 'lit'));
}

for (let n = 1; n <= count; n++) {
  const isWork = n === count;
  const command = isWork ? "sed -i '0,/dark/s//lit/' lamps.txt" : `grep -n dark lamps.txt # look ${n}`;
  if (values.log !== undefined) appendFileSync(values.log, `call ${host.session} ${n}\n`);
  const id = host.call(command, values.child && n === 1);
  if (isWork) light();
  const isFailed = values.fail && n % 2 === 0;
  host.result(id, isFailed ? 'grep: lamps.txt: broken' : readFileSync('lamps.txt', 'utf8'), isFailed ? 2 : 0);
  if (isFirst && n === Number(values.cut)) process.kill(process.pid, 'SIGKILL');
  if (isFirst && n === Number(values.hang)) await new Promise(() => setInterval(() => undefined, 1000));
  if (values.pause !== undefined) await sleep(Number(values.pause));
}
const claim = { praxis: { expected_gain: 0.3, summary: `made ${count} calls` } };
host.end(`I lit a lamp.\n${JSON.stringify(claim)}`);
