import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Host } from '../../test/hosts-live/installed-hosts.ts';
import { inTurn, openStage, type Stage, shell } from '../../test/hosts-live/stage.ts';

const CALLS = 30;

export interface Sessions {
  readonly rivals: Readonly<Record<string, () => Promise<number>>>;
  close(): void;
}

/** Sessions of thirty calls, one a turn, in a host without Praxis, with it, and with a policy too; each gives its milliseconds. */
export async function sessions(host: Host, cli: string, policy: object): Promise<Sessions> {
  const part = inTurn(Array.from({ length: CALLS }, (_, n) => [shell(host, `echo ${n}`)]));
  const stages: Record<string, Stage> = {
    none: await openStage(host, part, { cli }),
    capture: await openStage(host, part, { cli }),
    bounds: await openStage(host, part, { cli }),
  };
  await install(stages.capture, []);
  const file = join(stages.bounds?.home ?? '', 'policy.json');
  writeFileSync(file, JSON.stringify(policy));
  await install(stages.bounds, ['--policy', file]);
  const entries = Object.entries(stages).map(([name, at]) => [name, () => play(at)] as const);
  return {
    rivals: Object.fromEntries(entries),
    close: () => {
      for (const at of Object.values(stages)) at.close();
    },
  };
}

async function install(at: Stage | undefined, more: readonly string[]): Promise<void> {
  const end = await at?.praxis('init', at.host, at.host === 'codex' ? '--trust' : '--settings', '--yes', ...more);
  if (end?.exit !== 0) throw new Error(`praxis init ended with ${end?.exit}: ${end?.stderr}`);
}

async function play(at: Stage): Promise<number> {
  const began = performance.now();
  const end = await at.prompt('Take thirty steps');
  if (end.exit !== 0) throw new Error(`the host ended with ${end.exit}: ${end.stderr.slice(-300)}`);
  return performance.now() - began;
}
