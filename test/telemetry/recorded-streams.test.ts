import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { importSource } from '../../src/telemetry/import/import-source.ts';
import { MemoryImportSink } from '../../src/telemetry/import/memory-import-sink.ts';
import { bytesSource } from './text-source.ts';

async function imported(name: string, sink = new MemoryImportSink()) {
  const bytes = new Uint8Array(readFileSync(fileURLToPath(new URL(`../data/streams/${name}.jsonl`, import.meta.url))));
  const options = { format: null, libraryId: 'l', belongs: () => true };
  const report = await importSource(bytesSource(`/streams/${name}.jsonl`, bytes), sink, options);
  if (report.kind !== 'imported') throw new Error(report.reason);
  return { report, sink };
}

describe('a recorded stream', () => {
  test.each([
    ['claude-code-sub', { records: 60, trajectories: 2, events: 3, errorsSeen: 1 }],
    ['claude-code-filefail', { records: 31, trajectories: 1, events: 4, errorsSeen: 4 }],
    ['codex-failures', { records: 8, trajectories: 1, events: 2, errorsSeen: 2 }],
    ['codex-patch-and-plan', { records: 9, trajectories: 1, events: 2, errorsSeen: 0 }],
    ['codex-mcp', { records: 8, trajectories: 1, events: 2, errorsSeen: 1 }],
    ['codex-code-mode', { records: 8, trajectories: 1, events: 2, errorsSeen: 1 }],
    ['codex-subagent', { records: 6, trajectories: 1, events: 1, errorsSeen: 0 }],
    ['codex-parallel', { records: 10, trajectories: 1, events: 3, errorsSeen: 1 }],
    ['codex-api-error', { records: 4, trajectories: 1, events: 0, errorsSeen: 0 }],
  ])('%s holds what was counted', async (name, expected) => {
    const { report } = await imported(name);
    expect(report).toMatchObject({ ...expected, sessions: 1, unknown: 0, malformed: 0 });
  });

  test('of Claude Code gives a subagent its own task, with the call that began it', async () => {
    const { sink } = await imported('claude-code-sub');
    const [parent, ...children] = sink.calls.toSorted((a, b) => ((a.startedAt ?? '') < (b.startedAt ?? '') ? -1 : 1));
    expect(parent?.tool).toBe('Agent');
    expect(children.map((call) => call.context.parentEventId)).toEqual([parent?.eventId, parent?.eventId]);
    expect(new Set(children.map((call) => call.taskId))).toEqual(new Set([`${parent?.sessionId}/af57938ba055c8cd2`]));
  });

  test('tells of calls that begin, of answers and of what was spent while it runs', async () => {
    const bytes = new Uint8Array(
      readFileSync(fileURLToPath(new URL('../data/streams/codex-mcp.jsonl', import.meta.url))),
    );
    const { codexExecImporter } = await import('../../src/telemetry/import/codex-exec.ts');
    const seen: string[] = [];
    const reader = codexExecImporter.open({ path: 'live', head: {} }, (finding) => {
      if (finding.kind === 'call-started' || finding.kind === 'call') seen.push(`${finding.kind} ${finding.call.tool}`);
      if (finding.kind === 'said') seen.push(`said ${finding.text}`);
      if (finding.kind === 'usage' || finding.kind === 'task-end') seen.push(finding.kind);
    });
    for (const line of new TextDecoder().decode(bytes).split('\n').filter(Boolean)) reader.take(JSON.parse(line));
    expect(seen).toEqual([
      'call-started mcp__probe__echo',
      'call mcp__probe__echo',
      'call-started mcp__probe__fail',
      'call mcp__probe__fail',
      'said mcp done',
      'task-end',
      'usage',
    ]);
  });
});
