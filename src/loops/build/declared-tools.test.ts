import { describe, expect, test } from 'vitest';
import { readDeclaredTools, serversInJson, serversInToml } from './declared-tools.ts';

describe('what a project says of its tools', () => {
  test('may leave any part out', () => {
    expect(readDeclaredTools('{"tools":["deploy"],"aliases":{"ship":"deploy"}}')).toEqual({
      tools: ['deploy'],
      aliases: { ship: 'deploy' },
      domains: {},
    });
  });

  test.each(['', '[1', '{"tools":"deploy"}', '{"aliases":{"a":1}}'])('is nothing in %j', (text) => {
    expect(readDeclaredTools(text)).toBeNull();
  });

  test('names the servers of a project and of its hosts', () => {
    expect(serversInJson('{"mcpServers":{"web":{},"db":{}}}', '/a')).toEqual(['web', 'db']);
    const settings =
      '{"mcpServers":{"web":{}},"projects":{"/a":{"mcpServers":{"db":{}}},"/b":{"mcpServers":{"x":{}}}}}';
    expect(serversInJson(settings, '/a')).toEqual(['web', 'db']);
    expect(serversInJson('{"mcpServers":[]}', '/a')).toEqual([]);
    const toml =
      'model = "x"\n[mcp_servers.web]\ncommand = "a"\n[mcp_servers.web.env]\n[mcp_servers."my db"]\n# [mcp_servers.no]\n';
    expect(serversInToml(toml)).toEqual(['web', 'my db']);
  });
});
