import { callerSecretsSchema, parseConfig } from '@precis/runtime/config';
import { opsSettings, schemaSettings } from '@precis/runtime/process-settings';
import { z } from 'zod';

export const billingConfigSchema = z.object({
  /** postgres:// URL of billing's own database; `?host=/folder` for a unix socket. */
  DATABASE_URL: z.string().regex(/^postgres(ql)?:\/\//, 'expected a postgres:// URL'),
  /** Where the gRPC server listens: `0.0.0.0:50051` or `unix:/folder/billing.sock`. */
  GRPC_URL: z.string().min(1),
  /** Services that may call, each with its secret: `gateway=...,operator=...,standalone=...`. */
  CALLER_SECRETS: callerSecretsSchema,
});

export type BillingConfig = z.output<typeof billingConfigSchema>;

/** What the service's own process needs besides; standalone brings its own bus and logger. */
export const billingProcessSchema = billingConfigSchema.extend({
  ...opsSettings,
  ...schemaSettings,
  /** Kafka addresses, `host:port,host:port`. */
  KAFKA_BROKERS: z
    .string()
    .min(1)
    .transform((list) => list.split(',')),
  /** pino level. */
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error']).default('info'),
});

/** Throws ConfigError with every bad key at once. */
export const parseBillingConfig = (record: Record<string, unknown>): BillingConfig => parseConfig('billing', billingConfigSchema, record);
