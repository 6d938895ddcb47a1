import type { FoundTests, ProjectFolder } from './test-command.ts';

/** What a first task file holds beside its look: nothing that acts, or one remedy for missing dependencies. */
export function hasRemedy(tests: FoundTests, folder: ProjectFolder): boolean {
  return candidatesFor(tests.kind, folder).length > 0;
}

/** The first task file of a project: works as it stands, and shows where to go on. */
export function taskTemplate(tests: FoundTests, folder: ProjectFolder): string {
  const guarded = protectedGlobs(tests.kind, folder);
  const protection =
    guarded.length === 0 ? '# protected: ["test/**"]' : `protected: [${guarded.map(quoted).join(', ')}]`;
  return `# What has to hold, who may act, and what no act may touch. Run it with: praxis run task.yaml
goal: make the tests pass

# All of these must exit 0 after the last change. They are pinned when the run starts.
acceptance:
  - id: tests
    run: ${quoted(tests.command)}

# Files that no act may change; the task, the policy and .git never may.
${protection}

# The bounds. Nothing runs that they do not allow.
policy_ref: policy.json

# A playbook needs no model: Praxis looks, tries what fits the failure, and learns which remedy works.
actor:
  kind: playbook
  candidates:
    - { id: look, kind: explore, run: ${quoted(`${grouped(tests.command)} 2>&1 | tail -n 40`)} }
${remedies(tests.kind, folder)}
# An agent instead: any command that reads a prompt on stdin and works in this folder.
# actor:
#   kind: command
#   run: claude -p --permission-mode acceptEdits
`;
}

/** A command whose whole output goes where the output of one command would, whatever it is made of. */
function grouped(command: string): string {
  return /[#;&|\n]/.test(command) ? `{ ${command}\n}` : command;
}

function quoted(text: string): string {
  return JSON.stringify(text);
}

function protectedGlobs(kind: FoundTests['kind'], folder: ProjectFolder): readonly string[] {
  const folders = ['test', 'tests', '__tests__', 'spec', 'e2e']
    .filter((name) => folder.has(name))
    .map((name) => `${name}/**`);
  const beside = {
    node: ['**/*.test.*'],
    go: ['**/*_test.go'],
    python: ['**/test_*.py'],
    rust: [],
    make: [],
    other: [],
  };
  return [...folders, ...beside[kind]];
}

function remedies(kind: FoundTests['kind'], folder: ProjectFolder): string {
  const lines = candidatesFor(kind, folder).map(
    ({ id, run, when, tool }) =>
      `    - { id: ${id}, kind: exploit, run: ${quoted(run)}, when: ${quoted(when)}, tool: ${tool}, repeatable: true }\n`,
  );
  if (lines.length > 0) return lines.join('');
  return '    # Add what you would try yourself; without a remedy a run can only look:\n    # - { id: mend, kind: exploit, run: "sh mend.sh" }\n';
}

interface Remedy {
  readonly id: string;
  readonly run: string;
  /** Regular expression on the output of the failing command. */
  readonly when: string;
  readonly tool: string;
}

function candidatesFor(kind: FoundTests['kind'], folder: ProjectFolder): readonly Remedy[] {
  switch (kind) {
    case 'node': {
      const tool = folder.has('pnpm-lock.yaml') ? 'pnpm' : folder.has('yarn.lock') ? 'yarn' : 'npm';
      const missing = 'Cannot find (module|package)|ERR_MODULE_NOT_FOUND|not found';
      return [{ id: 'install-missing', run: `${tool} install`, when: missing, tool }];
    }
    case 'python': {
      const install = folder.has('requirements.txt') ? 'pip install -r requirements.txt' : 'pip install -e .';
      return [
        { id: 'install-missing', run: `python3 -m ${install}`, when: 'ModuleNotFoundError|ImportError', tool: 'pip' },
      ];
    }
    case 'rust':
      return [{ id: 'fetch', run: 'cargo update', when: 'failed to (select|resolve)|could not find', tool: 'cargo' }];
    case 'go':
      return [{ id: 'tidy', run: 'go mod tidy', when: 'no required module|missing go.sum', tool: 'go' }];
    case 'make':
    case 'other':
      return [];
  }
}
