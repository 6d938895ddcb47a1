import { expect, test } from 'vitest';
import { compile } from '../compile.ts';

test('a message can be read however long the names in it are', () => {
  const name = 'n'.repeat(1_000_000);
  const { diagnostics } = compile(`domain D { state { ${name}: number = 0 } computed r = ${name}x }`);
  const [found] = diagnostics.filter(({ code }) => code === 'E_UNDEFINED');
  expect(found?.message).toMatch(/^[^…]*`n+…n+x`[^…]*$/);
  expect(found?.message.length).toBe(400);
});

test('what would name a long type in every message stays short', () => {
  const name = 'T'.repeat(1_000_000);
  const reads = Array.from({ length: 900 }, (_, i) => `computed c${i} = x.a`).join('\n');
  const { diagnostics } = compile(`domain D { type ${name} = { b: number } state { x: ${name} = { b: 1 } } ${reads} }`);
  expect(diagnostics.filter(({ code }) => code === 'E_UNKNOWN_PROPERTY')).toHaveLength(900);
  for (const { message } of diagnostics) expect(message.length).toBeLessThanOrEqual(400);
});
