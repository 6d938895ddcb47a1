/** Formats as people name them; one may have several importers. */
export const IMPORT_FORMATS = [
  'claude-code',
  'codex',
  'chat',
  'tau-bench',
  'tau2-bench',
  'swe-agent',
  'openhands',
  'inspect',
  'gemini',
  'langfuse',
  'otel',
] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];
