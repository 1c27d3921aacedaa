/** How a client is shown: `key` for programs and colours, `name` for people. */
export interface ClientBucket {
  key: string;
  name: string;
}

/** The gateway writes this name for calls of the playground's route; no other spelling counts as the playground. */
const PLAYGROUND_CLIENT = 'web playground';
const PLAYGROUND: ClientBucket = { key: 'web_playground', name: 'Web playground' };
/** Clients without a name, with a copy of one of our names, and those beyond the displayed rows. */
export const OTHER: ClientBucket = { key: 'other', name: 'Other' };

/** Names in lower case, words joined by hyphens: "Claude Code", "claude_code" and "claude-code" are one. */
const BUCKETS: { bucket: ClientBucket; names: string[] }[] = [
  {
    bucket: { key: 'desktop_app', name: 'Desktop app' },
    names: ['claude-ai', 'claude-desktop', 'chatgpt', 'lm-studio', 'cherry-studio'],
  },
  {
    bucket: { key: 'code_editor', name: 'Code editor' },
    names: [
      'cursor',
      'cursor-vscode',
      'visual-studio-code',
      'visual-studio-code-insiders',
      'vscode',
      'windsurf',
      'zed',
      'cline',
      'continue',
      'jetbrains',
    ],
  },
  {
    bucket: { key: 'terminal_client', name: 'Terminal client' },
    names: [
      'claude-code',
      'codex',
      'codex-cli',
      'codex-mcp-client',
      'gemini-cli',
      'gemini-cli-mcp-client',
      'opencode',
      'goose',
      'aider',
    ],
  },
];
const OUR_NAMES = [PLAYGROUND, OTHER, ...BUCKETS.map(({ bucket }) => bucket)].map(({ name }) => hyphenated(name));
const LONGEST_PRODUCT = 64;

/**
 * Known client names map to the buckets desktop app, code editor and terminal client. Any other client is shown under its own product name without
 * version, a nameless one as Other (QUOTA-19). Names are self-reported: they serve statistics and give no rights. A name that copies one of ours
 * counts as Other, so that it neither doubles a row nor is mistaken for it.
 */
export function clientBucketOf(client: string): ClientBucket {
  if (client === PLAYGROUND_CLIENT) return PLAYGROUND;
  const product = productOf(client);
  const name = hyphenated(product);
  if (name === '' || OUR_NAMES.includes(name)) return OTHER;
  return BUCKETS.find(({ names }) => names.includes(name))?.bucket ?? { key: `client:${name}`, name: product };
}

/** Returns "Claude Code" for "Claude Code/2.1 (linux)" and for "Claude Code v2.1". */
function productOf(client: string): string {
  // By code points: half of a surrogate pair would be invalid text.
  const named = Array.from(client.slice(0, client.search(/[/(]|$/)))
    .slice(0, LONGEST_PRODUCT)
    .join('');
  const words = named.split(/\s+/).filter((word) => word !== '');
  while (words.length > 1 && /^v?\d[\w.+-]*$/i.test(words.at(-1)!)) words.pop();
  return words.join(' ');
}

function hyphenated(name: string): string {
  return name
    .toLowerCase()
    .split(/[\s_-]+/)
    .filter((word) => word !== '')
    .join('-');
}
