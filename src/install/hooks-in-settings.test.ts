import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hookGroups } from './hook-groups.ts';
import { addHooks, findHooks, removeHooks } from './hooks-in-settings.ts';
import { withoutInsertions } from './json-edit.ts';

const PROGRAM = { node: '/opt/node/bin/node', script: '/home/dev/.local/share/praxis/hook/hook.mjs' };
const CLAUDE = hookGroups('claude-code', PROGRAM, { hasBounds: true, isEnforced: false });
const CODEX = hookGroups('codex', PROGRAM, { hasBounds: true, isEnforced: false });
const foreign = (name: string) => ({ matcher: 'Bash', hooks: [{ type: 'command', command: name, timeout: 3 }] });
const parsed = (text: string): unknown => JSON.parse(text.replace(/^\ufeff/, ''));

const settings = fc.record(
  {
    model: fc.string(),
    permissions: fc.record({ allow: fc.array(fc.string()) }),
    hooks: fc.dictionary(
      fc.constantFrom('PreToolUse', 'PostToolUse', 'Stop', 'SessionStart', 'Own'),
      fc.array(fc.constantFrom(foreign('lint'), foreign('say "hi"'), { hooks: [] }), { maxLength: 3 }),
    ),
    env: fc.dictionary(fc.string(), fc.string()),
  },
  { requiredKeys: [] },
);
const layout = fc.constantFrom(
  (value: unknown) => JSON.stringify(value),
  (value: unknown) => JSON.stringify(value, null, 2),
  (value: unknown) => `${JSON.stringify(value, null, '\t')}\n`,
  (value: unknown) => `\ufeff${JSON.stringify(value, null, 4).replaceAll('\n', '\r\n')}\r\n`,
  (value: unknown) => `  ${JSON.stringify(value, null, 1)}\n\n`,
);

describe('hooks in a settings file', () => {
  test('are put in by text alone, so that taking it back gives every byte', () => {
    fc.assert(
      fc.property(settings, layout, fc.constantFrom(CLAUDE, CODEX), (value, write, groups) => {
        const before = write(value);
        const { text, insertions } = addHooks(before, groups, 'settings.json');
        expect(withoutInsertions(text, insertions)).toBe(before);
        const changed = parsed(text) as { readonly hooks: Readonly<Record<string, readonly unknown[]>> };
        for (const { event, group } of groups)
          expect(changed.hooks[event]).toEqual([...(value.hooks?.[event] ?? []), group]);
        expect({ ...changed, hooks: null }).toEqual({ ...value, hooks: null });
        expect(findHooks(text, PROGRAM.script, 'settings.json')).toHaveLength(groups.length);
      }),
    );
  });

  test('are taken out by what they run, wherever others have put theirs since', () => {
    fc.assert(
      fc.property(settings, layout, (value, write) => {
        const { text } = addHooks(write(value), CLAUDE, 'settings.json');
        const later = addHooks(text, [{ event: 'Stop', group: foreign('later') as never }], 'settings.json').text;
        const left = removeHooks(later, PROGRAM.script, 'settings.json', { keepsPlaces: false });
        const kept = Object.entries(value.hooks ?? {}).filter(([event, groups]) => groups.length > 0 || !isOurs(event));
        const hooks = { ...Object.fromEntries(kept), Stop: [...(value.hooks?.Stop ?? []), foreign('later')] };
        expect(parsed(left)).toEqual({ ...value, hooks });
      }),
    );
  });

  test('leave an empty slot before a group of another tool whose place counts', () => {
    const { text } = addHooks('{}', CODEX, 'hooks.json');
    const later = addHooks(text, [{ event: 'Stop', group: foreign('later') as never }], 'hooks.json').text;
    const left = removeHooks(later, PROGRAM.script, 'hooks.json', { keepsPlaces: true });
    expect(parsed(left)).toEqual({ hooks: { Stop: [{ hooks: [] }, foreign('later')] } });
  });

  test('come into an empty file and go again', () => {
    for (const empty of [
      '',
      '\n',
      '\ufeff',
      '{}',
      '{ }\n',
      '{"hooks":{}}',
      '{\n  "hooks": {\n    "Stop": [ ]\n  }\n}\n',
    ]) {
      const { text, insertions } = addHooks(empty, CODEX, 'hooks.json');
      expect(findHooks(text, PROGRAM.script, 'hooks.json')).toHaveLength(CODEX.length);
      expect(withoutInsertions(text, insertions)).toBe(empty);
    }
  });

  test.each([
    ['a comment', '{\n  // mine\n  "model": "x"\n}'],
    ['a trailing comma', '{"a": 1,}'],
    ['a list', '[]'],
    ['half a file', '{"env": {"KEY": "sk-secret'],
    ['hooks that are a list', '{"hooks": []}'],
    ['an event that is an object', '{"hooks": {"Stop": {}}}'],
  ])('are refused in a file with %s, whose words are not repeated', (_, text) => {
    const adding = () => addHooks(text, CLAUDE, '/home/dev/settings.json');
    expect(adding).toThrow(/^\/home\/dev\/settings\.json .*left as it is$/);
    expect(adding).not.toThrow(/secret/);
  });
});

function isOurs(event: string): boolean {
  return CLAUDE.some((one) => one.event === event);
}
