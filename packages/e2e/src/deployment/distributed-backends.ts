import { ensureDatabase } from '@precis/backends/database-setup';
import { type KafkaBackend, startKafka } from '@precis/backends/kafka-backend';
import { type PostgresBackend, startPostgres } from '@precis/backends/postgres-backend';
import type { Durability } from '@precis/backends/postgres-settings';
import { type RedisBackend, startRedis } from '@precis/backends/redis-backend';
import { testKafka } from '@precis/testing/kafka';
import { testRedis } from '@precis/testing/redis';
import { testRun } from '@precis/testing/test-run';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { DATABASE_SERVICES, type DatabaseService } from './distributed-settings.js';
import { freshKafkaPasswords } from './kafka-logins.js';

/** The backends of a deployment of separate processes. */
export interface DistributedBackends {
  postgres: PostgresBackend;
  kafka: KafkaBackend;
  redis: RedisBackend;
  /** Prefix of every name on Kafka, and part of the names of databases and roles, because backends may be shared. Empty on separate backends. */
  prefix: string;
}

type Started = <T>(running: T, stop: (running: T) => Promise<unknown>) => T;

/**
 * Starts the backends, with a Kafka login for each service, or uses those that the test run has chosen. Without chosen ones, a test starts its own.
 */
export async function startBackends(
  which: 'own' | 'chosen',
  folder: string,
  started: Started,
  durability: Durability = 'fast',
): Promise<DistributedBackends> {
  const chosen = which === 'chosen';
  const server = process.env.TEST_POSTGRES_URL;
  const [postgres, kafka, redis] = await Promise.all([
    chosen && server
      ? chosenPostgres(server)
      : startPostgres({ dataDir: join(folder, 'postgres'), durability }).then((one) => started(one, () => one.stop())),
    (chosen
      ? testKafka().then((one) => ({ ...one, ...untouchable('Kafka') }))
      : startKafka({ passwords: freshKafkaPasswords(), environment: process.env })
    ).then((one) => started(one, () => one.stop())),
    (chosen
      ? testRedis().then((one) => ({ ...one, port: Number(new URL(one.url).port), ...untouchable('Redis') }))
      : startRedis({ environment: process.env })
    ).then((one) => started(one, () => one.stop())),
  ]);
  return { postgres, kafka, redis, prefix: chosen ? `${testRun()}.${randomBytes(4).toString('hex')}.` : '' };
}

/** A role and a database for each service; the test run's sweep finds them by their prefix. */
export async function createDatabases(
  postgres: Pick<PostgresBackend, 'url'>,
  prefix: string,
): Promise<Record<DatabaseService, string>> {
  const urls: Record<DatabaseService, string> = {};
  for (const name of DATABASE_SERVICES) {
    const called = `${prefix.replaceAll('.', '_')}precis_${name}`;
    await ensureDatabase(postgres, {
      database: called,
      role: called,
      password: (urls[name] = randomBytes(24).toString('base64url')),
    });
    urls[name] = postgres.url(called, called, urls[name]);
  }
  return urls;
}

/** The backend named by the environment, in its own form. */
function chosenPostgres(server: string): PostgresBackend {
  const { hostname, port, password, searchParams } = new URL(server);
  const at = (database: string, user?: string, secret?: string): string => {
    const url = new URL(server);
    url.pathname = `/${encodeURIComponent(database)}`;
    if (user !== undefined) [url.username, url.password] = [encodeURIComponent(user), encodeURIComponent(secret ?? '')];
    return url.href;
  };
  const never = new Promise<void>(() => undefined);
  const { kill: stopImmediately, restart } = untouchable('Postgres');
  const place = { socketDir: searchParams.get('host') ?? hostname, port: Number(port) || 5432, pid: 0 };
  return {
    ...place,
    superuserPassword: decodeURIComponent(password),
    url: at,
    exited: never,
    stopImmediately,
    restart,
    stop: async () => undefined,
  };
}

/** Tests that kill backends use separate ones: killing shared ones would break other tests. */
function untouchable(name: string): { kill(): never; restart(): never } {
  const refuse = (): never => {
    throw new Error(`the whole test run shares this ${name}: a test that kills it needs backends: 'own'`);
  };
  return { kill: refuse, restart: refuse };
}
