import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Embedder } from '../../experience/encoder.ts';
import { readInject } from '../../experience/inject-file/read-inject.ts';
import { floorEncoder } from '../../models/floor-encoder.ts';
import type { NewEntry } from './experience-library.ts';
import { openLibrary } from './open-library.ts';

const MODEL: Embedder = {
  ...floorEncoder,
  id: 'test-model',
  embed: async (texts) => texts.map((text) => floorEncoder.encode(text)),
};
const READ: NewEntry = { text: 'Read the build log before you edit code.', type: 'convention', domain: 'code' };

describe('what hooks read of a library', () => {
  let folder: string;
  const pathOf = (name: string, library = 'lib') => join(folder, 'home/libraries', library, name);
  const read = (name = 'inject.bin', library = 'lib') =>
    existsSync(pathOf(name, library))
      ? readInject(Uint8Array.from(readFileSync(pathOf(name, library))), 'r')
      : undefined;
  const open = (model: Embedder | null = null) =>
    openLibrary({ cwd: folder, library: 'lib', openModel: async () => model });

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'praxis-inject-'));
    vi.stubEnv('PRAXIS_HOME', join(folder, 'home'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test('is as the library is after each batch, also an undo', async () => {
    const library = open();
    await library.add(READ);
    expect(read()?.entry(1)).toMatchObject({ text: READ.text, status: 'active' });
    await library.edit('r1', { text: 'Read the log first.' });
    expect(read()?.entry(1)?.text).toBe('Read the log first.');
    await library.undo(null);
    expect(read()?.entry(1)?.text).toBe(READ.text);
    await library.retire('r1');
    expect(read()?.entry(1)).toBeUndefined();
    await library.close();
  });

  test('is there by the vectors of the model as well, and gone with the model', async () => {
    const library = open(MODEL);
    await library.add(READ);
    await library.close();
    expect(read('inject-model.bin')?.head).toMatchObject({ encoderId: 'test-model', entries: 1 });
    const plain = open();
    await plain.add({ ...READ, text: 'Run the tests after each change of the code.' });
    await plain.close();
    expect(read('inject-model.bin')).toBeUndefined();
    expect(read()?.head).toMatchObject({ encoderId: floorEncoder.id, entries: 2 });
  });

  test('is made again where it was lost', async () => {
    const library = open();
    await library.add(READ);
    await library.close();
    rmSync(pathOf('inject.bin'));
    const later = open();
    await later.list({});
    await later.close();
    expect(read()?.head).toMatchObject({ entries: 1, stamp: { version: 1 } });
  });
});
