import fs from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folder, open, put, read } from '../../../test/support/work-tree.ts';
import { treeChanges } from '../../run/tree-changes.ts';

describe('the undo copies', () => {
  test('are for the user alone and gone at the end', async () => {
    const root = folder();
    put(root, { a: '1' });
    const tree = await open(root);
    await tree.keep(await tree.record());
    for (const name of fs.readdirSync(join(root, '.praxis/undo')))
      expect(fs.statSync(join(root, '.praxis/undo', name)).mode & 0o777).toBe(0o600);
    await tree.forget();
    expect(fs.existsSync(join(root, '.praxis/undo'))).toBe(false);
    expect(await tree.lastRecord()).toBeUndefined();
  });

  test('a torn tail of the kept record does not count', async () => {
    const root = folder();
    put(root, { a: '1' });
    const tree = await open(root);
    const before = await tree.record();
    await tree.keep(before);
    put(root, { b: '2' });
    await tree.keep(await tree.record());
    const file = join(root, '.praxis/undo/record.jsonl');
    fs.truncateSync(file, fs.statSync(file).size - 3);
    expect((await (await open(root)).lastRecord())?.entries).toEqual(before.entries);
  });

  test('altered ones are noticed: what still stands in the tree is copied again', async () => {
    const root = folder();
    put(root, { a: 'first', b: 'second' });
    const tree = await open(root);
    const before = await tree.record();
    await tree.keep(before);
    const pack = join(root, '.praxis/undo/contents.pack');
    fs.writeFileSync(pack, fs.readFileSync(pack, 'latin1').replace('first', 'FIRST'), 'latin1');
    await tree.record(before);
    fs.rmSync(join(root, 'a'));
    await tree.revert(treeChanges(before, await tree.record(before)));
    expect(read(root, 'a')).toBe('first');
  });

  test('a damaged one is never written back; the other paths are restored all the same', async () => {
    const root = folder();
    put(root, { a: 'first', b: 'second' });
    const tree = await open(root);
    const before = await tree.record();
    await tree.keep(before);
    const pack = join(root, '.praxis/undo/contents.pack');
    fs.writeFileSync(pack, fs.readFileSync(pack, 'latin1').replace('first', 'FIRST'), 'latin1');
    put(root, { a: 'x', b: 'y' });
    const changes = treeChanges(before, await tree.record(before));
    await expect(tree.revert(changes)).rejects.toMatchObject({ code: 'WORK_TREE_IO' });
    expect(read(root, 'b')).toBe('second');
  });

  test('a newer kept record is refused by name', async () => {
    const root = folder();
    put(root, { '.praxis/undo/record.jsonl': '{"v":2,"kind":"praxis-tree-record"}\n' });
    const tree = await open(root);
    await expect(tree.lastRecord()).rejects.toMatchObject({ code: 'RECORD_TOO_NEW' });
  });
});
