import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';

/** The variables of a process; an absent one is `undefined`. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** What the user's environment says to Praxis. An empty variable counts as absent. */
export interface Environment {
  /** `PRAXIS_HOME`, absolute; default `$XDG_DATA_HOME/praxis`, else `~/.local/share/praxis`. Need not exist. */
  readonly home: string;
  /** `PRAXIS_LIBRARY`: the name of the library to use in place of the repository's. Not validated. */
  readonly library: string | null;
  /** `PRAXIS_EMBEDDER`: what turns texts into vectors. Not validated. */
  readonly embedder: string | null;
  /** `PRAXIS_EMBEDDER_HELPER=off`: no process is left behind to keep a model warm, and none is asked. */
  readonly isEmbedderHelperOff: boolean;
  /** `PRAXIS_EMBEDDER_URL`: base of an embeddings endpoint. Not validated. */
  readonly embedderUrl: string | null;
  /** `PRAXIS_EMBEDDER_KEY`. Secret: goes to the endpoint alone. */
  readonly embedderKey: string | null;
  /** `OPENAI_API_KEY`. Secret: goes to OpenAI alone. */
  readonly openAiKey: string | null;
  /** `PRAXIS_MODEL`: the language model that words lessons, `provider:model`. Not validated. */
  readonly model: string | null;
  /** `PRAXIS_MODEL_URL`: base of its chat completions. Not validated. */
  readonly modelUrl: string | null;
  /** `PRAXIS_MODEL_CALLS`: how many calls one learning job may make. Not validated. */
  readonly modelCalls: string | null;
  /** The key of a model by the name of its variable. Secret: goes to its provider alone. */
  modelKey(variable: string): string | null;
  /** `PRAXIS_HOLDOUT`: share of the chosen guidelines that a task is not given. Not validated. */
  readonly holdout: string | null;
  /** `CLAUDE_CONFIG_DIR`, absolute; default `~/.claude`: where Claude Code keeps its sessions. Need not exist. */
  readonly claudeFolder: string;
  /** `CODEX_HOME`, absolute; default `~/.codex`: where Codex keeps its sessions. Need not exist. */
  readonly codexFolder: string;
  /** `NO_COLOR` is set to anything. */
  readonly isColorOff: boolean;
  /** `PRAXIS_LOG`: level of the log on stderr. Not validated. */
  readonly logLevel: string | null;
  /** `PRAXIS_CAPTURE=off`, or another word for it: nothing may be recorded. */
  readonly isCaptureOff: boolean;
  /** `PRAXIS_LEARN=manual`: nothing learns unless it is asked to. */
  readonly isLearningManual: boolean;
  /** `PRAXIS_INSIDE`: this process was started by an act of a run. */
  readonly isInsideRun: boolean;
  /** `PRAXIS_PARENT` and `PRAXIS_PARENT_LIBRARY`: the run whose act started this process, and the database of its library. */
  readonly parent: { readonly session: string; readonly database: string } | null;
  /** `OTEL_EXPORTER_OTLP_HEADERS`, as written. Secret: never goes to a log or a record. */
  readonly otlpHeaders: string | null;
  /** `AGENT_COLLAB_POLICY`, as written. */
  readonly policyPath: string | null;
  /** `AGENT_COLLAB_HUMAN_KEYS_JSON`, as written. Secret: never goes to a log, a record or a child. */
  readonly humanKeysJson: string | null;
  /** The environment for a child: the user's with `extra`, without what a child must not inherit, with `PRAXIS_INSIDE=1`. */
  childEnvironment(extra: Readonly<Record<string, string>>): Record<string, string>;
}

const HUMAN_KEYS = 'AGENT_COLLAB_HUMAN_KEYS_JSON';
const HUMAN_KEYS_FD = 'PRAXIS_HUMAN_KEYS_FD';
const PARENT = 'PRAXIS_PARENT';
const PARENT_LIBRARY = 'PRAXIS_PARENT_LIBRARY';

/** The human keys of this process once they were taken out of its variables. */
let sealedKeys: string | undefined;

/** The variables of this process, as they are: the one place that reads them. */
export function environment(): Variables {
  return sealedKeys === undefined ? process.env : { ...process.env, [HUMAN_KEYS]: sealedKeys };
}

/**
 * Takes the human keys out of the variables of this process, so that no child of it can inherit them; or reads them from
 * the descriptor that `PRAXIS_HUMAN_KEYS_FD` names and closes it. For a program of our own, before anything else. Returns
 * what went wrong; the keys are then unusable, and whatever needs them fails closed.
 */
