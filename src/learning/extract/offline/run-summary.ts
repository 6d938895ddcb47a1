import { truncateSummary } from '../../summary-text.ts';
import { judgement, type MinedTrajectory } from './mined-trajectory.ts';

const FIRST_TOOLS = 5;

/** What a trajectory came to, for a person, in at most 64 words: calls, first tools, what failed most, and the reward. */
export function runSummary({ steps, reward }: Pick<MinedTrajectory, 'steps' | 'reward'>): string {
  const tools = [...new Set(steps.map((step) => step.tool))].slice(0, FIRST_TOOLS);
  const failures = new Map<string, number>();
  for (const step of steps) {
    if (judgement(step) !== false) continue;
    const name = `${step.tool} ${step.errorClass ?? 'unknown'}`;
    failures.set(name, (failures.get(name) ?? 0) + 1);
  }
  const [most] = [...failures].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  const parts = [
    `${steps.length} calls`,
    ...tools,
    ...(most === undefined ? [] : [`failed: ${most[0]} (${most[1]})`]),
    `R ${reward.toFixed(2)}`,
  ];
  return truncateSummary(parts.join(', '));
}
