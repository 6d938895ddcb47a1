/** Exit codes of every command; one table for all doors. */
export const EXIT = { ok: 0, internal: 1, invalid: 2, checkpoint: 3, stop: 4, interrupted: 130 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Every stable error code and the exit code it ends a command with. */
export const ERROR_CODES = {
  INTERNAL: EXIT.internal,
  OUTPUT_IO: EXIT.internal,
  USAGE: EXIT.invalid,
  JSON_UNWRITABLE: EXIT.invalid,
  TASK_MISSING: EXIT.invalid,
  TASK_INVALID: EXIT.invalid,
  POLICY_MISSING: EXIT.invalid,
  POLICY_INVALID: EXIT.invalid,
  POLICY_EXISTS: EXIT.invalid,
  CHECKPOINT_FOREIGN: EXIT.invalid,
  CHECKPOINT_INVALID: EXIT.invalid,
  CHECKPOINT_BUSY: EXIT.invalid,
  CHECKPOINT_CONFLICT: EXIT.invalid,
  CHECKPOINT_REFUSED: EXIT.invalid,
  CHECKPOINT_IO: EXIT.invalid,
  RUN_UNFINISHED: EXIT.invalid,
  RUN_NOT_FOUND: EXIT.invalid,
  RUN_NOT_RESUMABLE: EXIT.invalid,
  WORK_TREE_BUSY: EXIT.invalid,
  WORK_TREE_IO: EXIT.invalid,
  CONTROLLER_INVALID: EXIT.invalid,
  SANDBOX_MISSING: EXIT.invalid,
  SESSION_NOT_FOUND: EXIT.invalid,
  FILE_EXISTS: EXIT.invalid,
  SETTINGS_INVALID: EXIT.invalid,
  SETTINGS_IO: EXIT.invalid,
  HOST_MISSING: EXIT.invalid,
  CONSENT_MISSING: EXIT.invalid,
  EVENT_INVALID: EXIT.invalid,
  CAPTURE_OFF: EXIT.invalid,
  IMPORT_ENCODING: EXIT.invalid,
  IMPORT_FORMAT_UNKNOWN: EXIT.invalid,
  IMPORT_IO: EXIT.invalid,
  IMPORT_TOO_LARGE: EXIT.invalid,
  MEL_INVALID: EXIT.invalid,
  MEL_SCRIPT_INVALID: EXIT.invalid,
  LIBRARY_NAME_INVALID: EXIT.invalid,
  ENTRY_NOT_FOUND: EXIT.invalid,
  ENTRY_INVALID: EXIT.invalid,
  UNDO_BLOCKED: EXIT.invalid,
  UNDO_NOT_FOUND: EXIT.invalid,
  MODEL_UNKNOWN: EXIT.invalid,
  MODEL_FAILED: EXIT.internal,
  EMBEDDER_UNKNOWN: EXIT.invalid,
  EMBEDDER_INVALID: EXIT.invalid,
  EMBEDDER_FAILED: EXIT.internal,
  STORE_BUSY: EXIT.internal,
  STORE_IO: EXIT.internal,
  STORE_CORRUPT: EXIT.internal,
  RECORD_TOO_NEW: EXIT.invalid,
  INTERRUPTED: EXIT.interrupted,
} as const satisfies Record<string, ExitCode>;
export type ErrorCode = keyof typeof ERROR_CODES;

/** The error document that `--json` prints. */
export interface ErrorDocument {
  readonly error: { readonly code: ErrorCode; readonly message: string; readonly hint: string };
}

/** The one class this package throws. `code` is stable, `message` holds the facts, `hint` says what to do. */
export class PraxisError extends Error {
  override readonly name = 'PraxisError';
  readonly code: ErrorCode;
  readonly hint: string;

  constructor(code: ErrorCode, message: string, options: { readonly hint: string; readonly cause?: unknown }) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.hint = options.hint;
  }

  get exit(): ExitCode {
    return ERROR_CODES[this.code];
  }

  toDocument(): ErrorDocument {
    return { error: { code: this.code, message: this.message, hint: this.hint } };
  }
}
