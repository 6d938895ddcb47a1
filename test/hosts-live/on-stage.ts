import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import type { PlainJson } from '../../src/base/exact-json.ts';
import { CLI, policy } from '../e2e/support.ts';
import type { Host } from './installed-hosts.ts';
import type { Part } from './scripted-model.ts';
import { filesBelow, openStage, type Stage, type StageSetting } from './stage.ts';

/** A stage of `host` that is removed when the test ends. */
export async function stage(host: Host, part: Part, setting: Omit<StageSetting, 'cli'> = {}): Promise<Stage> {
  const at = await openStage(host, part, { ...setting, cli: CLI });
  onTestFinished(at.close);
  return at;
}

/** Limits of a policy that differ from those that bind nothing. */
export type Limits = NonNullable<Parameters<typeof policy>[0]>;

/** Installs Praxis into the host as a person does, with a policy of those limits where they are given. */
export async function install(at: Stage, limits?: Limits): Promise<void> {
  const bounds: string[] = [];
  if (limits !== undefined) {
    const file = join(at.home, 'policy.json');
    writeFileSync(file, JSON.stringify(policy(limits)));
    bounds.push('--policy', file);
  }
  const way = at.host === 'codex' ? '--trust' : '--settings';
  const end = await at.praxis('init', at.host, way, '--yes', ...bounds);
  expect(end.exit, end.stdout + end.stderr).toBe(0);
}

/** One session as `praxis sessions --json` tells it, as far as these tests ask. */
export interface ToldSession {
  readonly sessionId: string;
  readonly host: string | null;
  readonly sealedAt: string | null;
  readonly toolCalls: number;
}

const PATIENCE_MS = 90_000;
const LOOK_MS = 500;

/** The sessions of the repository as soon as so many are complete, or as they are when patience ends. */
export async function completed(at: Stage, count: number): Promise<readonly ToldSession[]> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const end = await at.praxis('sessions', '--json');
    expect(end.exit, end.stderr).toBe(0);
    const sessions = lines<ToldSession>(end.stdout);
    if (sessions.filter(({ sealedAt }) => sealedAt !== null).length >= count) return sessions;
    if (Date.now() > deadline) return sessions;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

/** A call as `praxis telemetry export` tells it. */
export interface ToldCall {
  readonly type: string;
  readonly eventId: string;
  readonly sessionId: string;
  readonly taskId: string;
  readonly tool: string;
  readonly params: PlainJson;
  readonly ok: boolean | null;
  readonly error: { readonly class: string; readonly signature: string } | null;
}

/** The calls that a library holds, in the order of its export. */
export async function callsIn(at: Stage, ...args: readonly string[]): Promise<readonly ToldCall[]> {
  const end = await at.praxis('telemetry', 'export', ...args);
  expect(end.exit, end.stderr).toBe(0);
  return lines<ToldCall>(end.stdout).filter(({ type }) => type === 'call');
}

/** The files in which hosts keep what was said on a stage, without those of subagents. */
export function transcripts(at: Stage): readonly string[] {
  const folder = join(at.home, at.host === 'codex' ? '.codex/sessions' : '.claude/projects');
  return [...filesBelow(folder).keys()].filter((path) => path.endsWith('.jsonl'));
}

/** Documents of JSON Lines. */
export function lines<T>(text: string): readonly T[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}
