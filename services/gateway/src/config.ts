import { parseConfig } from '@precis/runtime/config';
import { z } from 'zod';

const schema = z.object({
  /** TCP port of the public door; 0 = any free one. */
  PORT: z.coerce.number().int().min(0).max(65535).default(8080),
  /** Address to bind. */
  HOST: z.string().default('127.0.0.1'),
  /** What clients call us: links in answers and documents start with it. */
  PUBLIC_URL: z.url().transform((url) => url.replace(/\/+$/, '')),
  /** gRPC targets of the services. */
  AUTH_ADDRESS: z.string().min(1),
  BILLING_ADDRESS: z.string().min(1),
  USAGE_ADDRESS: z.string().min(1),
  SUMMARISATION_ADDRESS: z.string().min(1),
  /** The gateway's own secret at the services. */
  CALLER_SECRET: z.string().min(16),
  /** Where all gateways count requests per second together; empty = each counts alone. */
  REDIS_URL: z.union([z.literal(''), z.url({ protocol: /^rediss?$/ })]).default(''),
  /** All that one request may wait for Redis; then its gateway counts alone until Redis answers again. */
  REDIS_TIMEOUT_MS: z.coerce.number().int().min(1).max(500).default(50),
  /** Addresses and networks, by commas, of proxies whose X-Forwarded-For is believed; empty = none. */
  TRUSTED_PROXIES: z.string().default(''),
  LOG_LEVEL: z.string().default('info'),
});

export type GatewayConfig = z.output<typeof schema>;

export const GATEWAY_CONFIG = Symbol('gateway config');

export function readConfig(record: Record<string, unknown>): GatewayConfig {
  return parseConfig('gateway', schema, record);
}
