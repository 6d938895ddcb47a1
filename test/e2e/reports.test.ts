import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Place, place, playbook, policy, praxis, ROOT, write } from './support.ts';

const NODE_TESTS = `
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { describe, test } from 'node:test';
describe('shop', () => {
  test('opens', () => undefined);
  test('sells', () => assert.ok(existsSync('mended.txt'), 'nothing to sell'));
  test('later', { skip: true }, () => undefined);
});
`;
const VITEST_TESTS = `
import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
describe('shop', () => {
  test('opens', () => undefined);
  test('sells', () => expect(existsSync('mended.txt'), 'nothing to sell').toBe(true));
  test.skip('later', () => undefined);
  test.todo('much later');
});
`;
const VITEST = `node ${join(ROOT, 'node_modules/vitest/vitest.mjs')} run`;

/** A task whose one criterion has that report: a look, then the remedy, then PASS. */
async function mended(at: Place, run: string, report: object) {
  const task = {
    goal: 'make the tests pass',
    acceptance: [{ id: 'tests', run, report }],
    actor: playbook([{ id: 'mend', kind: 'exploit', run: 'echo mended > mended.txt' }]),
    policy_ref: 'policy.json',
  };
  write(at.tree, { 'policy.json': policy(), 'task.yaml': task });
  const ended = await praxis(at, ['run', 'task.yaml', '--json']);
  return { ...ended, document: JSON.parse(ended.stdout) };
}

describe('a criterion with a test report', () => {
  test.each([
    ['junit', null, 'node --test --test-reporter=junit shop.test.mjs'],
    ['junit', 'out/report.xml', 'mkdir -p out && node --test --test-reporter=junit shop.test.mjs > out/report.xml'],
    ['tap', null, 'node --test --test-reporter=tap shop.test.mjs'],
  ])('is judged by %s of Node’s runner (%s)', async (format, path, run) => {
    const at = place();
    write(at.tree, { 'shop.test.mjs': NODE_TESTS });
    const { exit, document } = await mended(at, run, { format, path });
    expect(exit, JSON.stringify(document)).toBe(0);
    expect(document.status).toBe('pass');
    expect(document.cycles).toBeGreaterThan(0);
  });

  test.each([
    ['vitest-json', '--reporter=json'],
    ['junit', '--reporter=junit'],
  ])('is judged by %s of vitest', async (format, reporter) => {
    // Below our own packages, so that the runner is found.
    const folder = mkdtempSync(join(ROOT, 'node_modules/.praxis-reports-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const at = { ...place(), tree: folder };
    writeFileSync(join(folder, 'shop.test.mjs'), VITEST_TESTS);
    writeFileSync(join(folder, 'vitest.config.mjs'), 'export default { test: { exclude: [] } };\n');
    const run = `${VITEST} --root . --config vitest.config.mjs shop.test.mjs ${reporter}`;
    const { exit, document } = await mended(at, run, { format, path: null });
    expect(exit, JSON.stringify(document)).toBe(0);
    expect(document.cycles).toBeGreaterThan(0);
  });

  test('does not pass by a report that an earlier run left, that is broken, or that holds no test', async () => {
    for (const run of ['true', 'echo "<testsuites>" > report.xml', 'echo "<testsuites/>" > report.xml']) {
      const at = place();
      write(at.tree, { 'report.xml': '<testsuites><testsuite name="s"><testcase name="a"/></testsuite></testsuites>' });
      const { exit } = await mended(at, run, { format: 'junit', path: 'report.xml' });
      expect(exit).toBe(4);
    }
  });
});
