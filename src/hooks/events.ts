/** The hosts whose hooks are understood. */
export type HookHost = 'claude-code' | 'codex';
