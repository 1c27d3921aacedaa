import { eventProcessSettings } from '@precis/events/kafka/event-process-settings';
import { callerSecretsSchema, parseConfig } from '@precis/runtime/config';
import { z } from 'zod';

const schema = z.object({
  /** postgres:// URL of usage's own database. */
  DATABASE_URL: z.string().min(1),
  /** Where to serve gRPC: host:port or unix:/path. */
  GRPC_URL: z.string().min(1),
  /** caller=secret pairs of the services that may call. */
  CALLER_SECRETS: callerSecretsSchema,
  LOG_LEVEL: z.string().default('info'),
  /** gRPC target of billing: `unix:/folder/billing.sock`, `dns:///billing:50051`, `ipv4:a:1,b:1`. */
  BILLING_ADDRESS: z.string().min(1),
  /** This service's secret as the caller `usage`; billing has the same in its CALLER_SECRETS. */
  CALLER_SECRET: z.string().min(16),
  /** Connections to the database. */
  DATABASE_POOL: z.coerce.number().int().min(2).max(100).default(8),
});

/** What the service's own process needs besides; standalone brings its own bus. */
export const processSchema = schema.extend(eventProcessSettings);

export type UsageConfig = z.output<typeof schema>;

export function readConfig(record: Record<string, unknown>): UsageConfig {
  return parseConfig('usage', schema, record);
}
