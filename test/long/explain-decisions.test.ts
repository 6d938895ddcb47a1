import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CLI, cleanEnvironment, type Place, place, policy, type Run, runTask, write } from '../e2e/support.ts';
import { explainHolds } from '../explain/held.ts';
import { share } from './share.ts';

const SECRET = 'orchard lantern';
const env = { AGENT_COLLAB_HUMAN_KEYS_JSON: JSON.stringify({ ana: SECRET }) };

interface Setting {
  readonly steps: number;
  readonly run: string;
  readonly limits?: Parameters<typeof policy>[0];
  readonly diagnose?: string;
  /** The limits on the whole goal; without them the policy knows no goals. */
  readonly goal?: Readonly<Record<string, number>>;
}

/** A goal of several steps, of which an agent that is one shell command may take one an act. */
function steps({ steps: count, run, limits = {}, diagnose, goal }: Setting): Place {
  const at = place();
  write(at.tree, {
    'policy.json': bounds(limits, goal),
    'task.yaml': {
      goal: 'take every step',
      topic: 'steps',
      acceptance: [
        {
          id: 'steps',
          run: `n=$(wc -l < steps.txt); i=0; echo '1..${count}'; while [ $i -lt ${count} ]; do i=$((i + 1)); [ $i -le $n ] && echo "ok $i - step $i" || echo "not ok $i - step $i"; done; [ $n -ge ${count} ]`,
          report: { format: 'tap' },
        },
      ],
      scope: ['steps.txt', 'look.txt'],
      policy_ref: 'policy.json',
      actor: {
        kind: 'command',
        format: 'none',
        run: `cat > /dev/null; ${run.replaceAll('LOG', at.log)}`,
        ...(diagnose === undefined ? {} : { diagnose }),
      },
    },
    'steps.txt': '',
  });
  return at;
}

function bounds(limits: Parameters<typeof policy>[0] = {}, goal?: Readonly<Record<string, number>>): object {
  const base = {
    ...policy(limits),
    human_authorization: { key_hashes: { ana: createHash('sha256').update(SECRET).digest('hex') } },
  };
  if (goal === undefined) return base;
  return { schema_version: 2, policy_id: 'steps', base_policy: base, goal_limits: goal, reviewer_reserve: 1 };
}

const STEP = 'echo step >> steps.txt';
const ASK = `test -e 'LOG.said' && echo step >> steps.txt || { touch 'LOG.said'; echo '{"praxis":{"ask_human":{"gate":"deploy","question":"Go on?","action":{"step":1}}}}'; }`;

