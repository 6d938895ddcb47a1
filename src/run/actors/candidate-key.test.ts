import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { candidateKey, normaliseCommand } from './candidate-key.ts';

describe('normaliseCommand', () => {
  test.each([
    ['  npm \t install  ', 'npm install'],
    ["sh -c 'a  b'   c", "sh -c 'a  b' c"],
    ['echo "a  \\"  b"  c', 'echo "a  \\"  b" c'],
    ['echo a\\  \\  b', 'echo a\\  \\  b'],
    ['echo a\\ ', 'echo a\\ '],
    ["echo 'open  end ", "echo 'open  end "],
    ['one \n\n  two', 'one\ntwo'],
    ['', ''],
  ])('%j becomes %j', (command, normal) => {
    expect(normaliseCommand(command)).toBe(normal);
  });

  test('normalising twice changes nothing more', () => {
    const commands = fc.string({ unit: fc.constantFrom(' ', '\n', '\t', "'", '"', '\\', 'a', 'b') });
    fc.assert(
      fc.property(commands, (command) => {
        const once = normaliseCommand(command);
        expect(normaliseCommand(once)).toBe(once);
        expect(once.replace(/\s/g, '')).toBe(command.replace(/\s/g, ''));
      }),
    );
  });
});

describe('candidateKey', () => {
  test('is the same for the same command, whatever its spacing', () => {
    expect(candidateKey('exploit', 'npm  install ')).toBe(candidateKey('exploit', 'npm install'));
    expect(candidateKey('exploit', 'npm install')).toMatch(/^[0-9a-f]{64}$/);
  });

  test('tells looking from acting, and one command from another', () => {
    const keys = [
      candidateKey('exploit', 'npm test'),
      candidateKey('explore', 'npm test'),
      candidateKey('exploit', "npm 'test '"),
    ];
    expect(new Set(keys).size).toBe(3);
  });
});
