/** A test command that a project seems to have. */
export interface FoundTests {
  /** The file that says so. */
  readonly source: string;
  readonly command: string;
  readonly kind: 'node' | 'python' | 'rust' | 'go' | 'make' | 'other';
}

/** How `findTests` looks at a folder. */
export interface ProjectFolder {
  /** undefined where there is no such file. */
  read(name: string): string | undefined;
  has(name: string): boolean;
}

const FINDERS: readonly ((folder: ProjectFolder) => FoundTests | undefined)[] = [
  nodeTests,
  rustTests,
  goTests,
  pythonTests,
  makeTests,
];

/** Every test command found in a folder, the likeliest first. */
export function findTests(folder: ProjectFolder): readonly FoundTests[] {
  return FINDERS.map((find) => find(folder)).filter((found) => found !== undefined);
}

function nodeTests(folder: ProjectFolder): FoundTests | undefined {
  const script = testScript(folder.read('package.json'));
  // `npm init` writes this one; it always fails.
  if (script === undefined || script.includes('no test specified')) return undefined;
  const runner = folder.has('pnpm-lock.yaml') ? 'pnpm' : folder.has('yarn.lock') ? 'yarn' : 'npm';
  return { source: 'package.json', command: `${runner} test`, kind: 'node' };
}

function testScript(manifest: string | undefined): string | undefined {
  if (manifest === undefined) return undefined;
  const parsed = parsedJson(manifest);
  if (typeof parsed !== 'object' || parsed === null || !('scripts' in parsed)) return undefined;
  const scripts = parsed.scripts;
  if (typeof scripts !== 'object' || scripts === null || !('test' in scripts)) return undefined;
  return typeof scripts.test === 'string' && scripts.test.trim() !== '' ? scripts.test : undefined;
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A manifest that does not parse names no test command; the user's own tools will say what is wrong with it.
    return undefined;
  }
}

function rustTests(folder: ProjectFolder): FoundTests | undefined {
  return folder.has('Cargo.toml') ? { source: 'Cargo.toml', command: 'cargo test', kind: 'rust' } : undefined;
}

function goTests(folder: ProjectFolder): FoundTests | undefined {
  return folder.has('go.mod') ? { source: 'go.mod', command: 'go test ./...', kind: 'go' } : undefined;
}

function pythonTests(folder: ProjectFolder): FoundTests | undefined {
  const source = ['pytest.ini', 'conftest.py', 'tests/conftest.py'].find((name) => folder.has(name));
  const named =
    source ??
    ['pyproject.toml', 'setup.cfg', 'tox.ini', 'requirements-dev.txt', 'requirements.txt'].find((name) =>
      /\bpytest\b/.test(folder.read(name) ?? ''),
    );
  return named === undefined ? undefined : { source: named, command: 'python3 -m pytest -q', kind: 'python' };
}

function makeTests(folder: ProjectFolder): FoundTests | undefined {
  const source = ['Makefile', 'makefile', 'GNUmakefile'].find((name) => folder.has(name));
  if (source === undefined || !/^(?:test|check)\s*:(?!=)/m.test(folder.read(source) ?? '')) return undefined;
  const target = /^test\s*:(?!=)/m.test(folder.read(source) ?? '') ? 'test' : 'check';
  return { source, command: `make ${target}`, kind: 'make' };
}
