import fs from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folder, open, put } from '../../../test/support/work-tree.ts';
import { treeChanges } from '../../run/tree-changes.ts';

describe('patch', () => {
  test('shows texts as a unified diff and names binary files', async () => {
    const root = folder();
    put(root, { a: 'one\ntwo\n', gone: 'x', bin: 'a\0b' });
    const tree = await open(root);
    const before = await tree.record();
    put(root, { a: 'one\n2\n', new: 'n\n', bin: 'a\0c' });
    fs.rmSync(join(root, 'gone'));
    const patch = await tree.patch(treeChanges(before, await tree.record()));
    expect(patch).toBe(
      [
        'diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n',
        'diff --git a/bin b/bin\nBinary files a/bin and b/bin differ\n',
        'diff --git a/gone b/gone\ndeleted file mode 100644\n--- a/gone\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-x\n\\ No newline at end of file\n',
        'diff --git a/new b/new\nnew file mode 100644\n--- /dev/null\n+++ b/new\n@@ -0,0 +1,1 @@\n+n\n',
      ].join(''),
    );
  });
});
