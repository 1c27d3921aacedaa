import { type KafkaBackend, startKafka } from '@precis/backends/kafka-backend';
import { type PostgresBackend, startPostgres } from '@precis/backends/postgres-backend';
import { startRedis } from '@precis/backends/redis-backend';
import { startBtcpayStandIn } from '@precis/e2e/deployment/btcpay-stand-in';
import type { SimulatorControl } from '@precis/e2e/deployment/deployment';
import { createDatabases } from '@precis/e2e/deployment/distributed-backends';
import { GoogleProcess } from '@precis/e2e/deployment/google-process';
import { freshKafkaPasswords } from '@precis/e2e/deployment/kafka-logins';
import { StripeProcess } from '@precis/e2e/deployment/stripe-process';
import { startMailbox } from '@precis/sandbox/mailbox/mailbox';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LOOPBACK_PORTS, NODE_ADDRESS, POD_NETWORK, PUBLIC_URL } from './addresses.js';

const MOST_CONNECTIONS = 400;
const MOST_MAILS = 50_000;

/** The parts that an operator provides, on the node: databases, bus, mail server, and simulators of the providers. */
export interface Surroundings {
  postgres: PostgresBackend;
  kafka: KafkaBackend;
  kafkaPasswords: Record<string, string>;
  /** By service. They name the path of the socket, so no pod can use them. */
  databaseUrls: Record<string, string>;
  redisHost: string;
  redisPort: number;
  smtpUrl: string;
  /** Settings of auth and billing that point to the simulators. */
  google: Record<string, string>;
  payments: Record<string, string>;
  stripe: SimulatorControl;
  mailsUrl: string;
}

/** Starts all parts; they end with this process. */
export async function startSurroundings(): Promise<Surroundings> {
  const folder = tmpdir();
  const passwords = freshKafkaPasswords();
  const [postgres, kafka, redis, mailbox] = await Promise.all([
    // Pods reach databases and bus without a forwarder, because under load the tests would measure the forwarder.
    startPostgres({
      dataDir: join(folder, 'postgres'),
      durability: 'fast',
      connections: MOST_CONNECTIONS,
      network: { address: NODE_ADDRESS, clients: POD_NETWORK },
    }),
    startKafka({ passwords, host: NODE_ADDRESS, environment: process.env }),
    startRedis({ host: NODE_ADDRESS, environment: process.env }),
    startMailbox({ dataDir: join(folder, 'mailbox'), port: LOOPBACK_PORTS.smtp, most: MOST_MAILS }),
  ]);
  const google = new GoogleProcess(LOOPBACK_PORTS.google, PUBLIC_URL);
  const stripe = new StripeProcess(LOOPBACK_PORTS.stripe, PUBLIC_URL);
  const [btcpay] = await Promise.all([
    startBtcpayStandIn(LOOPBACK_PORTS.btcpay, PUBLIC_URL),
    google.start(),
    stripe.start(),
  ]);
  await serveMails((to) => mailbox.messages(to).map((mail) => ({ ...mail, to: mail.to.join(', ') })));
  return {
    postgres,
    kafka,
    kafkaPasswords: passwords,
    databaseUrls: await createDatabases(postgres, ''),
    redisHost: NODE_ADDRESS,
    redisPort: redis.port,
    smtpUrl: mailbox.smtpUrl,
    google: google.settings,
    payments: { ...stripe.settings, ...btcpay.settings },
    stripe: stripe.control,
    mailsUrl: `http://127.0.0.1:${LOOPBACK_PORTS.mails}/`,
  };
}

/** Serves the mailbox as the sandbox does: `?to=ADDRESS`, newest first. */
async function serveMails(messages: (to?: string) => object[]): Promise<void> {
  const server = createServer((request, response) => {
    const to = new URL(request.url!, 'http://localhost').searchParams.get('to') || undefined;
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(messages(to)));
  });
  await new Promise<void>((resolve) => server.listen(LOOPBACK_PORTS.mails, '127.0.0.1', resolve));
}
