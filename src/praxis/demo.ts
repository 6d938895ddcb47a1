import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isMap, isSeq, parseDocument } from 'yaml';
import { type Environment, readEnvironment } from '../host/environment.ts';
import { packageFolder } from '../host/package-folder.ts';
import type { RunResult } from '../run/result.ts';
import { shuffled } from '../run/shuffle.ts';
import type { DemoRequest, DemoResult, RunWatch } from './door.ts';
import { runTask } from './run-task.ts';

/** Same class of error in both, other names and files; what the first run learns helps in the second. */
const PROJECTS = ['parcel-rates', 'concert-seats'] as const;

/** The main job on two small broken projects, one after the other, with a library of their own that is gone afterwards. */
export async function runDemo(request: DemoRequest, watch: RunWatch): Promise<DemoResult> {
  const folder = mkdtempSync(join(tmpdir(), 'praxis-demo-'));
  const environment: Environment = {
    ...readEnvironment(),
    parent: null,
    home: join(folder, 'home'),
    library: null,
    isLearningManual: true,
  };
  try {
    const first = await runProject(folder, PROJECTS[0], request, watch, environment);
    if (request.isForgetful) rmSync(environment.home, { recursive: true, force: true });
    const second = await runProject(folder, PROJECTS[1], request, watch, environment);
    return { sessions: [first, second] };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function runProject(
  folder: string,
  name: string,
  request: DemoRequest,
  watch: RunWatch,
  environment: Environment,
): Promise<RunResult> {
  const project = join(folder, name);
  cpSync(join(packageFolder(), 'demo', name), project, { recursive: true });
  const path = join(project, 'task.yaml');
  if (request.shuffleSeed !== null) shuffleCandidates(path, request.shuffleSeed);
  return runTask(
    {
      cwd: project,
      source: { kind: 'file', path },
      resume: { kind: 'none' },
      answer: null,
      isNew: false,
      library: null,
      controllerFile: null,
      group: null,
      parent: null,
      reserve: {},
      isTerminal: false,
    },
    watch,
    environment,
  );
}

function shuffleCandidates(path: string, seed: number): void {
  const document = parseDocument(readFileSync(path, 'utf8'));
  const actor = document.get('actor');
  const candidates = isMap(actor) ? actor.get('candidates') : undefined;
  if (!isSeq(candidates)) return;
  candidates.items = [...shuffled(candidates.items, seed)];
  writeFileSync(path, String(document));
}
