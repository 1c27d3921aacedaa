import 'reflect-metadata';
import type { INestApplication } from '@nestjs/common';
import type { EventServiceDeps } from '@precis/events/event-service';
import { Relay } from '@precis/events/outbox/relay';
import { AuthServiceService } from '@precis/proto/auth/v1/auth';
import { SystemClock } from '@precis/runtime/clock';
import { Closers } from '@precis/runtime/closers';
import { createLogger } from '@precis/runtime/logger';
import { Repeating } from '@precis/runtime/repeating';
import { prepareSchema } from '@precis/runtime/schema-mode';
import { type ServiceApp, startNestApp } from '@precis/runtime/service-app';
import { Registry } from 'prom-client';
import { openAuthDatabase } from './auth-database.js';
import { AuthModule } from './auth.module.js';
import type { AuthConfig } from './config.js';
import { type AccountSeed, SeedAccount } from './registration/seed-account.usecase.js';
import { ForgetEnded } from './retention/forget-ended.usecase.js';

export interface AuthApp extends ServiceApp {
  nest: INestApplication;
}

const FORGET_EVERY_MS = 600_000;

/** Starts auth on its own database. The bus belongs to the caller, who closes it after this app. */
export async function createApp(config: AuthConfig, deps: EventServiceDeps): Promise<AuthApp> {
  const logger = deps.logger ?? createLogger('auth');
  const metrics = new Registry();
  const closers = new Closers('auth');
  try {
    const database = await openAuthDatabase(config.DATABASE_URL);
    closers.push(() => database.destroy());
    await prepareSchema(database, deps.schema);

    const relay = new Relay({
      database,
      databaseUrl: config.DATABASE_URL,
      bus: deps.bus,
      producer: 'auth',
      logger,
      metrics,
    });
    relay.start();
    closers.push(() => relay.stop());

    const ready = async () => {
      deps.stopping?.throwIfAborted();
      await database.query('SELECT 1');
    };
    const nest = await startNestApp({
      module: AuthModule.with({ config, database, clock: deps.clock ?? new SystemClock(), logger, metrics }),
      logger,
      callerSecrets: config.CALLER_SECRETS,
      grpc: { url: config.GRPC_URL, services: { 'auth.v1': AuthServiceService }, metrics, ready },
    });
    closers.push(() => nest.close());
    const forget = nest.get(ForgetEnded, { strict: false });
    const forgetting = new Repeating(FORGET_EVERY_MS, () => forget.execute(), logger);
    forgetting.start();
    closers.push(() => forgetting.stop());
    return { nest, metrics, ready, close: () => closers.close() };
  } catch (error) {
    await closers.close().catch((failure: unknown) => logger.error({ err: failure }, 'close failed'));
    throw error;
  }
}

/** For standalone alone: the demo account and its key, the same at every start. */
export async function seedAccount(app: AuthApp, seed: AccountSeed): Promise<{ accountId: string; apiKey: string }> {
  return app.nest.get(SeedAccount, { strict: false }).execute(seed);
}
