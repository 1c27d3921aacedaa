import { Client as ModernClient, StreamableHTTPClientTransport as ModernHttp } from '@modelcontextprotocol/client';
import { StdioClientTransport as ModernStdio } from '@modelcontextprotocol/client/stdio';
import { Client as LegacyClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as LegacyStdio } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as LegacyHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { join } from 'node:path';

/** The program that `npx` starts. */
export const PROGRAM = join(import.meta.dirname, '../../../../services/mcp/dist/package/precis-mcp.mjs');

/** Protocol revisions of MCP: the current one, and all earlier ones. */
export const ERAS = ['2026-07-28', 'before 2026-07-28'] as const;
export const WAYS = ['stdio', 'HTTP'] as const;
export type Era = (typeof ERAS)[number];
export type Way = (typeof WAYS)[number];

export interface ToolAnswer {
  isError?: boolean;
  structuredContent?: Record<string, any>;
  content: { type: string; text?: string }[];
}

interface CallOptions {
  signal?: AbortSignal;
  onprogress?: (progress: { progress: number; total?: number; message?: string }) => void;
}

/** An SDK client of this protocol era, which checks each structured answer against the tool's own schema. */
export interface ToolClient {
  call(name: string, args?: object, options?: CallOptions): Promise<ToolAnswer>;
  lists(): Promise<{
    tools: { name: string; annotations?: object; outputSchema?: object }[];
    prompts: object[];
    resources: object[];
  }>;
  readUsage(): Promise<string>;
  prompt(args: Record<string, string>): Promise<string>;
  close(): Promise<void>;
}

/** Connects as a user's client would. `name`: the name that it declares; `key`: undefined for none. */
export async function connect(
  era: Era,
  way: Way,
  at: { url: string; key?: string; name?: string },
): Promise<ToolClient> {
  const info = { name: at.name ?? 'claude-code', version: '2.1.0' };
  const http = new URL(`${at.url}/mcp`);
  const requestInit = { headers: { ...(at.key !== undefined && { authorization: `Bearer ${at.key}` }) } };
  const env = { PRECIS_BASE_URL: at.url, ...(at.key !== undefined && { PRECIS_API_KEY: at.key }) };
  const stdio = { command: process.execPath, args: [PROGRAM], env, stderr: 'ignore' as const };
  let client: ModernClient | LegacyClient;
  if (era === '2026-07-28') {
    client = new ModernClient(info, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
    await client.connect(way === 'HTTP' ? new ModernHttp(http, { requestInit }) : new ModernStdio(stdio));
  } else {
    client = new LegacyClient(info);
    await client.connect(way === 'HTTP' ? new LegacyHttp(http, { requestInit }) : new LegacyStdio(stdio));
  }
  const asked = client as ModernClient;
  return {
    call: async (name, args = {}, options) => {
      const params = { name, arguments: args as Record<string, unknown> };
      const answer =
        client instanceof LegacyClient
          ? await client.callTool(params, undefined, options)
          : await asked.callTool(params, options);
      return answer as ToolAnswer;
    },
    lists: async () => ({
      tools: (await asked.listTools()).tools,
      prompts: (await asked.listPrompts()).prompts,
      resources: (await asked.listResources()).resources,
    }),
    readUsage: async () => {
      const [first] = (await asked.readResource({ uri: 'usage://current' })).contents;
      return 'text' in first ? first.text : '';
    },
    prompt: async (args) => {
      const { messages } = await asked.getPrompt({ name: 'summarise-video', arguments: args });
      const { content } = messages[0];
      return content.type === 'text' ? content.text : '';
    },
    close: () => client.close(),
  };
}
