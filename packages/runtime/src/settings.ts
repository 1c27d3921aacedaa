import { z } from 'zod';
import { callerSecretsSchema } from './config.js';
import { tracingSettings } from './tracing/tracing-settings.js';
import { TrustedProxies } from './trusted-proxies.js';

/** A postgres:// URL; `?host=/folder` for a unix socket. */
export const postgresUrl = z.string().regex(/^postgres(ql)?:\/\//, 'expected a postgres:// URL');

/** gRPC target of another service: `dns:///billing:50051`, `ipv4:a:1,b:1`, `unix:/folder/billing.sock`. */
export const rpcAddress = z.string().min(1);

/** An origin; a trailing slash is removed. */
export const originUrl = z.url().transform((url) => url.replace(/\/+$/, ''));

/** Addresses and networks, separated by commas, whose X-Forwarded-For is trusted. */
export const trustedProxies = (otherwise: string) =>
  z
    .string()
    .default(otherwise)
    .transform((text, context) => {
      try {
        return new TrustedProxies(text);
      } catch (error) {
        context.addIssue({ code: 'custom', message: (error as Error).message });
        return z.NEVER;
      }
    });

/** For services with a database. */
export const databaseSettings = {
  /** The service's own database. */
  DATABASE_URL: postgresUrl,
};

/** For services whose number of connections an operator may change. The default is that of openDatabase. */
export const poolSettings = {
  /** Connections to the database. */
  DATABASE_POOL: z.coerce.number().int().min(2).max(100).default(8),
};

/** For services that others call. */
export const servingSettings = {
  /** Address of the gRPC server: `0.0.0.0:50051` or `unix:/folder/auth.sock`. */
  GRPC_URL: z.string().min(1),
  /** Services that may call, each with its secret: `gateway=...,operator=...`. */
  CALLER_SECRETS: callerSecretsSchema,
};

/** For services that call others. */
export const callerSettings = {
  /** The service's own secret as a caller; the called services have the same one in their CALLER_SECRETS. */
  CALLER_SECRET: z.string().min(16),
};

/** For processes that make their own logger. */
export const logSettings = {
  /** The lowest level that is logged. */
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
};

/** The additional settings of every separate process. */
export const opsSettings = {
  ...logSettings,
  /** Port of /healthz, /readyz and /metrics; 0 = any free one, which the log names. Never the public port. */
  OPS_PORT: z.coerce.number().int().min(0).max(65535).default(9090),
  /** Address to bind the ops port to. In a container 0.0.0.0, so that probes and Prometheus reach it. */
  OPS_HOST: z.string().min(1).default('127.0.0.1'),
  /**
   * How long a process that was asked to stop still serves while it reports that it is not ready: load balancers need this long to notice. Longer
   * than gRPC clients take to retry a restarted copy (0.6 s, grpc-client.ts), so that one copy always serves.
   */
  DRAIN_DELAY_MS: z.coerce.number().int().min(0).max(60_000).default(2_000),
  ...tracingSettings,
};

/** The parsed settings above. */
export type OpsConfig = { [K in keyof typeof opsSettings]: z.output<(typeof opsSettings)[K]> };

/** For processes with a database. */
export const schemaSettings = {
  /** `on` lets the process migrate its own database; otherwise it refuses to start until its migrate command has run. */
  MIGRATE_ON_START: z.enum(['on', 'off']).default('off'),
};
