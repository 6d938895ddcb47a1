// The contract's program: how long an evaluation takes as a whole process. What an advance costs is in policy-advance.mjs.
import { fileURLToPath } from 'node:url';
import { openPraxis } from '../dist/index.mjs';
import { createCheckpoint, withCheckpointFields } from '../dist/policy.mjs';
import { paired, ratios, spread, verdict } from './paired.mjs';
import { place, policy, timed, write } from './place.mjs';

const rounds = Number(process.argv[2] ?? 31);
const CONTRACT = fileURLToPath(new URL('../dist/agent-collab.mjs', import.meta.url));

const at = place();
write(at.tree, { 'policy.json': policy() });
const running = createCheckpoint({ taskId: 'bench', parentId: null, updatedAt: '2026-01-02T03:04:05Z' });
const { checkpoints } = openPraxis({ cwd: at.tree });
await checkpoints.create('running.json', withCheckpointFields(running, { cycle: 3n }));

const node = (args) => () => timed(process.execPath, args, { cwd: at.tree });
const evaluate = [CONTRACT, 'policy', 'evaluate', '--policy', 'policy.json', '--checkpoint', 'running.json'];
const times = await paired({ empty: node(['-e', '0']), evaluate: node(evaluate) }, { rounds, warmUp: 3 });
for (const [name, measured] of Object.entries(times)) console.log(`     ${name}, ms: ${spread(measured)}`);
process.exitCode = verdict('agent-collab policy evaluate', ratios(times, 'evaluate', 'empty'), 2, '×') ? 0 : 1;
