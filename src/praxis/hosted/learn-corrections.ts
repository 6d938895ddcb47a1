import { existsSync, realpathSync } from 'node:fs';
import { readCorrectionJob } from '../../hooks/correction/correction-job.ts';
import { foldOpenSession, sessionFileName } from '../../hooks/end/open-session.ts';
import { takeCorrections } from '../../host/correction-files.ts';
import { openSessionText } from '../../host/open-sessions.ts';
import { correct } from '../loops/correct.ts';
import { openLibrary } from '../telemetry/open-library.ts';
import { finishSession } from './finish-session.ts';
import { hostedLibrary } from './hosted-library.ts';

/** Makes lessons of what persons said against answers of hosted sessions that go on. */
export async function learnCorrections(home: string, log: (line: string) => void): Promise<void> {
  await takeCorrections(home, async (text) => {
    try {
      await learnCorrection(home, text);
    } catch (error) {
      log(`a correction was not taken: ${error instanceof Error && 'code' in error ? String(error.code) : 'failed'}`);
    }
  });
}

async function learnCorrection(home: string, text: string): Promise<void> {
  const job = readCorrectionJob(text);
  if (job === undefined || (job.host !== 'claude-code' && job.host !== 'codex') || !existsSync(job.cwd)) return;
  const name = sessionFileName(job.host, job.session);
  const open = foldOpenSession(name, openSessionText(home, name));
  const library = open === undefined ? undefined : hostedLibrary(open);
  if (open === undefined || library === undefined) return;
  const opened = await openLibrary(library.cwd, library.name);
  try {
    // The task that is corrected is known to the transcript.
    await finishSession(opened, { home, open, reason: 'silent', isCaptured: true });
  } finally {
    await opened.store.close();
  }
  await correct({
    cwd: realpathSync(job.cwd),
    library: library.name,
    text: job.text,
    session: job.session,
    task: null,
  });
}
