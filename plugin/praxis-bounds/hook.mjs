// Starts the program that `praxis init` and every later command of Praxis keep in PRAXIS_HOME, else that of the package
// around this folder; without both it does nothing.
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const { PRAXIS_HOME, XDG_DATA_HOME } = process.env;
const home = PRAXIS_HOME || join(XDG_DATA_HOME || join(homedir(), '.local', 'share'), 'praxis');
const here = dirname(fileURLToPath(import.meta.url));
const program = [join(home, 'hook', 'hook.mjs'), join(here, '..', '..', 'dist', 'hook.mjs')].find((path) =>
  existsSync(path),
);
if (program !== undefined) import(pathToFileURL(program).href).catch(() => {});
