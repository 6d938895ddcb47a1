import { describe, expect, test } from 'vitest';
import { memoryIo } from '../../test/cli/memory-io.ts';
import { CATALOG } from './catalog.ts';
import { type CommandSummary, commandTree, everyCommand } from './command-tree.ts';
import { runFrame, verbs } from './frame.ts';

const commands = everyCommand(commandTree(verbs()));
const leaves = commands.filter((command) => command.children.length === 0).map((command) => command.words);

describe('verbs', () => {
  test('the overview lists exactly the verbs there are', () => {
    const listed = CATALOG.flatMap((section) => section.entries.map((entry) => entry.name));
    const actual = commandTree(verbs()).children.map((child: CommandSummary) => child.words.join(' '));
    expect(listed.toSorted()).toEqual(actual.toSorted());
  });

  test.each(leaves)('%s %s explains itself with an example of its own', async (...words) => {
    const io = memoryIo();
    const exit = await runFrame([...words.filter((word) => typeof word === 'string'), '--help'], io);
    expect(exit).toBe(0);
    expect(io.out()).toContain('USAGE');
    expect(io.out()).toMatch(/EXAMPLE\n {2}\$ praxis /);
    expect(io.out()).not.toContain('[default = false]');
  });

  test('every example names a command that exists and flags that it has', async () => {
    for (const command of commands.filter((entry) => entry.children.length === 0)) {
      const io = memoryIo();
      await runFrame([...command.words, '--help'], io);
      const flags = new Set(command.flags.map((flag) => `--${flag.name}`));
      for (const [, line = ''] of io.out().matchAll(/^ {2}\$ praxis (.*)$/gm)) {
        expect(line.startsWith(command.words.join(' '))).toBe(true);
        for (const [flag] of line.replace(/"[^"]*"/g, '').matchAll(/--[a-z0-9-]+/g)) expect(flags).toContain(flag);
      }
    }
  });
});
