/** What is known of one call, as numbers, names of fixed kinds and hashes. */
export interface CallFacts {
  /** Hash of the host's id of the call; absent where the host gives none. */
  readonly call?: string;
  /** The host's name of the tool; its hash where it is not of the form of a name. */
  readonly tool: string;
  /** Hash of the file that the call is about, else of the first program of its command; absent without either. */
  readonly target?: string;
  /** Hash of the arguments without descriptions, time limits and what is null or false. */
  readonly input: string;
  readonly inputChars: number;
  /** Whether it succeeded; null where the host does not say; absent before it ran. */
  readonly ok?: boolean | null;
  /** It was refused and did not run. */
  readonly denied?: true;
  /** The user stopped it. */
  readonly interrupted?: true;
  /** Signature of what went wrong, as the library knows it; only where `ok` is false. */
  readonly failure?: string;
  /** Hash of the output without times, counts and temporary folders. */
  readonly output?: string;
  readonly outputChars?: number;
  /** A tool that writes files, and it succeeded. */
  readonly wrote?: true;
  readonly durationMs?: number;
  /** A command that a person said may be repeated without anything new. */
  readonly exempt?: true;
}

/** One call of the hook. */
export interface EventLine {
  readonly v: 1;
  readonly kind: 'event';
  /** Random, so that a process finds the place of its own line in the file. */
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The host's name of the event; its hash where it is not of the form of a name. */
  readonly event: string;
  readonly subagent: boolean;
  /** Hash of the subagent's id. */
  readonly agent?: string;
  /** Hash of the id of the prompt or turn. */
  readonly task?: string;
  /** What started the session: `startup`, `resume`, `clear`, `compact`, `fork`. */
  readonly source?: string;
  /** A prompt that a person or a program typed; absent for those that the host or a model made. */
  readonly typed?: true;
  /** A command of the host, or one of its own, that a person typed. */
  readonly command?: true;
  /** A typed prompt that corrects the answer before it. */
  readonly corrects?: true;
  /** Of a Stop: nothing goes on in the background. */
  readonly isTaskEnd?: true;
  /** Hash and length of a prompt, or of the last answer at a Stop. */
  readonly text?: string;
  readonly textChars?: number;
  /** UTF-8 bytes that this adds to what the model reads: prompts, inputs and results of calls, answers. */
  readonly bytes?: number;
  /** Before or after one call. */
  readonly tool?: string;
  readonly ok?: boolean | null;
  readonly facts?: CallFacts;
  /** After all calls of one message. */
  readonly calls?: readonly CallFacts[];
  /** The process of the host, at the start of a session. */
  readonly process?: { readonly pid: number; readonly startTime: string };
}

/** Guidelines that were given at an event. */
export interface GivenLine {
  readonly v: 1;
  readonly kind: 'given';
  readonly at: number;
  /** `id` of the event's line. */
  readonly event: string;
  /** Hash of the id of the prompt or turn. */
  readonly task?: string;
  /** Hash of the subagent that got them; absent: the main agent. */
  readonly agent?: string;
  /** Signature of the failure they are about. */
  readonly failure?: string;
  /** Names of the entries with hashes of their texts, in their order. */
  readonly entries: readonly { readonly id: string; readonly text: string }[];
  /** Names of entries that were held back so that their worth can be measured. */
  readonly withheld: readonly string[];
  readonly candidates: number;
  readonly encoder: string;
  /** Hash of the block. */
  readonly block: string;
  readonly tookMs: number;
}

/** What the hook decided about an event. */
interface AnswerLine {
  readonly v: 1;
  readonly kind: 'answer';
  readonly at: number;
  /** `id` of the event's line. */
  readonly event: string;
  readonly decision: 'stop' | 'deny' | 'ask' | 'block' | 'note';
  readonly agent?: string;
  /** What was counted, how far it was, and its limit. */
  readonly metric?: string;
  readonly value?: number;
  readonly limit?: number;
  /** The fixed word of the reason; never a text. */
  readonly reason?: string;
}

/** Usage of one response of the model; of several lines of one response the last counts. */
export interface UsageLine {
  readonly v: 1;
  readonly kind: 'usage';
  readonly at: number;
  /** Hash of the response's id. */
  readonly response: string;
  readonly agent?: string;
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  readonly cacheReadTokens?: number;
  readonly cacheWriteTokens?: number;
  readonly costUsd?: number;
  /** Hash of the path of the transcript, and the byte up to which it is read. */
  readonly file: string;
  readonly offset: number;
}

/** What the host's own file of a thread told, read on from an offset, and what git said of the work tree. */
export interface FoundLine {
  readonly v: 1;
  readonly kind: 'found';
  readonly at: number;
  /** Hash of the path of the file, and the byte up to which it is read. */
  readonly file?: string;
  readonly offset?: number;
  /** Hash of the subagent whose file it is; absent: the main agent's. */
  readonly agent?: string;
  readonly results?: readonly FoundResult[];
  /** Hash of the state of the work tree; null where it could not be had in time. */
  readonly tree?: string | null;
}

/** What one call came to, where no hook told. */
export interface FoundResult {
  /** Hash of the host's id of the call. */
  readonly call: string;
  readonly ok: boolean;
  /** Signature of what went wrong. */
  readonly failure?: string;
}

/** A person raised one limit for this session. Who and why are that person's own words, for whoever asks later. */
export interface LiftLine {
  readonly v: 1;
  readonly kind: 'lift';
  readonly at: number;
  /** A limit of the policy, e.g. `max_tool_calls`, or one of its goal, e.g. `goal.tool_calls`. */
  readonly limit: string;
  readonly value: number;
  readonly who: string;
  readonly why: string;
}

/** The policy that holds for this session: its bytes lie in PRAXIS_HOME under their hash. */
export interface PolicyLine {
  readonly v: 1;
  readonly kind: 'policy';
  readonly at: number;
  readonly path: string;
  /** SHA-256 of its bytes, 64 hexadecimal digits. */
  readonly hash: string;
}

/** A fold of all lines before a byte of the file, so that what reads the file need not begin at its start. */
export interface SnapshotLine {
  readonly v: 1;
  readonly kind: 'snapshot';
  readonly at: number;
  /** The byte up to which lines are folded; lines between it and this one are not. */
  readonly upto: number;
  readonly state: unknown;
}

/** A line of a session's file; never text. */
export type SessionLine =
  | EventLine
  | GivenLine
  | AnswerLine
  | UsageLine
  | FoundLine
  | LiftLine
  | PolicyLine
  | SnapshotLine;

const KINDS: ReadonlySet<string> = new Set([
  'event',
  'given',
  'answer',
  'usage',
  'found',
  'lift',
  'policy',
  'snapshot',
]);

/** Reads one line; undefined for one that is torn, empty, of another version or of a kind that is not known. */
export function readSessionLine(text: string): SessionLine | undefined {
  if (!text.startsWith('{')) return undefined;
  try {
    const value = JSON.parse(text);
    return value.v === 1 && KINDS.has(value.kind) ? value : undefined;
  } catch {
    return undefined;
  }
}
