import type { Draws } from './draws.ts';

/** A tool as an agent knows it: what it may switch on in a call, and how often it does so where nobody told it. */
export interface AgentTool {
  readonly name: string;
  readonly flags: readonly { readonly name: string; readonly habit: number }[];
}

/** What an agent does by chance: whether it heeds a line, and what it does of its own accord. */
export interface AgentDraws {
  readonly heeding: Draws;
  readonly acting: Draws;
}

/** The arguments of the next call of the tool: the flags that are switched on. */
type NextCall = () => Readonly<Record<string, true>>;

const SKIPPED = 0.1;
const OBEYED = 0.7;

/**
 * An agent that knows its prompt and nothing else. It overlooks a line in ten, obeys seven in ten of the others, and
 * understands no more of them than a tool in backticks and what to "pass" or "set". It draws equally often for every prompt.
 */
export function closedLoopAgent(prompt: string, tool: AgentTool, { heeding, acting }: AgentDraws): NextCall {
  const told = new Map<string, boolean>();
  for (const line of prompt.split('\n').filter((text) => /^\[G\d+\]/.test(text))) {
    const [isSkipped, isObeyed] = [heeding.chance(SKIPPED), heeding.chance(OBEYED)];
    if (isSkipped || !isObeyed || !line.includes(`\`${tool.name}\``)) continue;
    const advice = /\b(?:pass|set) ([\w-]+)(?: to (\w+))?/.exec(line);
    if (advice?.[1] !== undefined) told.set(advice[1], advice[2] !== 'false');
  }
  return () => {
    const habits = tool.flags.map(({ name, habit }) => [name, acting.chance(habit)] as const);
    return Object.fromEntries(
      habits.flatMap(([flag, isHabit]) => ((told.get(flag) ?? isHabit) ? [[flag, true as const]] : [])),
    );
  };
}
