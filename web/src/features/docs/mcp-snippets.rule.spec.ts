import { mcpConfiguration, type McpClient } from './mcp-snippets.rule';

const TARGET = { baseUrl: 'https://precis.example', apiKey: 'prc_mine' };
const CLIENTS: McpClient[] = ['desktop', 'terminal', 'editor', 'vscode', 'codex', 'windsurf', 'gemini'];

describe('configurations of MCP clients', () => {
  it.each(CLIENTS)('start the package of this service with its address and the key: %s (WEB-22)', (client) => {
    const text = mcpConfiguration(client, 'stdio', TARGET);
    expect(text).toContain('npx');
    expect(text).toContain('https://precis.example/mcp/precis-mcp.tgz');
    expect(text).toMatch(/PRECIS_API_KEY[="\s:]+prc_mine/);
    expect(text).toMatch(/PRECIS_BASE_URL[="\s:]+https:\/\/precis\.example/);
  });

  it.each([
    ['editor', 'mcpServers', 'url'],
    ['vscode', 'servers', 'url'],
    ['windsurf', 'mcpServers', 'serverUrl'],
    ['gemini', 'mcpServers', 'httpUrl'],
  ] as const)('name the remote address as %s reads it (WEB-22)', (client, root, field) => {
    const { precis } = JSON.parse(mcpConfiguration(client, 'http', TARGET))[root];
    expect(precis[field]).toBe('https://precis.example/mcp');
    expect(precis.headers).toEqual({ Authorization: 'Bearer prc_mine' });
  });

  it('have a placeholder for a user without a key (WEB-22)', () => {
    for (const way of ['stdio', 'http'] as const)
      expect(mcpConfiguration('codex', way, { ...TARGET, apiKey: null })).toContain('YOUR_API_KEY');
  });

  it('are TOML for Codex (WEB-22)', () => {
    expect(mcpConfiguration('codex', 'stdio', TARGET)).toBe(
      [
        '[mcp_servers.precis]',
        'command = "npx"',
        'args = ["-y", "https://precis.example/mcp/precis-mcp.tgz"]',
        'env = { PRECIS_API_KEY = "prc_mine", PRECIS_BASE_URL = "https://precis.example" }',
      ].join('\n'),
    );
  });
});
