import { list, object, orElse, text } from '../../lib/answers/reader';
import { api } from '../../lib/api';

interface McpPackages {
  packages: { identifier: string; fileSha256: string }[];
}

const read = object<McpPackages>({
  packages: list(object<McpPackages['packages'][number]>({ identifier: text(), fileSha256: orElse(text(), '') })),
});

/** The packages that the server at /mcp serves, and their hashes (MCP-12). This is not an operation of the OpenAPI document. */
const mcpApi = api.injectEndpoints({
  endpoints: (build) => ({
    mcpPackages: build.query<McpPackages, void>({
      query: () => '/mcp/server.json',
      extraOptions: { read },
    }),
  }),
});

export const { useMcpPackagesQuery } = mcpApi;
