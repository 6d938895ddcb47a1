import fs from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { entryOf, folder, open, put, read, undo } from '../../../test/support/work-tree.ts';
import { treeChanges } from '../../run/tree-changes.ts';

describe('revert', () => {
  test('restores contents, modes, links, removed and added paths, and removes folders the act made', async () => {
    const root = folder();
    put(root, { 'src/a': 'one', 'src/b': 'two', 'bin/run': '#!/bin/sh\n', 'deep/er/c': 'three' });
    fs.chmodSync(join(root, 'bin/run'), 0o755);
    fs.symlinkSync('src/a', join(root, 'link'));
    fs.mkdirSync(join(root, 'empty'));
    await undo(await open(root), () => {
      put(root, { 'src/a': 'changed', 'new/folder/x': '', 'empty/y': '' });
      fs.rmSync(join(root, 'src/b'));
      fs.rmSync(join(root, 'deep'), { recursive: true });
      fs.chmodSync(join(root, 'bin/run'), 0o644);
      fs.rmSync(join(root, 'link'));
      fs.symlinkSync('/etc/passwd', join(root, 'link'));
    });
    expect(read(root, 'src/a')).toBe('one');
    expect(read(root, 'deep/er/c')).toBe('three');
    expect(fs.statSync(join(root, 'bin/run')).mode & 0o777).toBe(0o755);
    expect(fs.readlinkSync(join(root, 'link'))).toBe('src/a');
    expect(fs.readdirSync(root).sort()).toEqual(['.praxis', 'bin', 'deep', 'empty', 'link', 'src']);
  });

  test('turns a folder that became a file back, and a file that became a folder', async () => {
    const root = folder();
    put(root, { 'd/x': '1', f: '2' });
    await undo(await open(root), () => {
      fs.rmSync(join(root, 'd'), { recursive: true });
      put(root, { d: 'file' });
      fs.rmSync(join(root, 'f'));
      put(root, { 'f/inner/y': '' });
    });
    expect(read(root, 'd/x')).toBe('1');
    expect(read(root, 'f')).toBe('2');
  });

  test('writes nothing behind a folder that became a link', async () => {
    const root = folder();
    const outside = folder();
    put(root, { 'd/x': 'mine' });
    put(outside, { x: 'theirs' });
    await undo(await open(root), () => {
      fs.rmSync(join(root, 'd'), { recursive: true });
      fs.symlinkSync(outside, join(root, 'd'));
    });
    expect(read(outside, 'x')).toBe('theirs');
    expect(read(root, 'd/x')).toBe('mine');
  });

  test('writes nothing into a file outside that shares its content by a hard link', async () => {
    const root = folder();
    const outside = folder();
    put(root, { a: 'mine' });
    put(outside, { x: 'theirs' });
    await undo(await open(root), () => {
      fs.rmSync(join(root, 'a'));
      fs.linkSync(join(outside, 'x'), join(root, 'a'));
    });
    expect(read(outside, 'x')).toBe('theirs');
    expect(read(root, 'a')).toBe('mine');
  });

  test('may be repeated after a crash, by another process', async () => {
    const root = folder();
    put(root, { a: '1', b: '2', 'd/c': '3' });
    const first = await open(root);
    const before = await first.record();
    await first.keep(before);
    fs.rmSync(join(root, 'd'), { recursive: true });
    put(root, { a: 'changed', d: 'file', e: 'added' });
    const second = await open(root);
    const kept = await second.lastRecord();
    if (kept === undefined) throw new Error('nothing was kept');
    expect(kept.entries).toEqual(before.entries);
    const changes = treeChanges(kept, await second.record(kept));
    await second.revert(changes.slice(0, 2));
    await second.revert(changes);
    await second.revert(changes);
    expect(treeChanges(kept, await second.record(kept))).toEqual([]);
    expect(read(root, 'd/c')).toBe('3');
  });

  test('works though the act deleted the undo copies', async () => {
    const root = folder();
    put(root, { a: '1' });
    await undo(await open(root), () => {
      fs.rmSync(join(root, '.praxis'), { recursive: true });
      fs.rmSync(join(root, 'a'));
    });
    expect(read(root, 'a')).toBe('1');
    const reopened = await open(root);
    expect(reopened.text(entryOf(await reopened.record(), 'a'))).toBe('1');
  });

  test('odd names survive', async () => {
    const root = folder();
    put(root, { 'new\nline': '1', 'sp ace "q"': '2', ünï: '3', '💀': '4' });
    const stray = Buffer.concat([Buffer.from(`${root}/`), Buffer.from([0x62, 0xff, 0x63])]);
    fs.writeFileSync(stray, '5');
    const tree = await open(root);
    await undo(tree, () => {
      for (const name of fs.readdirSync(root, { encoding: 'buffer' }))
        if (!name.equals(Buffer.from('.praxis'))) fs.rmSync(Buffer.concat([Buffer.from(`${root}/`), name]));
    });
    expect(fs.readFileSync(stray, 'utf8')).toBe('5');
    expect(read(root, 'new\nline')).toBe('1');
    expect(read(root, '💀')).toBe('4');
  });

  test('gives back what an act took the rights of', async () => {
    const root = folder();
    put(root, { 'd/a': '1' });
    await undo(await open(root), () => {
      fs.chmodSync(join(root, 'd/a'), 0);
    });
    expect(fs.statSync(join(root, 'd/a')).mode & 0o777).toBe(0o644);
  });

  test.skipIf(process.getuid?.() === 0)('reaches into folders and files that an act closed', async () => {
    const root = folder();
    put(root, { 'd/a': '1', 'e/x': '2', f: '3' });
    await undo(await open(root), () => {
      put(root, { 'd/a': 'changed', f: 'changed' });
      fs.rmSync(join(root, 'e/x'));
      fs.chmodSync(join(root, 'd'), 0);
      fs.chmodSync(join(root, 'e'), 0o555);
      fs.chmodSync(join(root, 'f'), 0);
    });
    expect([read(root, 'd/a'), read(root, 'e/x'), read(root, 'f')]).toEqual(['1', '2', '3']);
  });
});
