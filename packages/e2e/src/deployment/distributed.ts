import { freePorts } from '@precis/backends/free-ports';
import type { KafkaBackend } from '@precis/backends/kafka-backend';
import { KAFKA_ADMIN } from '@precis/backends/kafka-login';
import type { PostgresBackend } from '@precis/backends/postgres-backend';
import type { Durability } from '@precis/backends/postgres-settings';
import type { RedisBackend } from '@precis/backends/redis-backend';
import { type Mailbox, startMailbox } from '@precis/sandbox/mailbox/mailbox';
import { eventually } from '@precis/testing/eventually';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBtcpayStandIn } from './btcpay-stand-in.js';
import { bundle } from './bundles.js';
import { call } from './call.js';
import type { DemoAccount } from './demo-account.js';
import type { Deployment } from './deployment.js';
import { createDatabases, startBackends } from './distributed-backends.js';
import { registerDemoAccount } from './distributed-demo.js';
import {
  DATABASE_SERVICES,
  type DatabaseService,
  distributedSettings,
  freshSecrets,
  type ServiceName,
  SERVICES,
  targetsFor,
} from './distributed-settings.js';
import { GoogleProcess } from './google-process.js';
import { kafkaLogin } from './kafka-logins.js';
import { RoundRobin } from './round-robin.js';
import { runCommand } from './run-command.js';
import { sweep } from './secrets-sweep.js';
import { ServiceProcess } from './service-process.js';
import { SiteProcess } from './site-process.js';
import { StripeProcess } from './stripe-process.js';

const USUAL_COPIES = 2;
/** Long, because a test of an hour also counts the mails of its first minute. */
const MOST_MAILS = 50_000;

/** The options of startDistributed(). */
export interface DistributedOptions {
  /** `own`, the default, may be killed and suspended; `chosen` are those of the test run, which are shared. */
  backends?: 'own' | 'chosen';
  /** The durability of its own Postgres. Default: `fast`, for tests without a power cut. */
  durability?: Durability;
  /** Copies of a service, when not two. */
  copies?: Partial<Record<ServiceName, number>>;
  /** Additional settings of a service. */
  settings?: Partial<Record<ServiceName, Record<string, string>>>;
  /** How much of each process's log is kept, when 20,000 characters are not enough. */
  keptCharacters?: number;
}

/**
 * Every service in separate processes, over real Kafka, Redis and Postgres. `url` is the balancer in front of the gateways and the web app's host.
 */
export interface Distributed extends Deployment {
  copies: Record<ServiceName, ServiceProcess[]>;
  /** Directly, without the balancer; the index is that of `copies.gateway`. */
  gatewayUrls: string[];
  databaseUrls: Record<DatabaseService, string>;
  kafka: KafkaBackend;
  redis: RedisBackend;
  postgres: PostgresBackend;
}

/** Starts separate processes with new data, as an operator would: topics and schemas by their commands, then every process from its settings alone. */
export async function startDistributed(options: DistributedOptions = {}): Promise<Distributed> {
  const closers: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (let closer = closers.pop(); closer; closer = closers.pop()) await closer();
  };
  try {
    return await start(options, closers, () => close().then(() => sweep.end()));
  } catch (error) {
    await close();
    throw error;
  }
}

