import { Redis } from 'ioredis';
import { Kafka, logLevel } from 'kafkajs';
import { Client } from 'pg';
import type { BackendName } from './backend.js';

const TIMEOUT_MS = 5_000;
/** Two files run in parallel, each with the connection pools of a whole deployment. Our own engine and compose offer at least this many. */
const LEAST_CONNECTIONS = 200;

/** Describes the backend at an address without its password; rejects with the reason why tests cannot use it. */
export function reachBackend(name: BackendName, address: string): Promise<string> {
  return { postgres: reachPostgres, redis: reachRedis, kafka: reachKafka }[name](address);
}

async function reachPostgres(url: string): Promise<string> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: TIMEOUT_MS });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const sql = `SELECT current_setting('server_version') AS version, current_setting('max_connections')::int AS connections,
      (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) AS super`;
    const {
      version,
      connections,
      super: isSuperuser,
    } = (await client.query(sql)).rows[0] as { version: string; connections: number; super: boolean };
    if (!isSuperuser) throw new Error('its user is no superuser');
    if (connections < LEAST_CONNECTIONS)
      throw new Error(`its max_connections is ${connections}, tests need ${LEAST_CONNECTIONS}`);
    return `Postgres ${version} at ${placeOf(url)}`;
  } finally {
    await client.end();
  }
}

async function reachRedis(url: string): Promise<string> {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: TIMEOUT_MS,
    commandTimeout: TIMEOUT_MS,
    retryStrategy: null,
    maxRetriesPerRequest: 0,
  });
  let cause: Error | undefined;
  redis.on('error', (error: Error) => (cause = error));
  try {
    await redis.connect();
    const version = /redis_version:(\S+)/.exec(await redis.info('server'))?.[1];
    return `Redis ${version} at ${placeOf(url)}`;
  } catch (error) {
    throw cause ?? error;
  } finally {
    redis.disconnect();
  }
}

async function reachKafka(brokers: string): Promise<string> {
  const client = {
    clientId: 'precis-tests',
    brokers: brokers.split(','),
    connectionTimeout: TIMEOUT_MS,
    requestTimeout: TIMEOUT_MS,
    logLevel: logLevel.NOTHING,
  };
  const admin = new Kafka({ ...client, retry: { retries: 1, initialRetryTime: 200 } }).admin();
  try {
    await admin.connect();
    const { brokers: nodes } = await admin.describeCluster();
    return `Kafka with ${nodes.length} ${nodes.length === 1 ? 'broker' : 'brokers'} at ${brokers}`;
  } finally {
    await admin.disconnect();
  }
}

/** Host and port, or the folder of a socket; never the user or the password. */
function placeOf(url: string): string {
  const { host, searchParams } = new URL(url);
  return searchParams.get('host') ?? host;
}
