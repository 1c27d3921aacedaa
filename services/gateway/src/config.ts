import { defineConfig } from '@precis/runtime/config';
import { callerSettings, logSettings, opsSettings, originUrl, trustedProxies } from '@precis/runtime/settings';
import { z } from 'zod';
import { linkSettings } from './info/deployment-links.js';
import { targetSettings } from './rpc-clients.js';

const positive = (otherwise: number) => z.coerce.number().positive().max(1_000_000).default(otherwise);
const whole = (otherwise: number) => z.coerce.number().int().min(1).max(1_000_000).default(otherwise);

/** Accepts an origin only as browsers write it in `Origin`, so that both can be compared as strings. */
const isOrigin = (text: string) => URL.canParse(text) && new URL(text).origin === text;

const settings = {
  ...callerSettings,
  ...logSettings,
  /** TCP port of the gateway; 0 = any free one. */
  PORT: z.coerce.number().int().min(0).max(65535).default(8080),
  /** Address to bind. */
  HOST: z.string().default('127.0.0.1'),
  /** The public origin of the service; links in answers and documents start with it. */
  PUBLIC_URL: originUrl,
  /** Origins of other web pages that may call with a session, separated by commas: `https://app.example`; empty = none. */
  CORS_ORIGINS: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((origin) => origin.trim())
        .filter(Boolean),
    )
    .pipe(z.array(z.string().refine(isOrigin, 'expected origins like https://app.example, by commas'))),
  /** `on` when auth offers Google sign-in: GET /api/info and the login page then show it. */
  GOOGLE_SIGN_IN: z.enum(['on', 'off']).default('off'),
  ...linkSettings,
  /** gRPC targets of the services: `AUTH_ADDRESS` and the like. */
  ...targetSettings,
  /** Where the MCP server is: `http://mcp:8080` or `unix:/folder/mcp.sock`; empty = there is none, and /mcp is 404. */
  MCP_URL: z.union([z.literal(''), z.url({ protocol: /^http$/ }), z.string().regex(/^unix:\/.+/)]).default(''),
  /** The Redis in which all gateways share their request counts; empty = each counts alone. */
  REDIS_URL: z.union([z.literal(''), z.url({ protocol: /^rediss?$/ })]).default(''),
  /** How long one request may wait for Redis. After a timeout this gateway counts alone until Redis answers again. */
  REDIS_TIMEOUT_MS: z.coerce.number().int().min(1).max(5_000).default(50),
  /** Megabytes of stored summaries that are kept ready to send (SUM-31); 0 = none. */
  STORED_SUMMARIES_MB: z.coerce.number().min(0).max(100_000).default(32),
  /** Addresses and networks, separated by commas, of proxies whose X-Forwarded-For is trusted; empty = none. */
  TRUSTED_PROXIES: trustedProxies(''),
  /**
   * Open connections per address; more are reset. Multiplied by THROTTLE_NETWORK_FACTOR and THROTTLE_LOOPBACK_FACTOR like the limits below; trusted
   * proxies have no limit.
   */
  CONNECTIONS_PER_ADDRESS: whole(500),
  /** A request's headers must arrive within this time of its first byte, or on a new connection within this time of its opening. */
  HEADERS_TIMEOUT_MS: z.coerce.number().int().min(100).max(60_000).default(20_000),
  /** A body that arrives more slowly than this over BODY_WINDOW_MS is refused. */
  BODY_MIN_BYTES_PER_SECOND: whole(2_000),
  /** Megabytes per second read of all large bodies together. 1 MB costs about 20 ms of the event loop (LIMIT-13). */
  LARGE_BODY_MB_PER_SECOND: positive(5),
  /** CPU seconds per account and hour that bodies of more than 100 kB may use without a charge (LIMIT-13). */
  UNCHARGED_SECONDS_PER_HOUR: positive(10),
  BODY_WINDOW_MS: z.coerce.number().int().min(100).max(60_000).default(10_000),
  /** Requests per second of one account, with all its keys and sessions together, and its largest burst. */
  THROTTLE_KEY_PER_SECOND: positive(50),
  THROTTLE_KEY_BURST: whole(200),
  /** The same for accounts with a running Enterprise plan. */
  THROTTLE_ENTERPRISE_PER_SECOND: positive(200),
  THROTTLE_ENTERPRISE_BURST: whole(800),
  /** Requests per second of one address (of IPv6: a /64) without a valid credential. */
  THROTTLE_ADDRESS_PER_SECOND: positive(100),
  THROTTLE_ADDRESS_BURST: whole(400),
  /**
   * Requests per hour and address, which may come in one burst. The first limit counts registrations and saved profiles together, the second one
   * logins, changed passwords and closed accounts.
   */
  THROTTLE_REGISTER_PER_HOUR: whole(120),
  THROTTLE_LOGIN_PER_HOUR: whole(300),
  /** Per hour and address: requested mails (reset, verification) and used links (verify, reset, unsubscribe). */
  THROTTLE_MAIL_PER_HOUR: whole(120),
  THROTTLE_LINK_PER_HOUR: whole(300),
  /** Playground calls per hour, per account and per address: many accounts may share one address. */
  THROTTLE_PLAYGROUND_PER_HOUR: whole(240),
  THROTTLE_PLAYGROUND_ADDRESS_PER_HOUR: whole(1_200),
  /** API keys generated or rotated per hour and account. */
  THROTTLE_NEW_KEY_PER_HOUR: whole(60),
  /** Quotes and checkouts per hour and account. */
  THROTTLE_QUOTE_PER_HOUR: whole(600),
  THROTTLE_CHECKOUT_PER_HOUR: whole(120),
  /** Statements and tables downloaded per hour and account. */
  THROTTLE_DOWNLOAD_PER_HOUR: whole(120),
  /** Batches per hour and account; each has up to 100 items to check. */
  THROTTLE_BATCH_PER_HOUR: whole(240),
  /** Cancelled jobs and batches per hour and account: their work may have begun, and is not charged. */
  THROTTLE_CANCEL_PER_HOUR: whole(60),
  /** Webhooks of payment providers per second and address, instead of the general limit: far more than a provider sends. */
  THROTTLE_WEBHOOK_PER_SECOND: positive(200),
  THROTTLE_WEBHOOK_BURST: whole(2_000),
  /** All addresses of an IPv6 /48 together may make this many times the requests of one address. */
  THROTTLE_NETWORK_FACTOR: whole(10),
  /** Loopback may make this many times each limit. */
  THROTTLE_LOOPBACK_FACTOR: whole(10),
};

export const { configSchema, processSchema, readConfig } = defineConfig('gateway', settings, opsSettings);

export type GatewayConfig = z.output<typeof configSchema>;

export const GATEWAY_CONFIG = Symbol('gateway config');
