import { Redis } from 'ioredis';
import { Kafka, logLevel } from 'kafkajs';
import { Client } from 'pg';
import { releaseRedisDatabase, REDIS_DATABASES } from '../redis.js';
import { namedBackends } from './backend.js';

const TIMEOUT_MS = 10_000;

/** Removes the remains of a run from shared backends: a killed test file removes nothing itself. Other data stays. */
export async function sweepBackends(run: string, environment: NodeJS.ProcessEnv): Promise<void> {
  const { postgres, redis, kafka } = namedBackends(environment);
  await Promise.all([
    postgres && sweepPostgres(postgres, run),
    redis && sweepRedis(redis, run),
    kafka && sweepKafka(kafka.split(','), run),
  ]);
}

async function sweepPostgres(url: string, run: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: TIMEOUT_MS });
  await client.connect();
  try {
    const names = async (sql: string) => (await client.query(sql)).rows.map((row) => row.name as string);
    for (const name of await names(`SELECT datname AS name FROM pg_database WHERE starts_with(datname, '${run}_')`)) {
      await client.query(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`);
    }
    for (const name of await names(`SELECT rolname AS name FROM pg_roles WHERE starts_with(rolname, '${run}_')`))
      await client.query(`DROP ROLE IF EXISTS "${name}"`);
  } finally {
    await client.end();
  }
}

async function sweepRedis(url: string, run: string): Promise<void> {
  const redis = new Redis(url, { connectTimeout: TIMEOUT_MS, commandTimeout: TIMEOUT_MS, maxRetriesPerRequest: 1 });
  redis.on('error', () => undefined);
  try {
    for (const database of REDIS_DATABASES)
      await releaseRedisDatabase(redis, database, (holder) => holder.startsWith(run));
  } finally {
    redis.disconnect();
  }
}

async function sweepKafka(brokers: string[], run: string): Promise<void> {
  const admin = new Kafka({
    clientId: 'precis-tests',
    brokers,
    connectionTimeout: TIMEOUT_MS,
    logLevel: logLevel.NOTHING,
  }).admin();
  await admin.connect();
  try {
    const groups = (await admin.listGroups()).groups
      .map(({ groupId }) => groupId)
      .filter((name) => name.startsWith(`${run}.`));
    // A killed member keeps its group for some seconds; an empty name in the list is harmless.
    if (groups.length > 0) await admin.deleteGroups(groups).catch(() => undefined);
    const topics = (await admin.listTopics()).filter((name) => name.startsWith(`${run}.`));
    if (topics.length > 0) await admin.deleteTopics({ topics });
  } finally {
    await admin.disconnect();
  }
}
