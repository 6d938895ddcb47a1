import { lstatSync } from 'node:fs';
import { parse, relative, resolve, sep } from 'node:path';
import { ioError } from './store-error.ts';
import { systemCode, systemDetail } from './system-detail.ts';

/** Throws CHECKPOINT_IO when a component of an absolute path that exists is a symbolic link. */
export function requireNoLinks(path: string): void {
  for (const component of components(path)) {
    try {
      if (lstatSync(component).isSymbolicLink())
        throw ioError(`checkpoint path contains a symlink or reparse point: ${component}`);
    } catch (error) {
      const code = systemCode(error);
      if (code === 'ENOENT') return;
      if (code === 'CHECKPOINT_IO') throw error;
      throw ioError(`cannot inspect checkpoint path ${component}: ${systemDetail(error, component)}`, error);
    }
  }
}

function components(path: string): readonly string[] {
  const { root } = parse(path);
  const names = relative(root, path).split(sep);
  return names.map((_, i) => resolve(root, ...names.slice(0, i + 1)));
}
