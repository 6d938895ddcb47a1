import { type ImportRequest, importFiles } from '../../src/praxis/telemetry/import.ts';

/** What an import took and stored. */
export interface Measured {
  readonly ms: number;
  readonly calls: number;
  /** Those that it met, stored before or not. */
  readonly events: number;
}

/** Imports a folder as `praxis telemetry import --all` does. `nowMs`: the clock that is measured by. */
export async function importFolder(cwd: string, folder: string, nowMs: () => number): Promise<Measured> {
  async function* input() {}
  const request: ImportRequest = { cwd, library: 'bench', paths: [folder], input: input(), format: null, isAll: true };
  const began = nowMs();
  const { files } = await importFiles(request, { onProgress: () => {}, signal: new AbortController().signal });
  const ms = nowMs() - began;
  const reports = files.map(({ outcome }) => {
    if (outcome.kind === 'failed') throw outcome.error;
    return outcome;
  });
  const events = reports.reduce((sum, one) => sum + one.events, 0);
  return { ms, events, calls: events - reports.reduce((sum, one) => sum + one.duplicates, 0) };
}
