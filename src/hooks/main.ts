import { join } from 'node:path';
import { systemClock } from '../host/clock.ts';
import {
  appendLine,
  hookSurroundings,
  logLine,
  readInput,
  sessionPlace,
  shortHash,
  textIfThere,
} from '../host/hook-process.ts';
import { isCaptured } from './capture-switch.ts';
import { readHookDocument, textMember } from './document.ts';
import { sessionLine } from './session-line.ts';

const { home, isInside, isOff, isOldNode } = hookSurroundings();
if (!isInside && !isOldNode) {
  readInput((text) => {
    try {
      record(text);
    } catch (error) {
      logLine(home, error instanceof Error && 'code' in error ? `failed: ${String(error.code)}` : 'failed');
    }
  });
}

function record(text: string): void {
  const document = readHookDocument(text);
  if (document === undefined) {
    logLine(home, `no document that is understood, in ${text.length} characters`);
    return;
  }
  // In Codex the variable may be a daemon's and not the user's; a no is followed all the same.
  if (isOff) return;
  const place = sessionPlace(document.host, textMember(document.members, 'cwd') ?? '/');
  if (!isCaptured(textIfThere(join(home, 'capture.json')), place)) return;
  const line = sessionLine(document, systemClock.nowMs(), shortHash);
  appendLine(join(home, 'sessions'), `${document.host}-${document.session}.jsonl`, JSON.stringify(line));
}
