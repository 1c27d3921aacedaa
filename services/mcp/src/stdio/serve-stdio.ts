import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { fetchLocalCaptions } from '../captions/fetch-local-captions.js';
import { LocalCaptions } from '../captions/local-captions.js';
import { createServer } from '../create-server.js';
import { connectionAsker } from './connection-asker.js';
import { readStdioConfig } from './stdio-config.js';
import { VERSION } from '../version.js';

/** Starts the MCP server on stdin and stdout (MCP-2), or prints why it cannot and exits. */
export function serveOverStdio(args: string[], environment: NodeJS.ProcessEnv): void {
  // Only the protocol may use stdout, so messages for people go to stderr.
  const config = readStdioConfig(args, environment);
  if ('message' in config) {
    // For --help and --version: the protocol has not begun, so stdout is free.
    (config.exitCode === 0 ? process.stdout : process.stderr).write(`${config.message}\n`);
    process.exit(config.exitCode);
  }
  const { apiKey, baseUrl, clientName, localCaptions, notes } = config;
  notes.forEach(say);

  serveStdio(
    () =>
      createServer({
        api: { apiUrl: baseUrl, version: VERSION },
        place: { kind: 'stdio', publicUrl: baseUrl, readsCaptions: localCaptions },
        askerOf: connectionAsker(apiKey, clientName),
        captions: localCaptions ? new LocalCaptions(fetchLocalCaptions) : undefined,
      }),
    { onerror: ({ message }) => say(message), maxSubscriptions: 16 },
  );
}

function say(text: string): void {
  process.stderr.write(`precis-mcp: ${text}\n`);
}
