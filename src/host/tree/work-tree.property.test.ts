import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { treeChanges } from '../../run/tree-changes.ts';
import { systemClock } from '../clock.ts';
import { openWorkTree } from './work-tree.ts';

type Edit =
  | { readonly kind: 'write'; readonly path: readonly string[]; readonly text: string; readonly mode: number }
  | { readonly kind: 'link'; readonly path: readonly string[]; readonly target: string }
  | { readonly kind: 'remove'; readonly path: readonly string[] }
  | { readonly kind: 'move'; readonly path: readonly string[]; readonly to: readonly string[] };

const path = fc.array(fc.constantFrom('a', 'b', 'c d', 'é', '[x]'), { minLength: 1, maxLength: 3 });
const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.record({
    kind: fc.constant('write' as const),
    path,
    text: fc.constantFrom('', 'one', 'two', 'three\0', 'x'.repeat(5000)),
    mode: fc.constantFrom(0o644, 0o755, 0o600, 0o444),
  }),
  fc.record({ kind: fc.constant('link' as const), path, target: fc.constantFrom('a', '../b', '/tmp', 'nowhere') }),
  fc.record({ kind: fc.constant('remove' as const), path }),
  fc.record({ kind: fc.constant('move' as const), path, to: path }),
);

/** Does an edit as a shell would, making way for it; one that leads through a link or into itself does nothing. */
function apply(root: string, change: Edit): void {
  const target = join(root, ...change.path);
  let folder = root;
  const parents = change.kind === 'move' ? change.to : change.path;
  for (const part of parents.slice(0, -1)) {
    folder = join(folder, part);
    const stat = fs.lstatSync(folder, { throwIfNoEntry: false });
    if (stat?.isDirectory()) continue;
    if (stat !== undefined) fs.rmSync(folder);
    fs.mkdirSync(folder);
  }
  if (change.kind === 'move') {
    const to = join(root, ...change.to);
    if (
      isBehindLink(root, change.path) ||
      !fs.existsSync(target) ||
      `${to}/`.startsWith(`${target}/`) ||
      `${target}/`.startsWith(`${to}/`)
    )
      return;
    fs.rmSync(to, { recursive: true, force: true });
    fs.renameSync(target, to);
    return;
  }
  if (isBehindLink(root, change.path)) return;
  fs.rmSync(target, { recursive: true, force: true });
  if (change.kind === 'link') fs.symlinkSync(change.target, target);
  if (change.kind === 'write') {
    fs.writeFileSync(target, change.text);
    fs.chmodSync(target, change.mode);
  }
}

function isBehindLink(root: string, parts: readonly string[]): boolean {
  return parts.some((_, at) => {
    const stat = at === 0 ? undefined : fs.lstatSync(join(root, ...parts.slice(0, at)), { throwIfNoEntry: false });
    return at > 0 && stat?.isDirectory() !== true;
  });
}

/** Every file and link below a folder, byte for byte. */
function snapshot(root: string, below = ''): readonly string[] {
  return fs.readdirSync(join(root, below)).flatMap((name) => {
    const inside = join(below, name);
    if (inside === '.praxis') return [];
    const stat = fs.lstatSync(join(root, inside));
    if (stat.isDirectory()) return snapshot(root, inside);
    if (stat.isSymbolicLink()) return [`${inside} -> ${fs.readlinkSync(join(root, inside))}`];
    return [`${inside} ${(stat.mode & 0o777).toString(8)} ${fs.readFileSync(join(root, inside), 'base64')}`];
  });
}

test('whatever an act does to the tree, reverting restores it byte for byte', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { maxLength: 12 }), fc.array(edit, { maxLength: 12 }), async (setup, act) => {
      const root = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'praxis-property-')));
      try {
        for (const change of setup) apply(root, change);
        const tree = await openWorkTree({
          root,
          undoDir: join(root, '.praxis/undo'),
          isProtected: () => false,
          protectedBases: [],
          extraPaths: () => [],
          readTracked: async () => [],
          readGlobalExcludes: async () => '',
          clock: systemClock,
        });
        const before = await tree.record();
        await tree.keep(before);
        const then = snapshot(root);
        for (const change of act) apply(root, change);
        const changes = treeChanges(before, await tree.record(before));
        await tree.patch(changes);
        await tree.revert(changes);
        expect(snapshot(root)).toEqual(then);
        await tree.revert(changes);
        expect(treeChanges(before, await tree.record(before))).toEqual([]);
      } finally {
        fs.rmSync(root, { recursive: true, force: true });
      }
    }),
    { numRuns: 150 },
  );
});
