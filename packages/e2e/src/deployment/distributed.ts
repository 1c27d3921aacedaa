import { ensureDatabase } from '@precis/engines/database-setup';
import { freePorts } from '@precis/engines/free-ports';
import { type KafkaEngine, startKafka } from '@precis/engines/kafka-engine';
import { type PostgresEngine, startPostgres } from '@precis/engines/postgres-engine';
import { type RedisEngine, startRedis } from '@precis/engines/redis-engine';
import { type Mailbox, startMailbox } from '@precis/sandbox/mailbox/mailbox';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { call } from './call.js';
import type { DemoAccount } from './demo-account.js';
import type { Deployment } from './deployment.js';
import { registerDemoAccount } from './distributed-demo.js';
import { DATABASE_SERVICES, type DatabaseService, distributedSettings, freshSecrets, type ServiceName, SERVICES, targetOf } from './distributed-settings.js';
import { RoundRobin } from './round-robin.js';
import { runCommand } from './run-command.js';
import { ServiceProcess } from './service-process.js';

const COPIES = [0, 1];

/** Every service as processes of its own, two copies each, over real Kafka, Redis and Postgres. */
export interface Distributed extends Deployment {
  copies: Record<ServiceName, ServiceProcess[]>;
  databaseUrls: Record<DatabaseService, string>;
  kafka: KafkaEngine;
  redis: RedisEngine;
  postgres: PostgresEngine;
}

/** Starts it with fresh data, as an operator would: topics and schemas by their commands, then every process from its settings alone. */
export async function startDistributed(): Promise<Distributed> {
  const closers: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (let closer = closers.pop(); closer; closer = closers.pop()) await closer();
  };
  try {
    return await start(closers, close);
  } catch (error) {
    await close();
    throw error;
  }
}

async function start(closers: (() => Promise<unknown>)[], close: () => Promise<void>): Promise<Distributed> {
  const folder = await mkdtemp(join(tmpdir(), 'precis-distributed-'));
  closers.push(() => rm(folder, { recursive: true, force: true }));
  const started = <T>(running: T, stop: (running: T) => Promise<unknown>) => (closers.push(() => stop(running)), running);
  const [postgres, kafka, redis, mailbox] = await Promise.all([
    startPostgres({ dataDir: join(folder, 'postgres'), durability: 'fast' }).then((running) => started(running, (one) => one.stop())),
    startKafka({ environment: process.env }).then((running) => started(running, (one) => one.stop())),
    startRedis({ environment: process.env }).then((running) => started(running, (one) => one.stop())),
    startMailbox({ dataDir: join(folder, 'mailbox') }).then((running) => started(running, (one) => one.close())),
  ]);
  const databaseUrls = await createDatabases(postgres);
  await Promise.all([
    runCommand('packages/events/dist/create-topics.main.js', { KAFKA_BROKERS: kafka.brokers.join(',') }),
    ...DATABASE_SERVICES.map((name) => runCommand(`services/${name}/dist/migrate.main.js`, { DATABASE_URL: databaseUrls[name] })),
  ]);

  const ports = await freePorts(COPIES.length * (DATABASE_SERVICES.length + SERVICES.length + 1));
  const portsOf = () => COPIES.map(() => ports.pop()!);
  const rpcPorts = Object.fromEntries(DATABASE_SERVICES.map((name) => [name, portsOf()])) as Record<DatabaseService, number[]>;
  const opsPorts = Object.fromEntries(SERVICES.map((name) => [name, portsOf()])) as Record<ServiceName, number[]>;
  const httpPorts = portsOf();
  const upstreams = COPIES.map((copy) => ({ url: `http://127.0.0.1:${httpPorts[copy]}`, readyUrl: `http://127.0.0.1:${opsPorts.gateway[copy]}/readyz` }));
  const front = started(new RoundRobin(upstreams), (one) => one.close());
  await front.listen();

  const secrets = freshSecrets();
  const settingsOf = distributedSettings({ databaseUrls, brokers: kafka.brokers, smtpUrl: mailbox.smtpUrl, publicUrl: front.url, redisUrl: redis.url, rpcPorts, secrets });
  const portOf = (name: ServiceName, copy: number): Record<string, string> => (name === 'gateway' ? { PORT: String(httpPorts[copy]) } : {});
  const copies = Object.fromEntries(
    SERVICES.map((name) => [name, COPIES.map((copy) => new ServiceProcess(name, opsPorts[name][copy], { ...settingsOf(name, copy), ...portOf(name, copy) }))]),
  ) as Record<ServiceName, ServiceProcess[]>;
  const all = Object.values(copies).flat();
  closers.push(() => Promise.all(all.map((one) => one.kill())));
  // In any order: whoever needs another one waits for it.
  await Promise.all(all.map((one) => one.start()));

  const precis = deploymentAt(front, mailbox, close);
  const operator = { AUTH_ADDRESS: targetOf('auth', { rpcPorts }), BILLING_ADDRESS: targetOf('billing', { rpcPorts }), OPERATOR_SECRET: secrets.operator };
  const demo = await registerDemoAccount(precis, operator);
  return { ...precis, demo, copies, databaseUrls, kafka, redis, postgres };
}

async function createDatabases(postgres: PostgresEngine): Promise<Record<DatabaseService, string>> {
  const urls = {} as Record<DatabaseService, string>;
  for (const name of DATABASE_SERVICES) {
    const owner = { database: `precis_${name}`, role: `precis_${name}`, password: randomBytes(24).toString('base64url') };
    await ensureDatabase(postgres, owner);
    urls[name] = postgres.url(owner.database, owner.role, owner.password);
  }
  return urls;
}

function deploymentAt(front: RoundRobin, mailbox: Mailbox, close: () => Promise<void>): Deployment {
  return {
    url: front.url,
    demo: {} as DemoAccount,
    call: (method, path, options) => call(front.url, method, path, options),
    mailbox: async (to) => mailbox.messages(to).map((mail) => ({ ...mail, to: mail.to.join(', ') })),
    close,
  };
}
