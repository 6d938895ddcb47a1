import { type CorrectionJob, readCorrectionJob } from '../../hooks/correction/correction-job.ts';
import { begun, foldOpenSession, type OpenSession, sessionFileName } from '../../hooks/end/open-session.ts';
import type { HookHost } from '../../hooks/events.ts';
import { systemClock } from '../../host/clock.ts';
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
      await learnCorrection(home, text, log);
    } catch (error) {
      log(`a correction was not taken: ${error instanceof Error && 'code' in error ? String(error.code) : 'failed'}`);
    }
  });
}

async function learnCorrection(home: string, text: string, log: (line: string) => void): Promise<void> {
  const job = readCorrectionJob(text);
  if (job === undefined || (job.host !== 'claude-code' && job.host !== 'codex')) {
    log('a correction was not taken: it cannot be read');
    return;
  }
  const open = knownSession(home, sessionFileName(job.host, job.session)) ?? sessionOf(job, job.host);
  const library = hostedLibrary(open);
  if (library === undefined) {
    log(`a correction in session ${job.session} was not taken: its folder is gone`);
    return;
  }
  const opened = await openLibrary(library.cwd, library.name);
  try {
    // The task that is corrected is known to the transcript.
    await finishSession(opened, { home, open, reason: 'silent', isCaptured: true, taught: job.text });
  } finally {
    await opened.store.close();
  }
  await correct({ cwd: library.cwd, library: library.name, text: job.text, session: job.session, task: null });
}

/** The session of a correction may have been put away before the worker came to it. */
function knownSession(home: string, name: string): OpenSession | undefined {
  return (
    foldOpenSession(name, openSessionText(home, name)) ?? foldOpenSession(name, openSessionText(home, name, 'closed'))
  );
}

/** What its own job tells of a session of which nothing else is told yet. */
function sessionOf({ session, cwd }: CorrectionJob, host: HookHost): OpenSession {
  return { ...begun({ host, session }, systemClock.nowMs()), cwd };
}
