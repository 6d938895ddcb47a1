import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { PAGE_MARK } from './page.ts';
import { checkPagePlace } from './page-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'praxis-page-file-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function refusal(name: string): unknown {
  try {
    checkPagePlace(join(folder, name), name);
    return null;
  } catch (error) {
    return (error as { readonly code?: unknown }).code;
  }
}

describe('a page', () => {
  test('is written over one, over nothing and over an empty file', () => {
    writeFileSync(join(folder, 'page.html'), `${PAGE_MARK}<html>`);
    writeFileSync(join(folder, 'empty.html'), '');
    expect(['page.html', 'empty.html', 'new.html'].map(refusal)).toEqual([null, null, null]);
  });

  test('is not written over what is none, or into a folder that is not there', () => {
    writeFileSync(join(folder, 'notes.html'), '<!doctype html>\n');
    expect(['notes.html', '.', 'missing/page.html'].map(refusal)).toEqual(['FILE_EXISTS', 'USAGE', 'USAGE']);
  });

  test.skipIf(process.platform === 'win32')('takes the place of no device, and waits for no pipe', () => {
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    symlinkSync('/dev/null', join(folder, 'null'));
    expect(['pipe', 'null'].map(refusal)).toEqual(['FILE_EXISTS', 'FILE_EXISTS']);
  });
});
