import { eventProcessSettings } from '@precis/events/kafka/event-process-settings';
import { callerSecretsSchema, parseConfig } from '@precis/runtime/config';
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
export const billingProcessSchema = billingConfigSchema.extend(eventProcessSettings);

/** Throws ConfigError with every bad key at once. */
export const parseBillingConfig = (record: Record<string, unknown>): BillingConfig =>
  parseConfig('billing', billingConfigSchema, record);
