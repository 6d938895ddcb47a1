import { describe, expect, test } from 'vitest';
import { toolRegistry } from './tool-registry.ts';

const registry = toolRegistry({
  seen: ['Read', 'shell:rg', 'shell:git commit', 'mcp__web__search', 'mcp__a__find', 'mcp__b__find'],
  servers: ['Linear'],
  declared: { tools: ['deploy'], aliases: { Ripgrep: 'shell:rg', ship: 'deploy' }, domains: {} },
});

describe('the tool registry', () => {
  test.each([
    ['Read', 'read'],
    ['ripgrep', 'shell:rg'],
    ['ship', 'deploy'],
    ['rg', 'shell:rg'],
    ['git commit', 'shell:git commit'],
    ['search', 'web/search'],
    ['mcp__linear__create_issue', 'linear/create_issue'],
  ])('knows which tool %s is', (name, tool) => {
    expect(registry.resolve(name)).toBe(tool);
    expect(registry.has(name)).toBe(true);
  });

  test.each(['find', 'grep', 'jira/create'])('does not guess which tool %s is', (name) => {
    expect(registry.resolve(name)).toBeNull();
  });

  test('has the program of a command that was seen with another subcommand', () => {
    expect(registry.has('shell:git push')).toBe(true);
    expect(registry.has('git')).toBe(true);
    expect(registry.has('shell:hg')).toBe(false);
  });
});
