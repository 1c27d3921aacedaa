/** How a client is shown: `key` for programs and colours, `name` for people. */
export interface ClientBucket {
  key: string;
  name: string;
}

const BUCKETS: { bucket: ClientBucket; names: string[] }[] = [
  { bucket: { key: 'web_playground', name: 'Web playground' }, names: ['web playground'] },
  { bucket: { key: 'desktop_app', name: 'Desktop app' }, names: ['claude-ai', 'claude desktop', 'chatgpt', 'lm studio', 'cherry studio'] },
  {
    bucket: { key: 'code_editor', name: 'Code editor' },
    names: ['cursor', 'cursor-vscode', 'visual studio code', 'vscode', 'windsurf', 'zed', 'cline', 'continue', 'jetbrains'],
  },
  {
    bucket: { key: 'terminal_client', name: 'Terminal client' },
    names: ['claude-code', 'codex-mcp-client', 'gemini-cli-mcp-client', 'opencode', 'goose', 'aider'],
  },
];

/**
 * Known client names map to the buckets desktop app, code editor and terminal client; another client is shown under its
 * own product name, a nameless one as Other (decisions 24). Names are self-reported: statistics only, never rights.
 */
export function clientBucketOf(client: string): ClientBucket {
  const name = client.trim();
  if (name === '') return { key: 'other', name: 'Other' };
  const lower = name.toLowerCase();
  const known = BUCKETS.find(({ names }) => names.some((prefix) => lower === prefix || lower.startsWith(`${prefix}/`) || lower.startsWith(`${prefix} `)));
  if (known) return known.bucket;
  const product = name.split(/[/\s]/)[0].slice(0, 64);
  return { key: `client:${product.toLowerCase()}`, name: product };
}
