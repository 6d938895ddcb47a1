import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { writeFileAtomically } from '../host/atomic-file.ts';
import { prepareCoordFolder } from '../host/work-tree-folder.ts';
import type { RunFiles } from '../run/session/deps.ts';

/** The files that a run writes beside its records. */
export function runFiles(workTree: string): RunFiles {
  return {
    async project(path, text) {
      prepareCoordFolder(workTree);
      writeFileAtomically(join(workTree, path), text, { mode: 0o644 });
    },
    async moveAside(path, aside) {
      if (existsSync(path)) renameSync(path, aside);
    },
    async writePrivate(name, text) {
      const path = join(workTree, '.praxis', 'run', name);
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      writeFileAtomically(path, text, { mode: 0o600 });
      return path;
    },
  };
}
