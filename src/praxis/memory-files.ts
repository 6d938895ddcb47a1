import { closeSync, existsSync, fstatSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parse, stringify } from 'yaml';
import { PraxisError } from '../base/errors.ts';
import { writeFileAtomically } from '../host/atomic-file.ts';
import { isErrno, systemSays } from '../host/system-error.ts';
import { prepareScratchFolder } from '../host/work-tree-folder.ts';
import { type Memory, type MemoryEvent, readMemory } from '../run/memory/events.ts';
import { type MemoryProposal, readProposal } from '../run/memory/proposal.ts';

/** Largest file that is read here, in bytes. */
const MOST_BYTES = 16 * 1024 * 1024;

const PROPOSALS = 'memory-proposals';

/** The memory of a work tree and what is proposed for it. */
export interface MemoryFiles {
  readonly memoryPath: string;
  /** Oldest first. A file that is no proposal is an error that names it. */
  proposals(): readonly MemoryProposal[];
  /** Writes a proposal over the one that has its id, or as a new one. */
  save(proposal: MemoryProposal): void;
  /** null where nothing was ever added. */
  memory(): Memory | null;
  /** Runs a change of the memory while nobody else may make one. */
  locked<T>(owner: LockOwner, change: () => T | Promise<T>): Promise<T>;
  /** Adds one event by replacing the file; only under the lock. */
  append(event: MemoryEvent): void;
}

interface LockOwner {
  readonly owner: string;
  readonly created_at: string;
  readonly task_id: string;
  readonly proposal_id: string;
}

export function memoryFiles(workTree: string): MemoryFiles {
  const folder = join(workTree, '.coord');
  const memoryPath = join(folder, 'memory.yml');
  const read = (): Memory | null => {
    const text = textOf(memoryPath);
    return text === null ? null : valid(memoryPath, readMemory(parsed(memoryPath, text, parseYaml)));
  };
  return {
    memoryPath,
    proposals() {
      const place = join(folder, PROPOSALS);
      if (!existsSync(place)) return [];
      const names = readdirSync(place).filter((name) => /^[0-9a-f-]{36}\.json$/.test(name));
      const all = names.map((name) => {
        const path = join(place, name);
        const proposal = valid(path, readProposal(parsed(path, textOf(path) ?? '', JSON.parse)));
        if (`${proposal.proposal_id}.json` !== name)
          throw invalid(path, `it holds the proposal ${proposal.proposal_id}`);
        return proposal;
      });
      return all.sort((a, b) => (a.created_at < b.created_at ? -1 : a.created_at > b.created_at ? 1 : 0));
    },
    save(proposal) {
      prepareScratchFolder(workTree, '.coord');
      const place = prepareScratchFolder(workTree, `.coord/${PROPOSALS}`);
      writing(place, () =>
        writeFileAtomically(join(place, `${proposal.proposal_id}.json`), `${JSON.stringify(proposal, null, 2)}\n`),
      );
    },
    memory: read,
    async locked(owner, change) {
      prepareScratchFolder(workTree, '.coord');
      const lock = `${memoryPath}.lock`;
      try {
        writeFileSync(lock, `${JSON.stringify(owner)}\n`, { flag: 'wx' });
      } catch (error) {
        if (!isErrno(error, 'EEXIST')) throw failed(lock, error);
        throw new PraxisError(
          'WORK_TREE_BUSY',
          `the memory is being changed: ${lock} says ${(textOf(lock) ?? '').trim()}`,
          {
            hint: 'Wait for its owner. If that process is gone for certain, delete the lock; its age alone says nothing.',
          },
        );
      }
      try {
        return await change();
      } finally {
        rmSync(lock, { force: true });
      }
    },
    append(event) {
      const memory = read() ?? {
        schema_version: 2 as const,
        project: basename(workTree),
        created_at: event.created_at,
        events: [],
      };
      const text = stringify({ ...memory, events: [...memory.events, event] }, { aliasDuplicateObjects: false });
      writing(memoryPath, () => writeFileAtomically(memoryPath, text));
    },
  };
}

function parseYaml(text: string): unknown {
  return parse(text, { maxAliasCount: 0 });
}

function textOf(path: string): string | null {
  let descriptor: number;
  try {
    descriptor = openSync(path, 'r');
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return null;
    throw failed(path, error);
  }
  try {
    const found = fstatSync(descriptor);
    if (!found.isFile()) throw invalid(path, 'it is no regular file');
    if (found.size > MOST_BYTES) throw invalid(path, `it is larger than ${MOST_BYTES} bytes`);
    return readFileSync(descriptor, 'utf8');
  } finally {
    closeSync(descriptor);
  }
}

function parsed(path: string, text: string, parseText: (text: string) => unknown): unknown {
  try {
    return parseText(text);
  } catch (error) {
    throw invalid(path, error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error));
  }
}

function valid<T>(path: string, result: { kind: 'ok'; value: T } | { kind: 'invalid'; message: string }): T {
  if (result.kind === 'ok') return result.value;
  throw invalid(path, result.message);
}

function invalid(path: string, message: string): PraxisError {
  return new PraxisError('ENTRY_INVALID', `${path}: ${message}`, {
    hint: 'Mend the file, or move it away; nothing was changed.',
  });
}

function writing(path: string, write: () => void): void {
  try {
    write();
  } catch (error) {
    throw failed(path, error);
  }
}

function failed(path: string, error: unknown): PraxisError {
  return new PraxisError('WORK_TREE_IO', `${path}: ${systemSays(error)}`, {
    hint: 'See that the work tree is writable and its disk not full.',
    cause: error,
  });
}
