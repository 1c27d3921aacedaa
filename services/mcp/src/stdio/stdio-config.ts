import { VERSION } from '../version.js';

/** Settings of the program, or the message that it prints instead of starting. */
export type StdioConfig =
  | {
      apiKey: string | undefined;
      baseUrl: string;
      clientName: string | undefined;
      localCaptions: boolean;
      notes: string[];
    }
  | { message: string; exitCode: number };

const USUAL_URL = 'http://localhost:8080';
const OPTIONS = ['--local-captions', '--help', '--version'];
const HELP = `precis-mcp ${VERSION}: summaries of YouTube videos for MCP clients, over stdio.

precis-mcp verify-statement FILE [--head HEX] [--count N]   says whether a month's statement is complete and unchanged

PRECIS_API_KEY      API key, from /api-keys of the service. Without it the tools are listed, and a call says where to get one.
PRECIS_BASE_URL     where the service is; ${USUAL_URL} when it is not set
PRECIS_CLIENT_NAME  the name under which usage is counted when the client does not name itself

--local-captions    reads captions on this machine and sends them along when YouTube refuses the service
--version, --help`;

/** Without a key it starts all the same, so that a client can list the tools (MCP-3). */
export function readStdioConfig(args: string[], environment: Record<string, string | undefined>): StdioConfig {
  if (args.includes('--help')) return { message: HELP, exitCode: 0 };
  if (args.includes('--version')) return { message: VERSION, exitCode: 0 };
  const unknown = args.find((arg) => !OPTIONS.includes(arg));
  if (unknown !== undefined) return { message: `Unknown option ${unknown}. See --help.`, exitCode: 2 };
  const set = (name: string) => {
    const value = environment[name]?.trim();
    // A desktop client without a value for a field passes the placeholder.
    return value === undefined || value === '' || value.startsWith('${') ? undefined : value;
  };
  const apiKey = set('PRECIS_API_KEY');
  if (apiKey !== undefined && !/^[\x21-\x7e]{1,4096}$/.test(apiKey))
    return { message: 'PRECIS_API_KEY contains characters that no key has.', exitCode: 2 };
  const baseUrl = originOf(set('PRECIS_BASE_URL') ?? USUAL_URL);
  if (baseUrl === undefined)
    return { message: 'PRECIS_BASE_URL must be an address such as https://precis.example.', exitCode: 2 };
  return {
    apiKey,
    baseUrl,
    clientName: set('PRECIS_CLIENT_NAME'),
    localCaptions: args.includes('--local-captions'),
    notes: [
      ...(apiKey === undefined ? [`PRECIS_API_KEY is not set; get a key at ${baseUrl}/api-keys`] : []),
      ...(isOpen(baseUrl) ? [`${baseUrl} is not https: the key crosses the network unencrypted`] : []),
    ],
  };
}

function originOf(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, origin, username } = new URL(text);
  return /^https?:$/.test(protocol) && username === '' ? origin : undefined;
}

function isOpen(baseUrl: string): boolean {
  const { protocol, hostname } = new URL(baseUrl);
  return protocol === 'http:' && !/^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname);
}
