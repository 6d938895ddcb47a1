/** What stands where a secret stood. */
export const REDACTED = '[redacted]';
