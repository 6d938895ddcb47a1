import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { claudeCodeStreamImporter } from '../../src/telemetry/import/claude-code-stream.ts';
import { codexExecImporter } from '../../src/telemetry/import/codex-exec.ts';
import type { Finding } from '../../src/telemetry/import/importer.ts';
import { readSource } from '../../src/telemetry/import/source-reader.ts';

const FOLDER = fileURLToPath(new URL('../data/streams/', import.meta.url));
const STREAMS = readdirSync(FOLDER).filter((name) => name.endsWith('.jsonl'));
const SOURCE = { path: 'live', head: {} };

function bytesOf(name: string): Uint8Array {
  return new Uint8Array(readFileSync(`${FOLDER}${name}`));
}

function importerOf(name: string) {
  return name.startsWith('codex') ? codexExecImporter : claudeCodeStreamImporter;
}

/** What is told of a stream up to each of some places in it; each chunk comes in the memory of the one before. */
function told(name: string, bytes: Uint8Array, ends: readonly number[]) {
  const findings: Finding[] = [];
  const reader = readSource(importerOf(name), SOURCE, (finding) => findings.push(finding));
  const memory = Buffer.alloc(bytes.length);
  const counts: number[] = [];
  let at = 0;
  for (const end of ends) {
    const chunk = bytes.subarray(at, end);
    memory.fill(0x41);
    memory.set(chunk);
    reader.push(memory.subarray(0, chunk.length));
    counts.push(findings.length);
    at = end;
  }
  memory.fill(0x41);
  reader.end();
  return { findings, counts };
}

/** Places behind the line breaks. */
function lineEnds(bytes: Uint8Array): readonly number[] {
  return [...bytes.keys()].filter((n) => bytes[n] === 10).map((n) => n + 1);
}

describe.each(STREAMS)('the live stream %s', (name) => {
  const bytes = bytesOf(name);
  const byLine = told(name, bytes, lineEnds(bytes));

  test('tells the same in chunks of any size as line by line', () => {
    const places = fc.array(fc.integer({ min: 0, max: bytes.length }), { maxLength: 400 });
    fc.assert(
      fc.property(places, (some) => {
        const ends = [...some.sort((a, b) => a - b), bytes.length];
        expect(told(name, bytes, ends).findings).toEqual(byLine.findings);
      }),
      { numRuns: 20 },
    );
    expect(told(name, bytes, [...bytes.keys(), bytes.length]).findings).toEqual(byLine.findings);
  });

  test('tells each thing as soon as its line is whole, and not before', () => {
    const ends = lineEnds(bytes);
    const justBefore = told(
      name,
      bytes,
      ends.flatMap((end) => [end - 1, end]),
    );
    for (const n of ends.keys()) {
      expect(justBefore.counts[2 * n]).toBe(n === 0 ? 0 : byLine.counts[n - 1]);
      expect(justBefore.counts[2 * n + 1]).toBe(byLine.counts[n]);
    }
    expect(byLine.counts.every((count, n) => count > (byLine.counts[n - 1] ?? 0))).toBe(true);
  });

  test('goes on over what others print into it', () => {
    const noise = new TextEncoder().encode('warning: low disk\n{"type":\n\n');
    const noisy = Buffer.concat(
      [0, ...lineEnds(bytes)].flatMap((start, n, starts) => [bytes.subarray(start, starts[n + 1]), noise]),
    );
    const findings = told(name, noisy, [noisy.length]).findings;
    const isNoise = (finding: Finding) => finding.kind === 'record' && finding.fate === 'malformed';
    expect(findings.filter((finding) => !isNoise(finding))).toEqual(byLine.findings);
    expect(findings.filter(isNoise)).toHaveLength(2 * (lineEnds(bytes).length + 1));
  });

  test('tells every call that began when the agent is killed at any place', () => {
    for (let part = 1; part < 20; part++) {
      const cut = bytes.subarray(0, Math.floor((bytes.length * part) / 20));
      const { findings } = told(name, cut, [cut.length]);
      const started = findings.filter(({ kind }) => kind === 'call-started').length;
      expect(findings.filter(({ kind }) => kind === 'call').length).toBeGreaterThanOrEqual(started);
    }
  });
});
