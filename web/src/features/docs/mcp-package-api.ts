import { list, object, orElse, text } from '../../lib/answers/reader';
import { api } from '../../lib/api';

interface McpPackages {
  packages: { identifier: string; fileSha256: string }[];
}

const read = object<McpPackages>({
  packages: list(object<McpPackages['packages'][number]>({ identifier: text(), fileSha256: orElse(text(), '') })),
});

/** Of the server that answers at /mcp: which packages it serves, and their hashes (MCP-12). It is no operation of the gateway's document. */
const mcpApi = api.injectEndpoints({
  endpoints: (build) => ({
    mcpPackages: build.query<McpPackages, void>({
      query: () => '/mcp/server.json',
      extraOptions: { read },
    }),
  }),
});

export const { useMcpPackagesQuery } = mcpApi;