export async function sealHumanKeys(): Promise<string | null> {
  const named = process.env[HUMAN_KEYS_FD];
  sealedKeys = process.env[HUMAN_KEYS] ?? sealedKeys;
  delete process.env[HUMAN_KEYS];
  delete process.env[HUMAN_KEYS_FD];
  if (named === undefined) return null;
  // Loaded where it is needed alone: the overview of the commands loads next to nothing.
  const { closeSync, readFileSync } = await import('node:fs');
  try {
    const descriptor = /^\d{1,9}$/.test(named) ? Number(named) : -1;
    sealedKeys = readFileSync(descriptor, 'utf8');
    if (descriptor > 2) closeSync(descriptor);
    return null;
  } catch (error) {
    sealedKeys = '';
    const detail = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    return `cannot read the human keys from the file descriptor ${named}: ${detail}`;
  }
}

/** What the environment of this process says. */
export function readEnvironment(): Environment {
  return environmentOf(environment(), homedir());
}

/** What `variables` say; `userHome` is the absolute home folder of the user. */
export function environmentOf(variables: Variables, userHome: string): Environment {
  const given = (name: string): string | null => variables[name] || null;
  return {
    home: praxisHome(given('PRAXIS_HOME'), given('XDG_DATA_HOME'), userHome),
    library: given('PRAXIS_LIBRARY'),
    embedder: given('PRAXIS_EMBEDDER'),
    isEmbedderHelperOff: given('PRAXIS_EMBEDDER_HELPER')?.toLowerCase() === 'off',
    embedderUrl: given('PRAXIS_EMBEDDER_URL'),
    embedderKey: given('PRAXIS_EMBEDDER_KEY'),
    openAiKey: given('OPENAI_API_KEY'),
    model: given('PRAXIS_MODEL'),
    modelUrl: given('PRAXIS_MODEL_URL'),
    modelCalls: given('PRAXIS_MODEL_CALLS'),
    modelKey: given,
    holdout: given('PRAXIS_HOLDOUT'),
    claudeFolder: resolve(given('CLAUDE_CONFIG_DIR') ?? join(userHome, '.claude')),
    codexFolder: resolve(given('CODEX_HOME') ?? join(userHome, '.codex')),
    isColorOff: given('NO_COLOR') !== null,
    logLevel: given('PRAXIS_LOG'),
    isCaptureOff: /^(?:off|0|no|false)$/i.test(given('PRAXIS_CAPTURE')?.trim() ?? ''),
    isLearningManual: given('PRAXIS_LEARN')?.toLowerCase() === 'manual',
    isInsideRun: given('PRAXIS_INSIDE') !== null,
    parent: parentOf(given(PARENT), given(PARENT_LIBRARY)),
    otlpHeaders: given('OTEL_EXPORTER_OTLP_HEADERS'),
    policyPath: given('AGENT_COLLAB_POLICY'),
    humanKeysJson: given(HUMAN_KEYS),
    childEnvironment: (extra) => childEnvironment(variables, extra),
  };
}

function parentOf(session: string | null, database: string | null): Environment['parent'] {
  return session === null || database === null ? null : { session, database };
}

function praxisHome(named: string | null, dataHome: string | null, userHome: string): string {
  if (named !== null) return resolve(named);
  // The XDG specification says to ignore a relative path.
  if (dataHome !== null && isAbsolute(dataHome)) return join(dataHome, 'praxis');
  return join(userHome, '.local', 'share', 'praxis');
}

function childEnvironment(variables: Variables, extra: Readonly<Record<string, string>>): Record<string, string> {
  const child: Record<string, string> = {};
  // What this run lives on is its own: only an act of it says so anew to what it starts.
  const { [PARENT]: _parent, [PARENT_LIBRARY]: _library, ...inherited } = variables;
  for (const [name, value] of Object.entries({ ...inherited, ...extra })) {
    if (value !== undefined && !isWithheld(name)) child[name] = value;
  }
  child.PRAXIS_INSIDE = '1';
  return child;
}

/** Keys are secret; under the others a child's test runner or `npx` behaves as if it were part of ours, and tests pass that fail. */
function isWithheld(name: string): boolean {
  return (
    name === HUMAN_KEYS ||
    name === HUMAN_KEYS_FD ||
    name === 'NODE_TEST_CONTEXT' ||
    name === 'npm_config_package' ||
    name.startsWith('VITEST') ||
    name.startsWith('npm_lifecycle_')
  );
}
