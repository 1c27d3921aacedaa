import { eventProcessSettings } from '@precis/events/kafka/event-process-settings';
import { callerSecretsSchema, parseConfig } from '@precis/runtime/config';
import { z } from 'zod';

const schema = z.object({
  /** postgres:// URL of its own database. */
  DATABASE_URL: z.string().min(1),
  /** Where to serve gRPC: host:port or unix:/path. */
  GRPC_URL: z.string().min(1),
  /** caller=secret pairs of those that may call. */
  CALLER_SECRETS: callerSecretsSchema,
});

/** What the service's own process needs besides; standalone brings its own bus. */
export const processSchema = schema.extend(eventProcessSettings);

export type SampleConfig = z.output<typeof schema>;

export function readConfig(record: Record<string, unknown>): SampleConfig {
  return parseConfig('sample', schema, record);
}
