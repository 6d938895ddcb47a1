import type { StreamFormat } from './agent-stream.ts';
import type { ByteReader } from './row-reader.ts';

/** Where agent hosts keep their sessions on this machine. */
export interface HostSessions {
  /**
   * Reads every file of these sessions that was written to since `sinceMs` (ms since 1970), subagents' included, each
   * with a reader of its own. Returns how many there were; what cannot be read counts as missing.
   */
  read(format: StreamFormat, sessions: readonly string[], sinceMs: number, open: () => ByteReader): Promise<number>;
}
