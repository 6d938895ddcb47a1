import type { Reached, Stop } from './verdict.ts';

/** What the texts name: where the policy lies, which session it is, and the failing call in words where they are known. */
export interface StopPlace {
  readonly policyPath: string;
  readonly session: string;
}

const WORDS: Readonly<Record<string, string>> = {
  cycle: 'answers with calls since the last prompt',
  tool_calls: 'calls since the last prompt',
  elapsed_seconds: 'seconds of work since the last prompt',
  transcript_bytes: 'bytes of context since the last prompt',
  same_failure_retries: 'repetitions of one failure',
  no_evidence_cycles: 'answers in a row that brought nothing new',
  children_spawned: 'subagents since the last prompt',
  active_children: 'subagents at once',
  input_tokens: 'input tokens of the whole session',
  cached_input_tokens: 'cached input tokens of the whole session',
  output_tokens: 'output tokens of the whole session',
};
const TOTALS: Readonly<Record<string, string>> = {
  cycle: 'answers with calls in the whole session',
  tool_calls: 'calls in the whole session',
  elapsed_seconds: 'seconds of work in the whole session',
  children_spawned: 'subagents in the whole session',
};

/** What a person reads at a stop. */
export function stopForPerson(stop: Stop, place: StopPlace): string {
  return `praxis stopped this: ${reasons(stop)} (${source(stop, place)}). ${resumes(stop, place)}`;
}

/** What the model reads in the place of the result of a call. */
export function stopForModel(stop: Stop, place: StopPlace): string {
  return `praxis stop: ${reasons(stop)} (${source(stop, place)}). ${lesson(stop)}Do not call more tools: say what is done, what is open and what you would need. ${resumes(stop, place)}`;
}

/** Why no further agent is started. */
export function spawnText(reached: readonly Reached[], { policyPath }: StopPlace): string {
  const why = reached.length === 0 ? 'no subagent may be started now' : reached.map(measured).join('; ');
  const members = reached.map(({ member }) => member).join(', ');
  return `praxis: this subagent is not started: ${why} (${[members, policyPath].filter(Boolean).join(' in ')}). Do the work here, or wait until another has ended.`;
}

/** What a person is asked when the context has grown. */
export function growthText({ value, limitValue, member }: Reached, { policyPath }: StopPlace): string {
  return `praxis: the context grew by ${number(value)} bytes since the last checkpoint, at ${number(limitValue)} the policy asks a person (${member} in ${policyPath}). Go on, or compact the conversation first?`;
}

/** What Codex, which cannot ask, says instead. */
export function growthForModel(reached: Reached, place: StopPlace): string {
  return `${growthText(reached, place)} This call was refused once to say so. Sum up what matters; then go on.`;
}

/** One line of context when limits are near. */
export function nearText(near: readonly Reached[], { policyPath }: StopPlace): string {
  return `praxis: close to a limit of ${policyPath}: ${near.map(measured).join('; ')}. Use what is left for what matters most, and come to an end before it is reached.`;
}

function reasons({ reached, problem, repeats }: Stop): string {
  const repeated =
    repeats === undefined
      ? []
      : [`the same ${repeats.operation} call failed in the same way ${repeats.attempts} times`];
  return [...repeated, ...reached.map(measured), ...(problem === undefined ? [] : [problem])].join('; ');
}

function measured({ member, metric, value, limitValue }: Reached): string {
  const words = (member.startsWith('goal_limits.') ? TOTALS[metric] : undefined) ?? WORDS[metric] ?? metric;
  return `${number(value)} of ${number(limitValue)} ${words}`;
}

function source({ reached }: Stop, { policyPath }: StopPlace): string {
  return [reached.map(({ member }) => member).join(', '), policyPath].filter(Boolean).join(' in ');
}

/** What would count as getting on. */
function lesson({ reached }: Stop): string {
  const metrics = reached.map(({ metric }) => metric);
  if (metrics.includes('same_failure_retries'))
    return 'Repeating it changes nothing: read the error, change the input or the file it concerns, or ask the person. ';
  if (metrics.includes('no_evidence_cycles'))
    return 'A changed file, an output that was not seen before or a new error would count as progress. ';
  return '';
}

function resumes({ scope, reached }: Stop, { session }: StopPlace): string {
  const limit = reached[0]?.limit;
  const lift = `\`praxis bounds lift ${session}${limit === undefined ? '' : ` --limit ${limit}`}\` in a terminal raises the limit`;
  return scope === 'goal'
    ? `It holds for the whole session, until a person goes on with a new one: ${lift}.`
    : `It goes on with the next prompt that a person types, which counts from 0; ${lift}.`;
}

function number(value: number | null): string {
  return value === null ? 'unknown' : String(Math.floor(value));
}
