import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { KERNEL_BASE64, KERNEL_SHA256, KERNEL_SOURCE_SHA256 } from './kernel-bytes.ts';
import { readModelRecord } from './model-record.ts';

const ROOT = join(import.meta.dirname, '../../..');
const FOLDER = join(ROOT, 'models/all-MiniLM-L6-v2');

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe('the shipped model', () => {
  test('has the very files that its record names, and its licence', () => {
    const { files } = readModelRecord(FOLDER);
    for (const { name, bytes, sha256: recorded } of files) {
      const data = readFileSync(join(FOLDER, name));
      expect({ name, bytes: data.length, sha256: sha256(data) }).toEqual({ name, bytes, sha256: recorded });
    }
    const names = [...files.map((file) => file.name), 'LICENSE', 'model.json'].sort();
    expect(readdirSync(FOLDER).sort()).toEqual(names);
    expect(readFileSync(join(FOLDER, 'LICENSE'), 'utf8')).toContain('Apache License');
  });

  test('says where it comes from and how it is made again', () => {
    const record = JSON.parse(readFileSync(join(FOLDER, 'model.json'), 'utf8'));
    expect(record.licence).toContain('Apache-2.0');
    expect(record.origin).toMatchObject({
      model: 'sentence-transformers/all-MiniLM-L6-v2',
      sha256: '53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db',
    });
    expect(record.origin.madeBy).toContain('models/convert.mjs');
  });
});

describe('the compiled kernel', () => {
  test('is the one that was compiled from the source beside it', () => {
    expect(sha256(readFileSync(join(ROOT, 'models/kernel/transformer-kernel.ts')))).toBe(KERNEL_SOURCE_SHA256);
    expect(sha256(Buffer.from(KERNEL_BASE64, 'base64'))).toBe(KERNEL_SHA256);
  });
});
