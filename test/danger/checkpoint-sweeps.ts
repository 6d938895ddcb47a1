import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { printedText } from '../../src/base/canonical-json.ts';
import type { ExactObject } from '../../src/base/exact-json.ts';
import { sha256Hex } from '../../src/base/sha256.ts';
import { journalLine } from '../../src/policy/checkpoint-journal.ts';
import { readArchiveFile } from '../../src/policy/file-store/archive-file.ts';
import { journalPath, readJournalFile } from '../../src/policy/file-store/journal-file.ts';
import { CONTRACT } from '../e2e/agent-collab.ts';
import { CLI } from '../e2e/support.ts';
import { goal, goalPolicyDocument, spentGoal } from '../policy/goal-file.ts';
import { ACTION, checkpointDocument, signedDecision, signedOverride } from '../policy/samples.ts';
import {
  freshFolder,
  killedWriting,
  namesIn,
  type Program,
  ran,
  spread,
  type WritePoint,
  writePoints,
} from './checkpoint-kills.ts';

/** A program that writes a checkpoint once, in a folder of its own. */
interface Writer extends Program {
  /** The file that it writes. */
  readonly path: string;
  /** What must hold after a kill, and after a whole run; beside: the file is as before or as after a whole run. */
  check?(what: string): void;
}

function put(folder: string, name: string, document: ExactObject): void {
  writeFileSync(join(folder, name), printedText(document));
}

/** An advance, which replaces a file. */
export function advancing(): Writer {
  const folder = freshFolder();
  put(folder, 'policy.json', goalPolicyDocument());
  put(folder, 'goal.json', spentGoal().document);
  const hash = sha256Hex(readFileSync(join(folder, 'goal.json')));
  const files = ['--checkpoint', 'goal.json', '--policy', 'policy.json'];
  return {
    folder,
    path: join(folder, 'goal.json'),
    argv: [CONTRACT, 'checkpoint', 'advance', ...files, '--request-id', 'r1', '--expected-sha256', hash],
  };
}

/** An advance that is told in a journal. */
export function journalling(): Writer {
  const folder = freshFolder();
  const path = join(folder, 'goal.json');
  const { document } = spentGoal();
  put(folder, 'policy.json', goalPolicyDocument());
  put(folder, 'goal.json', document);
  writeFileSync(
    journalPath(path),
    journalLine(null, 'create', null, { sha256: sha256Hex(printedText(document)), document }),
  );
  const files = ['--checkpoint', 'goal.json', '--policy', 'policy.json'];
  return {
    folder,
    path,
    argv: [CLI, 'checkpoint', 'advance', ...files, '--request-id', 'r1'],
    check: (what) => {
      const { entries, last } = readJournalFile(path);
      const told = entries.at(-1);
      // The last change is in the file, or it is the one that the crash kept from it.
      expect([told?.afterSha256, told?.beforeSha256], what).toContain(sha256Hex(readFileSync(path)));
      expect(last?.sha256, what).toBe(told?.afterSha256);
    },
  };
}

/** A migration, which makes a file. */
export function migrating(): Writer {
  const folder = freshFolder();
  put(folder, 'policy.json', goalPolicyDocument());
  put(folder, 'task.json', checkpointDocument());
  writeFileSync(join(folder, 'meta.json'), '{"goal_id":"harbour","next_step":"look"}');
  const files = ['--checkpoint', 'task.json', '--policy', 'policy.json', '--metadata', 'meta.json'];
  return {
    folder,
    path: join(folder, 'goal.json'),
    argv: [CONTRACT, 'checkpoint', 'migrate', ...files, '--output', 'goal.json'],
  };
}

/** An observation that moves a decision and an override; `program` is the bundle of `goal-observer.ts`. */
export function moving(program: string): Writer {
  const folder = freshFolder();
  const path = join(folder, 'goal.json');
  const records = { decisions: [signedDecision()], overrides: [signedOverride()] };
  put(folder, 'goal.json', goal({ pending_action_hash: ACTION, ...records }).document);
  const standing = 2;
  return {
    folder,
    path,
    argv: [program, 'goal.json', sha256Hex(readFileSync(path))],
    check: (what) => {
      const { decisions, overrides } = JSON.parse(readFileSync(path, 'utf8')).task;
      const archived = existsSync(`${path}.records.jsonl`) ? readArchiveFile(path).records : [];
      // A record may stand in both for a while, never in none of them, and counts once in the archive.
      if (decisions.length + overrides.length < standing)
        expect(archived, what).toEqual([...records.decisions, ...records.overrides]);
    },
  };
}

function contentOf({ path }: Writer): string | null {
  return existsSync(path) ? readFileSync(path, 'utf8') : null;
}

/** A writer that was killed there; null where it ended first: Node opens a file more or less from run to run. */
async function killedAt(make: () => Writer, point: WritePoint): Promise<Writer | null> {
  for (let attempt = 0; attempt < 3; attempt++) {
    const writer = make();
    if (await killedWriting(writer, point)) return writer;
  }
  return null;
}

/**
 * Kills a writer at its writing calls, or at `most` of them. After each kill the file is the old one or the new one, whole,
 * and the same program run again makes it the new one. Answers how often it was found old and new.
 */
export async function sweepWriter(make: () => Writer, most: number): Promise<{ old: number; fresh: number }> {
  const model = make();
  const before = contentOf(model);
  const points = await writePoints(model);
  const after = contentOf(model);
  expect(after).not.toBe(before);
  expect(points.length).toBeGreaterThan(8);
  const found = { old: 0, fresh: 0 };
  for (const point of spread(points, most)) {
    const what = `${point.call} ${point.nth}`;
    const writer = await killedAt(make, point);
    if (writer === null) continue;
    const content = contentOf(writer);
    expect([before, after], what).toContain(content);
    if (content === before) found.old++;
    else found.fresh++;
    writer.check?.(what);
    await ran(writer);
    expect(contentOf(writer), what).toBe(after);
    writer.check?.(what);
    expect(namesIn(writer.folder), what).toEqual(namesIn(model.folder));
  }
  expect(found.old + found.fresh).toBeGreaterThan(0.7 * Math.min(most, points.length));
  return found;
}
