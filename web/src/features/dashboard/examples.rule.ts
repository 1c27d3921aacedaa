import { mcpConfiguration } from '../docs/mcp-snippets.rule';
import { LANGUAGES, snippet } from '../docs/snippets.rule';

/** Languages of the dashboard's example: those of the documentation, and the configuration of an MCP client. */
export const EXAMPLE_LANGUAGES = [...LANGUAGES, 'mcp'] as const;
export type ExampleLanguage = (typeof EXAMPLE_LANGUAGES)[number];

/** The placeholder of the key in an example for a user without one. */
export const KEY_PLACEHOLDER = 'YOUR_API_KEY';

export interface ExampleValues {
  baseUrl: string;
  apiKey: string;
  videoUrl: string;
}

/** The first call in a language, ready to run, as the documentation shows it (WEB-17). */
export function firstCallExample(language: ExampleLanguage, { videoUrl, ...target }: ExampleValues): string {
  if (language === 'mcp') return mcpConfiguration('desktop', 'stdio', target);
  const path = '/api/youtube/summarize';
  return snippet(language, { method: 'POST', path, body: { url: videoUrl }, prints: 'data.summary' }, target);
}
