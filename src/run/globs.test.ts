import { describe, expect, test } from 'vitest';
import { compileGlobs, isUniversalGlob } from './globs.ts';

describe('globs of a task', () => {
  test('name the glob that takes a path in, dot files included', () => {
    const globs = compileGlobs(['src/**', '*.json']);
    expect(globs.which('src/.hidden/a.ts')).toBe('src/**');
    expect(globs.which('package.json')).toBe('*.json');
    expect(globs.which('lib/package.json')).toBeNull();
  });

  test('a plain folder means everything in it', () => {
    for (const glob of ['test', 'test/', './test', '/test'])
      expect(compileGlobs([glob]).which('test/a/b.js')).toBe(glob);
    expect(compileGlobs(['test']).which('testing/a')).toBeNull();
  });

  test('the tree itself means everything', () => {
    for (const glob of ['.', './', '/', '**']) expect(compileGlobs([glob]).which('a/.b')).toBe(glob);
  });

  test('a negated glob takes out again', () => {
    const globs = compileGlobs(['test/**', '!test/tmp/**']);
    expect(globs.which('test/a.js')).toBe('test/**');
    expect(globs.which('test/tmp/a.js')).toBeNull();
    expect(compileGlobs(['!docs/**']).which('src/a')).toBe('**');
  });

  test('a line break in a name does not slip through', () => {
    expect(compileGlobs(['test/**']).which('test/a\nb.js')).toBe('test/**');
    expect(compileGlobs(['**/*.js']).which('x\n/b\n.js')).toBe('**/*.js');
  });

  test('a path spelt like the glob is meant, brackets and all', () => {
    expect(compileGlobs(['app/[id]/page.ts']).which('app/[id]/page.ts')).toBe('app/[id]/page.ts');
  });

  test('know the literal folder they begin with', () => {
    expect(compileGlobs(['dist/**/*.test.js', 'test', '**/x']).bases).toEqual(['dist', 'test', '']);
  });

  test('the whole tree is no name', () => {
    expect(['**', './**', '**/*', '/'].map(isUniversalGlob)).toEqual([true, true, true, true]);
    expect(isUniversalGlob('src/**')).toBe(false);
  });
});
