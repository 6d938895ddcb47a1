import { resolve } from 'node:path';
import { fileReader } from '../../policy/file-store/index.ts';

type ReadFile = ReturnType<typeof fileReader>;

/** Reads files relative to `cwd`, each once, so that all that is said of a file is said of the same bytes. */
export function readOnce(cwd: string): ReadFile {
  const read = fileReader(cwd);
  const contents = new Map<string, ReturnType<ReadFile>>();
  return (path) => {
    const key = resolve(cwd, path);
    const content = contents.get(key) ?? read(path);
    contents.set(key, content);
    return content;
  };
}
