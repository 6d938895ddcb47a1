/**
 * The file `capture.json` in PRAXIS_HOME: where capture is off. `off` lists absolute folders, each with all that lies in
 * it; `all` switches it off everywhere.
 */
interface CaptureSwitch {
  readonly v: 1;
  readonly all: boolean;
  readonly off: readonly string[];
}

/** Whether a session in `folder` is captured. A file that is damaged or newer switches it off: a no is never lost. */
export function isCaptured(text: string | undefined, folder: string): boolean {
  if (text === undefined) return true;
  const found = readSwitch(text);
  if (found === undefined || found.all) return false;
  return !found.off.some((path) => folder === path || folder.startsWith(path.endsWith('/') ? path : `${path}/`));
}

function readSwitch(text: string): CaptureSwitch | undefined {
  try {
    const { v, all, off } = JSON.parse(text);
    if (v !== 1 || typeof all !== 'boolean' || !Array.isArray(off)) return undefined;
    return { v, all, off: off.filter((path) => typeof path === 'string') };
  } catch {
    return undefined;
  }
}
