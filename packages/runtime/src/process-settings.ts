import { z } from 'zod';
import { tracingSettings } from './tracing/tracing-settings.js';

/** What every process of its own is told besides its service's settings. Spread into the service's schema. */
export const opsSettings = {
  /** Port of /healthz, /readyz and /metrics; 0 = any free one, which the log then names. Never the public port. */
  OPS_PORT: z.coerce.number().int().min(0).max(65535).default(9090),
  /** Address to bind the ops port to. In a container 0.0.0.0, so that probes and Prometheus reach it. */
  OPS_HOST: z.string().min(1).default('127.0.0.1'),
  /**
   * How long a process that was told to stop still serves while it already says that it is not ready: balancers need that long to
   * notice. More than the second after which gRPC clients try a restarted copy again, so that one always serves.
   */
  DRAIN_DELAY_MS: z.coerce.number().int().min(0).max(60_000).default(2_000),
  ...tracingSettings,
};

/** The settings above, read. */
export type OpsConfig = { [K in keyof typeof opsSettings]: z.output<(typeof opsSettings)[K]> };

/** For services with a database. */
export const schemaSettings = {
  /** `on` lets the process migrate its own database; else it refuses to start before its migrate command has run. */
  MIGRATE_ON_START: z.enum(['on', 'off']).default('off'),
};