async function start(
  options: DistributedOptions,
  closers: (() => Promise<unknown>)[],
  close: () => Promise<void>,
): Promise<Distributed> {
  const folder = await mkdtemp(join(tmpdir(), 'precis-distributed-'));
  closers.push(() => rm(folder, { recursive: true, force: true }));
  const started = <T>(running: T, stop: (running: T) => Promise<unknown>) => (
    closers.push(() => stop(running)),
    running
  );
  const bundled = [...SERVICES.map((name) => `services/${name}`), 'packages/operator'];
  const [{ postgres, kafka, redis, prefix }, mailbox] = await Promise.all([
    startBackends(options.backends ?? 'own', folder, started, options.durability),
    startMailbox({ dataDir: join(folder, 'mailbox'), most: MOST_MAILS }).then((running) =>
      started(running, (one) => one.close()),
    ),
    bundle(...bundled),
  ]);
  const databaseUrls = await createDatabases(postgres, prefix);
  const asAdmin = { KAFKA_BROKERS: kafka.brokers.join(','), KAFKA_PREFIX: prefix, ...kafkaLogin(kafka, KAFKA_ADMIN) };
  await Promise.all([
    prepareKafka(asAdmin, kafka.passwords !== undefined),
    ...DATABASE_SERVICES.map((name) =>
      runCommand(`services/${name}/dist/bundled/migrate.main.js`, { DATABASE_URL: databaseUrls[name] }),
    ),
  ]);

  const copiesOf = (name: ServiceName) =>
    Array.from({ length: options.copies?.[name] ?? USUAL_COPIES }, (_, copy) => copy);
  const ports = await freePorts(2 * SERVICES.flatMap(copiesOf).length + 5);
  const portsOf = (name: ServiceName) => copiesOf(name).map(() => ports.pop()!);
  const rpcPorts = Object.fromEntries(DATABASE_SERVICES.map((name) => [name, portsOf(name)]));
  const opsPorts = Object.fromEntries(SERVICES.map((name) => [name, portsOf(name)]));
  const httpPorts: Record<ServiceName, number[]> = { gateway: portsOf('gateway'), mcp: portsOf('mcp') };
  const gatewayUrls = httpPorts.gateway.map((port) => `http://127.0.0.1:${port}`);
  const upstreams = gatewayUrls.map((url, copy) => ({
    url,
    readyUrl: `http://127.0.0.1:${opsPorts.gateway[copy]}/readyz`,
  }));
  const site = started(new SiteProcess(ports.pop()!, ports.pop()!), (one) => one.kill());
  const front = started(new RoundRobin(upstreams, site.url), (one) => one.close());
  await front.listen();
  const google = started(new GoogleProcess(ports.pop()!, front.url), (one) => one.stop());
  const stripe = started(new StripeProcess(ports.pop()!, front.url), (one) => one.stop());
  const btcpay = started(await startBtcpayStandIn(ports.pop()!, front.url), ({ simulator }) => simulator.close());

  const secrets = freshSecrets();
  const settingsOf = distributedSettings({
    databaseUrls,
    brokers: kafka.brokers,
    kafkaPrefix: prefix,
    smtpUrl: mailbox.smtpUrl,
    publicUrl: front.url,
    redisUrl: redis.url,
    google: google.settings,
    payments: { ...stripe.settings, ...btcpay.settings },
    rpcPorts,
    mcpUrl: `http://127.0.0.1:${httpPorts.mcp[0]}`,
    secrets,
  });
  const portOf = (name: ServiceName, copy: number): Record<string, string> =>
    name in httpPorts ? { PORT: String(httpPorts[name][copy]) } : {};
  const own = (name: ServiceName, copy: number) => ({
    ...settingsOf(name, copy),
    ...portOf(name, copy),
    ...kafkaLogin(kafka, name),
    ...options.settings?.[name],
  });
  const copies = Object.fromEntries(
    SERVICES.map((name) => [
      name,
      copiesOf(name).map(
        (copy) => new ServiceProcess(name, opsPorts[name][copy], own(name, copy), options.keptCharacters),
      ),
    ]),
  );
  const all = Object.values(copies).flat();
  closers.push(() => Promise.all(all.map((one) => one.kill())));
  // In any order, because each process waits for those that it needs. Not all at once, because loading twelve programs overloads two cores.
  await Promise.all([google.start(), stripe.start(), site.start({ PUBLIC_URL: front.url })]);
  const waves = Math.max(...Object.values(copies).map(({ length }) => length));
  for (let wave = 0; wave < waves; wave++)
    await Promise.all(Object.values(copies).map((ofService) => ofService[wave]?.start()));

  const operator = {
    ...targetsFor('operator', { rpcPorts }),
    OPERATOR_SECRET: secrets.operator,
  };
  const simulators = { stripe: stripe.control };
  const precis = { ...deploymentAt(front, mailbox, close), gatewayUrls, operator, simulators };
  // The balancer itself probes which gateways are ready.
  await eventually('the balancer sees a gateway', async () => (await precis.call('GET', '/healthz')).status === 200);
  const demo = await registerDemoAccount(precis, operator);
  closers.push(async () => {
    await Promise.all(all.map((one) => one.runs && sweep.metrics(one.service, one.opsUrl)));
    sweep.rememberTokens(JSON.stringify(mailbox.messages()));
    await Promise.all([sweep.redis(redis.url), sweep.databases(databaseUrls)]);
  });
  return { ...precis, demo, copies, databaseUrls, kafka, redis, postgres };
}

/** In sequence, as in compose: while topics get their leaders, kafkajs refuses everything else. */
async function prepareKafka(asAdmin: Record<string, string>, hasLogins: boolean): Promise<void> {
  await runCommand('packages/events/dist/operator/create-topics.main.js', asAdmin);
  if (hasLogins) await runCommand('packages/events/dist/operator/grant-access.main.js', asAdmin);
}

function deploymentAt(
  front: RoundRobin,
  mailbox: Mailbox,
  close: () => Promise<void>,
): Omit<Deployment, 'gatewayUrls' | 'operator' | 'simulators'> {
  return {
    url: front.url,
    demo: {} as DemoAccount,
    call: (method, path, options) => call(front.url, method, path, options),
    mailbox: async (to) => mailbox.messages(to).map((mail) => ({ ...mail, to: mail.to.join(', ') })),
    close,
  };
}
