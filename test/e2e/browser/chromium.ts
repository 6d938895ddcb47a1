import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The Chromium on the PATH; null, said aloud once, where there is none. */
export function installedChromium(): string | null {
  const names = ['chromium', 'chromium-browser', 'google-chrome'];
  const folders = (process.env.PATH ?? '').split(delimiter);
  const found = names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable) ?? null;
  if (found === null)
    process.stderr.write(
      'The tests in a browser are skipped: there is no chromium on the PATH (apt-get install chromium).\n',
    );
  return found;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
