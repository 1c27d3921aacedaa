import 'reflect-metadata';
import type { INestApplication } from '@nestjs/common';
import type { Bus } from '@precis/events/bus';
import { EventTables1700000000001 } from '@precis/events/event-tables.migration';
import { Relay } from '@precis/events/relay';
import { AuthServiceService } from '@precis/proto/auth/v1/auth';
import { type Clock, SystemClock } from '@precis/runtime/clock';
import { migrate, openDatabase } from '@precis/runtime/database';
import { createLogger, type Logger } from '@precis/runtime/logger';
import { type ServiceApp, startNestApp } from '@precis/runtime/service-app';
import { Registry } from 'prom-client';
import { ApiKey } from './api-keys/api-key.entity.js';
import { authModule } from './auth.module.js';
import type { AuthConfig } from './config.js';
import { MailRequest } from './mail-links/mail-request.entity.js';
import { AuthTables1700000000002 } from './migrations/1700000000002-auth-tables.migration.js';
import { type AccountSeed, SeedAccount } from './registration/seed-account.usecase.js';
import { Session } from './sessions/session.entity.js';
import { SigningKey } from './sessions/signing-key.entity.js';
import { User } from './users/user.entity.js';

export interface AuthDeps {
  bus: Bus;
  logger?: Logger;
  clock?: Clock;
}

export interface AuthApp extends ServiceApp {
  nest: INestApplication;
}

/** Starts auth on its own database. The bus belongs to the caller, who closes it after this app. */
export async function createApp(config: AuthConfig, deps: AuthDeps): Promise<AuthApp> {
  const logger = deps.logger ?? createLogger('auth');
  const metrics = new Registry();
  const database = await openDatabase({
    url: config.DATABASE_URL,
    entities: [User, MailRequest, Session, SigningKey, ApiKey],
    migrations: [EventTables1700000000001, AuthTables1700000000002],
  });
  try {
    await migrate(database);
    const nest = await startNestApp({
      module: authModule(config, database, deps.clock ?? new SystemClock()),
      logger,
      callerSecrets: config.CALLER_SECRETS,
      grpc: { url: config.GRPC_URL, services: { 'auth.v1': AuthServiceService } },
    });
    const relay = new Relay({ database, databaseUrl: config.DATABASE_URL, bus: deps.bus, producer: 'auth', logger, metrics });
    relay.start();
    return {
      nest,
      metrics,
      ready: async () => void (await database.query('SELECT 1')),
      close: async () => {
        await nest.close();
        await relay.stop();
        await database.destroy();
      },
    };
  } catch (error) {
    await database.destroy();
    throw error;
  }
}

/** For standalone alone: the demo account and its key, the same at every start. */
export async function seedAccount(app: AuthApp, seed: AccountSeed): Promise<{ accountId: string; apiKey: string }> {
  return app.nest.get(SeedAccount, { strict: false }).execute(seed);
}