function sign(at: Place, decision: 'approve' | 'decline'): void {
  const files = ['--checkpoint', join('.coord', 'checkpoint-steps.json'), '--policy', 'policy.json'];
  const words = [
    '--gate',
    'deploy',
    '--decision',
    decision,
    '--rationale',
    'Seen.',
    '--key-id',
    'ana',
    '--key-fd',
    '0',
  ];
  execFileSync(process.execPath, [CLI, 'checkpoint', 'sign', ...files, ...words], {
    cwd: at.tree,
    env: cleanEnvironment({ PRAXIS_HOME: at.home, ...env }),
    input: SECRET,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}

/** Runs and resumes, with what is done in between; answers how each ended. */
async function carried(at: Place, ...between: readonly (() => void)[]): Promise<readonly Run[]> {
  const runs = [await runTask(at, [], { env })];
  for (const step of between) {
    step();
    runs.push(await runTask(at, ['--resume'], { env }));
  }
  return runs;
}

const raised = (at: Place, limits: Parameters<typeof policy>[0], goal?: Readonly<Record<string, number>>) => () =>
  writeFileSync(join(at.tree, 'policy.json'), JSON.stringify(bounds(limits, goal)));

const GOAL = { cycle: 60, tool_calls: 80, elapsed_seconds: 3600 };

/** Runs that end in every way that a policy can end them, and the endings that each has to have. */
const RUNS: readonly (readonly [
  name: string,
  make: () => Place,
  play: (at: Place) => Promise<readonly Run[]>,
  endings: readonly string[],
])[] = [
  [
    'used up cycles, then more',
    () => steps({ steps: 24, run: STEP, limits: { max_cycles: 12 } }),
    (at) => carried(at, raised(at, { max_cycles: 30 })),
    ['stop', 'pass'],
  ],
  [
    'the same failure, and nothing new',
    () => steps({ steps: 3, run: 'true', limits: { max_same_failure_retries: 3, max_no_evidence_cycles: 6 } }),
    (at) => carried(at, raised(at, { max_same_failure_retries: 90, max_no_evidence_cycles: 6 })),
    ['stop', 'stop'],
  ],
  [
    'a transcript that grows',
    () => steps({ steps: 6, run: `${STEP}; seq 600`, limits: { checkpoint_transcript_bytes: 6000 } }),
    (at) =>
      carried(
        at,
        () => {},
        () => {},
      ),
    ['checkpoint', 'checkpoint', 'checkpoint'],
  ],
  [
    'no child left',
    () => steps({ steps: 6, run: STEP, limits: { max_children_per_parent: 3 } }),
    (at) => carried(at),
    ['stop'],
  ],
  [
    'a gate that a person opens',
    () => steps({ steps: 4, run: ASK }),
    (at) => carried(at, () => sign(at, 'approve')),
    ['needs-human', 'pass'],
  ],
  [
    'a gate that a person keeps shut',
    () => steps({ steps: 4, run: ASK }),
    (at) => carried(at, () => sign(at, 'decline')),
    ['needs-human', 'needs-human'],
  ],
  [
    'a goal of many slices that outgrows its context and asks a person',
    () =>
      steps({
        steps: 20,
        run: `seq 500; ${ASK}`,
        limits: { max_cycles: 3, checkpoint_transcript_bytes: 3000, max_task_packet_tokens: 3000 },
        goal: GOAL,
      }),
    (at) => carried(at, () => sign(at, 'approve')),
    ['needs-human', 'pass'],
  ],
  [
    'a goal whose total is used up, then raised',
    () => steps({ steps: 14, run: STEP, limits: { max_cycles: 3 }, goal: { ...GOAL, tool_calls: 5 } }),
    (at) => carried(at, raised(at, { max_cycles: 3 }, GOAL)),
    ['stop', 'pass'],
  ],
  [
    'a goal whose total nobody knows',
    () => steps({ steps: 8, run: STEP, limits: { max_cycles: 3 }, goal: { ...GOAL, cost_microusd: 1000 } }),
    (at) => carried(at),
    ['stop'],
  ],
  [
    'an action of a goal that is stopped, looked into and corrected',
    () =>
      steps({
        steps: 3,
        run: `echo x >> 'LOG.tries'; test $(wc -l < 'LOG.tries') -gt 4 && ${STEP}; true`,
        diagnose: 'echo "looked $(wc -l < steps.txt)"',
        limits: { max_same_failure_retries: 2, max_no_evidence_cycles: 50 },
        goal: GOAL,
      }),
    (at) => carried(at),
    ['stop'],
  ],
];

const WANTED = 200;
const PLAYED = share(RUNS.length);

describe('praxis explain, held against a second evaluator', () => {
  test('is right of two hundred answers of runs that end in every way', async () => {
    const seen: Record<string, number> = {};
    for (const [name, make, play, endings] of RUNS.slice(0, PLAYED)) {
      const at = make();
      const runs = await play(at);
      const told = runs.map(({ stdout }) => stdout.slice(0, 600)).join('\n');
      expect(
        runs.map(({ document }) => document.status),
        `${name}: ${told}`,
      ).toEqual(endings);
      for (const [kind, count] of Object.entries(await explainHolds(at, WANTED, name)))
        seen[kind] = (seen[kind] ?? 0) + count;
    }
    if (PLAYED < RUNS.length) return;
    const kinds = [
      'continue',
      'checkpoint',
      'stop',
      'continue action',
      'checkpoint action',
      'checkpoint slice',
      'stop action',
      'stop goal',
    ];
    expect(Object.keys(seen).sort()).toEqual(kinds.sort());
    expect(Object.values(seen).reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(WANTED);
  });
});
