import { VERSION } from '../version.js';

const DESCRIPTION = 'Summaries and transcripts of YouTube videos, with the moments at which things are said';

const setting = (name: string, description: string, more: object) => ({ name, description, format: 'string', ...more });

/**
 * Describes this deployment in the registry's server.json format (schema 2025-12-11): the remote endpoint, and the two files with their
 * hashes. The package is not in a registry yet, so its identifier is its address here, which npx accepts.
 */
export function serverJson(publicUrl: string, hashes: { tgz: string; mcpb: string }) {
  const environmentVariables = [
    setting('PRECIS_API_KEY', `API key, from ${publicUrl}/api-keys`, { isRequired: true, isSecret: true }),
    setting('PRECIS_BASE_URL', 'Where the service is', { isRequired: true, default: publicUrl }),
  ];
  const transport = { type: 'stdio' };
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name: nameAt(publicUrl),
    title: 'Precis',
    description: DESCRIPTION,
    version: VERSION,
    websiteUrl: publicUrl,
    packages: [
      {
        registryType: 'npm',
        identifier: `${publicUrl}/mcp/precis-mcp.tgz`,
        version: VERSION,
        fileSha256: hashes.tgz,
        runtimeHint: 'npx',
        transport,
        environmentVariables,
      },
      {
        registryType: 'mcpb',
        identifier: `${publicUrl}/mcp/precis-mcp.mcpb`,
        version: VERSION,
        fileSha256: hashes.mcpb,
        transport,
      },
    ],
    remotes: [
      {
        type: 'streamable-http',
        url: `${publicUrl}/mcp`,
        headers: [
          setting('Authorization', `Bearer and an API key, from ${publicUrl}/api-keys`, {
            isRequired: true,
            isSecret: true,
          }),
        ],
      },
    ],
  };
}

/** Names begin with the reversed domain of the publisher. */
function nameAt(publicUrl: string): string {
  const { hostname } = new URL(publicUrl);
  const reversed = hostname
    .replace(/[[\]:]/g, '-')
    .split('.')
    .reverse()
    .join('.');
  return `${reversed}/precis-mcp`;
}
