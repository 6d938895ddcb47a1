import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { replaceFile } from '../host/atomic-file.ts';
import { prepareScratchFolder } from '../host/work-tree-folder.ts';
import type { RunFiles } from '../run/session/deps.ts';

/** The files that a run writes beside its records. */
export function runFiles(workTree: string): RunFiles {
  const privatePath = (name: string): string => join(workTree, '.praxis', 'run', name);
  return {
    async project(path, text) {
      prepareScratchFolder(workTree, path.startsWith('.ai/') ? '.ai' : '.coord');
      replaceFile(join(workTree, path), text, { mode: 0o644 });
    },
    async read(path) {
      const absolute = join(workTree, path);
      return existsSync(absolute) ? readFileSync(absolute, 'utf8') : undefined;
    },
    async moveAside(path, aside) {
      if (existsSync(path)) renameSync(path, aside);
    },
    async writePrivate(name, text) {
      const path = privatePath(name);
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      replaceFile(path, text, { mode: 0o600 });
      return path;
    },
    async readPrivate(name) {
      const path = privatePath(name);
      return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
    },
    async removePrivate(name) {
      rmSync(privatePath(name), { force: true });
    },
    async sweep(paths, kept) {
      for (const path of paths) {
        const isHalf = (name: string) => name.startsWith(`.${basename(path)}.`) && name.endsWith('.tmp');
        removeFrom(dirname(path), isHalf);
      }
      removeFrom(join(workTree, '.praxis', 'run'), (name) => kept === null || !isOf(name, kept));
    },
  };
}

/** Whether a file is of the act with that base name, or of an attempt of it. */
function isOf(name: string, kept: string): boolean {
  return name.startsWith(kept) && /^(?:-a\d+)?\./.test(name.slice(kept.length));
}

function removeFrom(folder: string, isRemoved: (name: string) => boolean): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder).filter(isRemoved))
    rmSync(join(folder, name), { recursive: true, force: true });
}
