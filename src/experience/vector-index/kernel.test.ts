import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { KERNEL_BASE64, KERNEL_SHA256, KERNEL_SOURCE_SHA256 } from './kernel-bytes.ts';

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

describe('the committed kernel', () => {
  test('is what was compiled from the source beside it', () => {
    const source = readFileSync(fileURLToPath(new URL('../../../wasm/vector-scan.ts', import.meta.url)));
    expect(sha256(source)).toBe(KERNEL_SOURCE_SHA256);
    expect(sha256(Buffer.from(KERNEL_BASE64, 'base64'))).toBe(KERNEL_SHA256);
  });
});
