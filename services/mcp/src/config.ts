import { defineConfig } from '@precis/runtime/config';
import { logSettings, opsSettings, originUrl, trustedProxies } from '@precis/runtime/settings';
import { z } from 'zod';
import { USUAL_WAIT_MS } from './tools/summarize-video.js';

const whole = (otherwise: number) => z.coerce.number().int().min(1).max(100_000).default(otherwise);

const settings = {
  ...logSettings,
  /** TCP port of the MCP endpoint; 0 = any free one. */
  PORT: z.coerce.number().int().min(0).max(65535).default(8080),
  /** Address to bind. */
  HOST: z.string().min(1).default('127.0.0.1'),
  /** The public origin of the product: its host is accepted, and links in answers start with it. */
  PUBLIC_URL: originUrl,
  /** Where the server calls the public HTTP API: `http://gateway:8080`, or any address of the product. */
  API_URL: originUrl.refine((url) => /^https?:/.test(url), 'expected an http or https address'),
  /** How long a call waits before its summary goes on as a job. Clients abandon a call after a minute, some after 50 s. */
  MCP_WAIT_MS: z.coerce.number().int().min(100).max(40_000).default(USUAL_WAIT_MS),
  /** Simultaneous requests of all clients. */
  MCP_AT_ONCE: whole(400),
  /** Simultaneous requests of one key, or of one address without a key. */
  MCP_AT_ONCE_PER_CLIENT: whole(20),
  /** Simultaneous requests of one address (of IPv6: a /64), with any keys. */
  MCP_AT_ONCE_PER_ADDRESS: whole(50),
  /** Simultaneous subscriptions of one address; there are 100 in all. */
  MCP_SUBSCRIPTIONS_PER_ADDRESS: whole(20),
  /** Addresses and networks, separated by commas, whose X-Forwarded-For is trusted: the gateway. A unix socket is always trusted. */
  TRUSTED_PROXIES: trustedProxies('127.0.0.0/8,::1'),
};

export const { processSchema, readConfig } = defineConfig('mcp', settings, opsSettings);

/** Settings of the MCP server over HTTP. */
export type McpConfig = ReturnType<typeof readConfig>;
