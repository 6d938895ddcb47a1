import { join } from 'node:path';
import { type CaptureScope, type CaptureSwitch, readCaptureSwitch } from '../hooks/capture-switch.ts';
import { readHomeFile, unreadableHomeFile } from './home-file.ts';
import type { HostName } from './host-name.ts';

const OPEN: CaptureSwitch = { v: 1, all: false, off: [] };

export function capturePath(home: string): string {
  return join(home, 'capture.json');
}

/** What may be captured. SETTINGS_INVALID for a file that cannot be read, with which hooks capture nothing. */
export function readCapture(home: string): CaptureSwitch {
  const path = capturePath(home);
  const text = readHomeFile(path);
  const found = text === null ? OPEN : readCaptureSwitch(text);
  if (found === undefined)
    throw unreadableHomeFile(path, 'Hooks capture nothing while it is so. Mend it or delete it.');
  return found;
}

/** The switch with what was agreed to for a host. */
export function withScope(capture: CaptureSwitch, host: HostName, scope: CaptureScope): CaptureSwitch {
  return { ...capture, hosts: { ...capture.hosts, [host]: scope } };
}

/** The switch without a host; null where nothing is left to say. A no stays. */
export function withoutScope(capture: CaptureSwitch, host: HostName): CaptureSwitch | null {
  const { hosts: { [host]: _, ...others } = {}, ...rest } = capture;
  if (Object.keys(others).length > 0) return { ...rest, hosts: others };
  return rest.all || rest.off.length > 0 ? rest : null;
}
