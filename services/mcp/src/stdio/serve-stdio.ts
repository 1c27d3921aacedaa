import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { fetchLocalCaptions } from '../captions/fetch-local-captions.js';
import { LocalCaptions } from '../captions/local-captions.js';
import { createServer } from '../create-server.js';
import { connectionAsker } from './connection-asker.js';
import { readStdioConfig } from './stdio-config.js';
import { VERSION } from '../version.js';

/** Starts the MCP server on stdin and stdout (MCP-2), or says why not and ends the process. */
export function serveOverStdio(args: string[]): void {
  // The protocol has stdout to itself: everything for people goes to stderr.
  const config = readStdioConfig(args, process.env);
  if ('message' in config) {
    // Asked for and not spoken yet: nobody reads stdout as the protocol.
    (config.exitCode === 0 ? console.log : console.error)(config.message);
    process.exit(config.exitCode);
  }
  const { apiKey, baseUrl, clientName, localCaptions, notes } = config;
  notes.forEach((note) => console.error(`precis-mcp: ${note}`));

  serveStdio(
    () =>
      createServer({
        api: { apiUrl: baseUrl, version: VERSION },
        place: { kind: 'stdio', publicUrl: baseUrl, readsCaptions: localCaptions },
        askerOf: connectionAsker(apiKey, clientName),
        captions: localCaptions ? new LocalCaptions(fetchLocalCaptions) : undefined,
      }),
    { onerror: (error) => console.error(`precis-mcp: ${error.message}`), maxSubscriptions: 16 },
  );
}
