/** One verb as the overview lists it. */
interface CatalogEntry {
  readonly name: string;
  readonly brief: string;
}

export interface CatalogSection {
  readonly title: string;
  readonly entries: readonly CatalogEntry[];
}

/** The verbs in the order people meet them. The frame takes its short descriptions from here. */
export const CATALOG: readonly CatalogSection[] = [
  {
    title: 'START',
    entries: [
      { name: 'demo', brief: 'Watch Praxis mend two small broken projects, the second one faster' },
      { name: 'init', brief: 'Write a first task file and policy here, or put Praxis into an agent' },
      { name: 'capture', brief: 'Switch the recording of agents off and on, here or everywhere' },
      { name: 'uninstall', brief: 'Take Praxis out of an agent again, exactly' },
      { name: 'doctor', brief: 'Check what this machine offers and what is missing' },
    ],
  },
  {
    title: 'RUN',
    entries: [{ name: 'run', brief: 'Drive one goal to PASS or to an honest stop' }],
  },
  {
    title: 'LOOK',
    entries: [
      { name: 'sessions', brief: 'List the runs and sessions of this library, or show one' },
      { name: 'explain', brief: 'Say why a run chose, believed and stopped as it did' },
    ],
  },
  {
    title: 'MEANING',
    entries: [{ name: 'embed', brief: 'Turn texts into the vectors that lessons are found by' }],
  },
  {
    title: 'TELEMETRY',
    entries: [{ name: 'telemetry', brief: 'Record what agents do' }],
  },
  {
    title: 'LESSONS',
    entries: [
      { name: 'experience', brief: 'Keep, find and undo the guidelines that agents are given' },
      { name: 'learn', brief: 'Learn from the sessions that were sealed since the last time' },
      { name: 'correct', brief: 'Say what an agent should have done, so that the next one does' },
      { name: 'proposals', brief: 'List the tools that should be built, accept or reject one' },
      { name: 'memory', brief: 'Propose what a project is to remember, and decide on it as a person' },
      { name: 'maintain', brief: 'Audit the guidelines of the library: one batch, which can be undone' },
      { name: 'eval', brief: 'Say what lessons are worth on runs that they were not learnt from' },
    ],
  },
  {
    title: 'BOUNDS',
    entries: [
      { name: 'policy', brief: 'Write, check, evaluate and explain the policy that bounds a run' },
      { name: 'bounds', brief: "Raise a limit of an agent's session, or exempt a command" },
      { name: 'checkpoint', brief: 'Make, check, advance, show and sign what a run has spent' },
    ],
  },
  {
    title: 'LANGUAGE',
    entries: [{ name: 'mel', brief: 'Check, run and build domains written in MEL' }],
  },
  {
    title: 'SHELL',
    entries: [{ name: 'completions', brief: 'Print the completion script for bash, zsh or fish' }],
  },
];

/** The short description of a verb. */
export function briefOf(name: string): string {
  for (const section of CATALOG) {
    const entry = section.entries.find((candidate) => candidate.name === name);
    if (entry !== undefined) return entry.brief;
  }
  throw new TypeError(`no verb ${name} in the catalog`);
}

/** The overview that `praxis --help` prints. It loads nothing but this file. */
export function overview(): string {
  const names = CATALOG.flatMap((section) => section.entries.map((entry) => entry.name.length));
  const width = Math.max(...names) + 2;
  const sections = CATALOG.map((section) =>
    [section.title, ...section.entries.map((entry) => `  ${entry.name.padEnd(width)}${entry.brief}`)].join('\n'),
  );
  return `praxis runs tool-using agents in bounded plan-act-reflect loops.

USAGE
  praxis COMMAND [FLAGS]
  praxis COMMAND --help
  praxis --version

${sections.join('\n\n')}

EXAMPLE
  $ praxis demo
  $ praxis init
  $ praxis run task.yaml

Exit codes: 0 pass, 1 internal error, 2 invalid input, 3 checkpoint required, 4 stop, 130 interrupted.
`;
}
