import { PraxisError } from '../../base/errors.ts';

/** Primary result codes of SQLite (https://sqlite.org/rescode.html). */
const CODE = {
  perm: 3,
  busy: 5,
  locked: 6,
  readonly: 8,
  ioerr: 10,
  corrupt: 11,
  full: 13,
  cantopen: 14,
  protocol: 15,
  notadb: 26,
} as const;

const CODE_OF_TEXT: ReadonlyMap<string, number> = new Map([
  ['access permission denied', CODE.perm],
  ['database is locked', CODE.busy],
  ['database table is locked', CODE.locked],
  ['attempt to write a readonly database', CODE.readonly],
  ['disk I/O error', CODE.ioerr],
  ['database disk image is malformed', CODE.corrupt],
  ['database or disk is full', CODE.full],
  ['unable to open database file', CODE.cantopen],
  ['locking protocol', CODE.protocol],
  ['file is not a database', CODE.notadb],
]);

/** Whether another process or connection was in the way; the statement may be tried again. */
export function isBusy(error: unknown): boolean {
  const code = primaryCode(error);
  return code === CODE.busy || code === CODE.locked || code === CODE.protocol;
}

/** The error as Praxis throws it: STORE_IO or STORE_CORRUPT with the path and what to do; INTERNAL for a mistake of ours. */
export function storeError(error: unknown, path: string): PraxisError {
  if (error instanceof PraxisError) return error;
  const detail = error instanceof Error ? error.message : String(error);
  const fail = (code: 'STORE_IO' | 'STORE_CORRUPT' | 'INTERNAL', what: string, hint: string): PraxisError =>
    new PraxisError(code, `${what} ${path}: ${detail}`, { hint, cause: error });
  switch (primaryCode(error)) {
    case CODE.full:
      return fail(
        'STORE_IO',
        'no space left for the library',
        'Free some space on its disk; nothing that was recorded is lost.',
      );
    case CODE.readonly:
    case CODE.perm:
      return fail(
        'STORE_IO',
        'cannot write the library',
        'See that its file and folder can be written, or point PRAXIS_HOME elsewhere.',
      );
    case CODE.cantopen:
      return fail('STORE_IO', 'cannot open the library', 'See that its folder exists and can be read and written.');
    case CODE.ioerr:
      return fail(
        'STORE_IO',
        'the disk failed under the library',
        'See that the disk is sound and is no unreliable network share.',
      );
    case CODE.corrupt:
    case CODE.notadb:
      return fail(
        'STORE_CORRUPT',
        'damaged library',
        'Restore the file from a backup, or move it away to begin an empty one.',
      );
    default:
      return fail('INTERNAL', 'unexpected answer of the library', 'This is a mistake in Praxis; please report it.');
  }
}

function primaryCode(error: unknown): number | undefined {
  if (!(error instanceof Error && 'code' in error && error.code === 'ERR_SQLITE_ERROR')) return undefined;
  if ('errcode' in error && typeof error.errcode === 'number') return error.errcode & 0xff;
  // The bundled SQLite leaves the number out where `all` fails; its texts are those of SQLite.
  return CODE_OF_TEXT.get(error.message);
}
