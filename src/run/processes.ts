/** Output of a command as it is kept: at most 1 MiB, its first and last half, decoded as UTF-8 with replacement. */
export interface CapturedOutput {
  readonly text: string;
  /** Bytes the command wrote in all. */
  readonly bytes: number;
  readonly isTruncated: boolean;
  /** SHA-256 of the bytes that are kept. */
  readonly sha256: string;
}

export interface LaunchSpec {
  /** Run as `/bin/sh -c command`. */
  readonly command: string;
  readonly cwd: string;
  /** Added to the cleaned environment of the user. */
  readonly env: Readonly<Record<string, string>>;
  readonly stdin: string | null;
  readonly timeoutMs: number;
  /** Base name of the output files under the run's folder: `<name>.out` and `<name>.err`. */
  readonly outputName: string;
  /** Gets what the command writes to its standard output as it comes; a chunk holds until the call returns. */
  readonly follow?: (chunk: Uint8Array) => void;
}

export interface ProcessEnd {
  /** Exit status of the command; null where a signal ended it or it never ran. */
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly cause: 'exited' | 'timeout' | 'aborted' | 'not-started' | 'output-limit' | 'call-limit';
  readonly stdout: CapturedOutput;
  readonly stderr: CapturedOutput;
  readonly durationMs: number;
}

/** A child that waits at its gate: nothing of the command has run until `go`. */
export interface GatedProcess {
  /** Process group, which is also the pid of its leader. */
  readonly group: number;
  /** Start time of the leader as the system states it; with the pid it names the process for good. */
  readonly startTime: string;
  /** Opens the gate. */
  go(): void;
  /** Ends the group as an abort does, since it announced more calls than it may make. */
  stopAtCallLimit(): void;
  /** Settles once the command has ended and its whole group is gone. */
  readonly ended: Promise<ProcessEnd>;
}

/** Child processes in groups of their own, on a leash that ends them with this process. */
export interface Processes {
  /** Starts a child at its gate. `signal` ends the group: SIGTERM, 5 s, SIGKILL. */
  launch(spec: LaunchSpec, signal: AbortSignal): Promise<GatedProcess>;
  /** Launches and opens the gate at once. */
  run(spec: LaunchSpec, signal: AbortSignal): Promise<ProcessEnd>;
  /** Ends a group left by a dead run, if its leader still lives with that start time or group members remain. True where something was ended. */
  endGroup(group: number, startTime: string): Promise<boolean>;
  /** What a child of a dead run wrote, by the name of its output files; undefined where there are none. */
  leftOutput(
    outputName: string,
  ): Promise<{ readonly stdout: CapturedOutput; readonly stderr: CapturedOutput } | undefined>;
  /** Reads all that a child of a dead run wrote to its standard output; false where there is no such file. */
  readLeft(outputName: string, read: (chunk: Uint8Array) => void): Promise<boolean>;
  /** Deletes the output files of that name, once their capture is kept elsewhere. */
  discardOutput(outputName: string): Promise<void>;
}
