import { join } from 'node:path';
import { expect, test } from 'vitest';
import { completed, install, lines, stage } from './on-stage.ts';
import { filesBelow, inTurn, type Stage, shell } from './stage.ts';

const HOSTS = ['claude-code', 'codex'] as const;
const PROMPT = 'Make the marker file appear so that the check passes';
const LESSON = 'Prefer touch over rm when the marker file has to appear.';
const RULE = '{"form":"PREFER","x":"shell:touch","y":"shell:rm"}';
const WITHOUT = 4;
const GIVEN = 10;
/** More sessions than this are never needed: of ten, two or three are withheld. */
const MOST = 30;

interface Counted {
  given: number;
  withheld: number;
}

/** How many sessions were given the lesson, and from how many it was withheld, as the hook wrote it down. */
function counted(at: Stage): Counted {
  const counts: Counted = { given: 0, withheld: 0 };
  for (const bytes of filesBelow(join(at.praxisHome, 'sessions')).values()) {
    for (const line of lines<Record<string, readonly unknown[]>>(bytes.toString('utf8'))) {
      if (!('entries' in line)) continue;
      if (line.entries?.length) counts.given++;
      if (line.withheld?.length) counts.withheld++;
    }
  }
  return counts;
}

interface Shown {
  readonly c: number;
  readonly withheld: number;
}

async function shown(at: Stage): Promise<Shown> {
  return JSON.parse((await at.praxis('experience', 'show', 'r1', '--json')).stdout);
}

test.each(HOSTS)('%s: what an agent does better by a lesson raises the confidence of the lesson', async (host) => {
  const at = await stage(
    host,
    (request) =>
      inTurn(
        request.body.includes(LESSON)
          ? [[shell(host, 'touch marker')]]
          : [[shell(host, 'rm rubbish')], [shell(host, 'touch marker')]],
      )(request),
    { variables: { PRAXIS_HOLDOUT: '0.25' } },
  );
  await install(at);
  for (let n = 0; n < WITHOUT; n++) await at.prompt(PROMPT);
  expect((await at.praxis('experience', 'add', LESSON, '--rule', RULE)).exit).toBe(0);
  const { c: before } = await shown(at);
  let sessions = WITHOUT;
  for (let told = counted(at); told.given < GIVEN || told.withheld === 0; told = counted(at)) {
    expect(sessions).toBeLessThan(MOST);
    expect((await at.prompt(PROMPT)).exit).toBe(0);
    sessions++;
  }
  expect(await completed(at, sessions)).toHaveLength(sessions);
  await expect.poll(async () => (await shown(at)).c, { timeout: 60_000, interval: 500 }).toBeGreaterThan(before);
  const { given, withheld } = counted(at);
  expect(given + withheld).toBe(sessions - WITHOUT);
});
