import type { Target } from './snippets.rule';

/** MCP clients that the documentation shows. Each is a key of `clients` in the texts of the documentation. */
export type McpClient = 'desktop' | 'terminal' | 'editor' | 'vscode' | 'codex' | 'windsurf' | 'gemini';
/** How a client reaches the MCP server. `stdio`: it starts our npm package. `http`: it calls the address of this deployment. */
export type McpWay = 'stdio' | 'http';

/** How a client writes a remote address in its JSON. A client without an entry accepts no remote address with a key. */
const REMOTE_FIELD: Partial<Record<McpClient, string>> = {
  editor: 'url',
  vscode: 'url',
  windsurf: 'serverUrl',
  gemini: 'httpUrl',
};

/** Whether a client can be connected in this way. Claude Desktop accepts a remote address only with a sign-in, so not with an API key. */
export const takesWay = (client: McpClient, way: McpWay) => way === 'stdio' || client !== 'desktop';

/** How a known client is connected: a file's content, or a command (WEB-22). */
export function mcpConfiguration(client: McpClient, way: McpWay, { baseUrl, apiKey }: Target): string {
  const at: At = { baseUrl, key: apiKey ?? 'YOUR_API_KEY' };
  if (client === 'terminal') return inTerminal(way, at);
  if (client === 'codex') return inToml(way, at);
  const server = way === 'stdio' ? started(at) : remote(REMOTE_FIELD[client] ?? 'url', at);
  const file =
    client === 'vscode' ? { servers: { precis: { type: way, ...server } } } : { mcpServers: { precis: server } };
  return JSON.stringify(file, null, 2);
}

interface At {
  baseUrl: string;
  key: string;
}

/** The package is not in a registry yet, so npx takes it from the service itself (MCP-12). */
const packageAt = (baseUrl: string) => `${baseUrl}/mcp/precis-mcp.tgz`;

const started = ({ baseUrl, key }: At) => ({
  command: 'npx',
  args: ['-y', packageAt(baseUrl)],
  env: { PRECIS_API_KEY: key, PRECIS_BASE_URL: baseUrl },
});

const remote = (field: string, { baseUrl, key }: At) => ({
  [field]: `${baseUrl}/mcp`,
  headers: { Authorization: `Bearer ${key}` },
});

function inTerminal(way: McpWay, { baseUrl, key }: At): string {
  const lines =
    way === 'stdio'
      ? [
          'claude mcp add precis',
          `  --env PRECIS_API_KEY=${key}`,
          `  --env PRECIS_BASE_URL=${baseUrl}`,
          `  -- npx -y ${packageAt(baseUrl)}`,
        ]
      : [`claude mcp add --transport http precis ${baseUrl}/mcp`, `  --header "Authorization: Bearer ${key}"`];
  return lines.join(' \\\n');
}

/** TOML takes JSON's strings. */
function inToml(way: McpWay, at: At): string {
  const text = (value: string) => JSON.stringify(value);
  const { command, args, env } = started(at);
  const fields = (values: Record<string, string>) =>
    `{ ${Object.entries(values)
      .map(([name, value]) => `${name} = ${text(value)}`)
      .join(', ')} }`;
  return [
    '[mcp_servers.precis]',
    ...(way === 'stdio'
      ? [`command = ${text(command)}`, `args = [${args.map(text).join(', ')}]`, `env = ${fields(env)}`]
      : [`url = ${text(`${at.baseUrl}/mcp`)}`, `http_headers = ${fields({ Authorization: `Bearer ${at.key}` })}`]),
  ].join('\n');
}
