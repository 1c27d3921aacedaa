import { defineConfig } from '@precis/runtime/config';
import { callerSettings, logSettings, opsSettings, originUrl, trustedProxies } from '@precis/runtime/settings';
import { z } from 'zod';
import { linkSettings } from './info/deployment-links.js';
import { targetSettings } from './rpc-clients.js';

const positive = (otherwise: number) => z.coerce.number().positive().max(1_000_000).default(otherwise);
const whole = (otherwise: number) => z.coerce.number().int().min(1).max(1_000_000).default(otherwise);

/** As browsers write it in `Origin`, so that it can be compared as a text. */
const isOrigin = (text: string) => URL.canParse(text) && new URL(text).origin === text;

const settings = {
  ...callerSettings,
  ...logSettings,
  /** TCP port of the public door; 0 = any free one. */
  PORT: z.coerce.number().int().min(0).max(65535).default(8080),
  /** Address to bind. */
  HOST: z.string().default('127.0.0.1'),
  /** What clients call us: links in answers and documents start with it. */
  PUBLIC_URL: originUrl,
  /** Origins of web pages elsewhere that may call with a session, by commas: `https://app.example`; empty = none. */
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
  /** `on` when auth has a Google sign-in: GET /api/info and the login page offer it. */
  GOOGLE_SIGN_IN: z.enum(['on', 'off']).default('off'),
  ...linkSettings,
  /** gRPC targets of the services: `AUTH_ADDRESS` and so on. */
  ...targetSettings,
  /** Where the MCP server is: `http://mcp:8080` or `unix:/folder/mcp.sock`; empty = there is none, and /mcp is 404. */
  MCP_URL: z.union([z.literal(''), z.url({ protocol: /^http$/ }), z.string().regex(/^unix:\/.+/)]).default(''),
  /** Where all gateways count requests per second together; empty = each counts alone. */
  REDIS_URL: z.union([z.literal(''), z.url({ protocol: /^rediss?$/ })]).default(''),
  /** All that one request may wait for Redis; then its gateway counts alone until Redis answers again. */
  REDIS_TIMEOUT_MS: z.coerce.number().int().min(1).max(5_000).default(50),
  /** Megabytes of stored summaries that are kept ready to send (SUM-31); 0 = none. */
  STORED_SUMMARIES_MB: z.coerce.number().min(0).max(100_000).default(32),
  /** Addresses and networks, by commas, of proxies whose X-Forwarded-For is believed; empty = none. */
  TRUSTED_PROXIES: trustedProxies(''),
  /** Open connections of one address; more are reset. Times THROTTLE_NETWORK_FACTOR and THROTTLE_LOOPBACK_FACTOR as the limits above; none for trusted proxies. */
  CONNECTIONS_PER_ADDRESS: whole(500),
  /** Within this a request's headers must have arrived, counted from its first byte and on a new connection from its opening. */
  HEADERS_TIMEOUT_MS: z.coerce.number().int().min(100).max(60_000).default(20_000),
  /** A body that is slower than this over BODY_WINDOW_MS is refused. */
  BODY_MIN_BYTES_PER_SECOND: whole(2_000),
  /** How many megabytes a second are read of all large bodies together. 1 MB costs about 20 ms of the event loop (LIMIT-13). */
  LARGE_BODY_MB_PER_SECOND: positive(5),
  /** Seconds of processor time per account and hour that bodies of more than 100 kB may use without a charge (LIMIT-13). */
  UNCHARGED_SECONDS_PER_HOUR: positive(10),
  BODY_WINDOW_MS: z.coerce.number().int().min(100).max(60_000).default(10_000),
  /** Requests per second of one account, all its keys and sessions together, and how many at once. */
  THROTTLE_KEY_PER_SECOND: positive(50),
  THROTTLE_KEY_BURST: whole(200),
  /** The same for accounts whose running plan is Enterprise. */
  THROTTLE_ENTERPRISE_PER_SECOND: positive(200),
  THROTTLE_ENTERPRISE_BURST: whole(800),
  /** Requests per second of one address (of IPv6: a /64) that no valid credential came with. */
  THROTTLE_ADDRESS_PER_SECOND: positive(100),
  THROTTLE_ADDRESS_BURST: whole(400),
  /** Registrations (and saved profiles), logins (and changed passwords, closed accounts) per hour of one address; as many at once. */
  THROTTLE_REGISTER_PER_HOUR: whole(120),
  THROTTLE_LOGIN_PER_HOUR: whole(300),
  /** Mails asked for (reset, verification) and links used (verify, reset, unsubscribe) per hour of one address. */
  THROTTLE_MAIL_PER_HOUR: whole(120),
  THROTTLE_LINK_PER_HOUR: whole(300),
  /** Calls of the playground per hour, of one account and of one address: many accounts may sit behind one address. */
  THROTTLE_PLAYGROUND_PER_HOUR: whole(240),
  THROTTLE_PLAYGROUND_ADDRESS_PER_HOUR: whole(1_200),
  /** Keys generated or rotated per hour of one account. */
  THROTTLE_NEW_KEY_PER_HOUR: whole(60),
  /** Quotes asked for and checkouts begun per hour of one account. */
  THROTTLE_QUOTE_PER_HOUR: whole(600),
  THROTTLE_CHECKOUT_PER_HOUR: whole(120),
  /** Statements and tables asked for per hour of one account. */
  THROTTLE_DOWNLOAD_PER_HOUR: whole(120),
  /** Batches that one account may ask for per hour; each has up to 100 items to check. */
  THROTTLE_BATCH_PER_HOUR: whole(240),
  THROTTLE_CANCEL_PER_HOUR: whole(60),
  /** Webhooks of payment providers from one address, in place of the limit of all other requests: far more than a provider sends. */
  THROTTLE_WEBHOOK_PER_SECOND: positive(200),
  THROTTLE_WEBHOOK_BURST: whole(2_000),
  /** All addresses of an IPv6 /48 together have so many times an address' limits. */
  THROTTLE_NETWORK_FACTOR: whole(10),
  /** Loopback has so many times each limit. */
  THROTTLE_LOOPBACK_FACTOR: whole(10),
};

export const { configSchema, processSchema, readConfig } = defineConfig('gateway', settings, opsSettings);

export type GatewayConfig = z.output<typeof configSchema>;

export const GATEWAY_CONFIG = Symbol('gateway config');
