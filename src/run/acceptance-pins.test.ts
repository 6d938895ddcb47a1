import { describe, expect, test } from 'vitest';
import { treeReaderOf } from '../../test/support/tree-reader.ts';
import { acceptancePins } from './acceptance-pins.ts';
import type { Criterion } from './task.ts';

function pins(
  run: string,
  files: Parameters<typeof treeReaderOf>[0],
  scope: readonly string[] | null = null,
): readonly string[] {
  const criterion: Criterion = {
    kind: 'command',
    id: 'c1',
    run,
    timeoutMs: null,
    report: null,
    matches: null,
    json: null,
  };
  return acceptancePins({ acceptance: [criterion], reviewer: null, scope, workTree: '/w' }, treeReaderOf(files)).map(
    (pin) => pin.path,
  );
}

const runner = { 'node_modules/.bin/vitest': { link: 'node_modules/vitest/cli.js' }, 'node_modules/vitest/cli.js': '' };

describe('acceptance pins', () => {
  test('a path of the tree that a command executes', () => {
    expect(pins('./check.sh --all', { 'check.sh': '' })).toEqual(['check.sh']);
    expect(pins('CI=1 exec /w/check.sh', { 'check.sh': '' })).toEqual(['check.sh']);
    expect(pins('cd sub && ../bin/x', { 'bin/x': '' })).toEqual(['bin/x']);
  });

  test('npx follows node_modules/.bin to the real path', () => {
    const both = ['node_modules/.bin/vitest', 'node_modules/vitest/cli.js'];
    expect(pins('npx vitest run', runner)).toEqual(both);
    expect(pins('npx --no-install -p vitest vitest', runner)).toEqual(both);
    expect(pins('pnpm exec vitest', runner)).toEqual(expect.arrayContaining(both));
  });

  test('npm scripts are followed, with what runs before and after them', () => {
    const files = {
      ...runner,
      'test/setup.js': '',
      'package.json': JSON.stringify({
        scripts: { pretest: 'node test/setup.js', test: 'npm run unit', unit: 'vitest run' },
      }),
    };
    for (const command of [
      'npm test',
      'npm t',
      'npm run -s test',
      'npm --silent run test',
      'yarn test',
      'sh -c "npm test"',
    ])
      expect(pins(command, files)).toEqual(
        expect.arrayContaining(['test/setup.js', 'node_modules/.bin/vitest', 'node_modules/vitest/cli.js']),
      );
  });

  test('scripts that call each other come to an end', () => {
    expect(
      pins('npm test', { 'package.json': JSON.stringify({ scripts: { test: 'npm run a', a: 'npm test' } }) }),
    ).not.toContain('a');
  });

  test('a runner that is not there yet is watched under its own name', () => {
    expect(pins('npx vitest', {})).toEqual(['node_modules/.bin/vitest']);
  });

  test('what the scope names may change, `**` names nothing', () => {
    expect(pins('./check.sh', { 'check.sh': '' }, ['check.sh'])).toEqual([]);
    expect(pins('./check.sh', { 'check.sh': '' }, ['**'])).toEqual(['check.sh']);
  });

  test('files outside the tree are not pinned', () => {
    expect(pins('/usr/bin/node ../x.js', {})).toEqual([]);
    expect(pins('../../x', { x: '' })).toEqual([]);
  });
});
