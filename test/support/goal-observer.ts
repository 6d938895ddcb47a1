import { resolve } from 'node:path';
import { observeFile } from '../../src/policy/file-store/goal-file.ts';
import { goalPolicy } from '../policy/goal-file.ts';
import { KEYS } from '../policy/samples.ts';

/** A process that moves the records of a goal into its archive: `node goal-observer FILE EXPECTED_SHA256`. */
const [path = '', expectedSha256 = ''] = process.argv.slice(2);
await observeFile(resolve(path), {
  observation: { updatedAt: '2026-01-02T10:00:00Z', gate: { kind: 'action', actionHash: null } },
  expectedSha256,
  policy: goalPolicy(),
  keys: KEYS,
});
