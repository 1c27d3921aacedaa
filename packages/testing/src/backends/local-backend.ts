import { cacheFolder } from '@precis/backends/cache-folder';
import type { BackendLogger } from '@precis/backends/backend-logger';
import { ensureKafkaJars } from '@precis/backends/kafka-jars';
import { startPostgres } from '@precis/backends/postgres-backend';
import { ensureRedis } from '@precis/backends/redis-program';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BackendName } from './backend.js';

/** Makes sure, before any test, that a backend can be started on this machine: fetches what is missing. Rejects with what is in the way. */
export function prepareLocalBackend(
  name: BackendName,
  environment: NodeJS.ProcessEnv,
  logger: BackendLogger,
): Promise<string> {
  const prepare: Record<BackendName, () => Promise<string>> = {
    postgres: preparePostgres,
    redis: async () => `Redis (${(await ensureRedis(environment, logger)).at(-1)})`,
    kafka: async () => `Kafka (${await ensureKafkaJars(cacheFolder(environment), logger)})`,
  };
  return prepare[name]();
}

/** Whether it runs here is known only once it ran: it needs libraries and, for root, another user. */
async function preparePostgres(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'precis-trial-'));
  try {
    const backend = await startPostgres({ dataDir, durability: 'fast' });
    await backend.stop();
    return 'Postgres (npm)';
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
