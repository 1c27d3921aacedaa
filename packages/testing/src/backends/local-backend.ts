import { cacheFolder } from '@precis/backends/cache-folder';
import type { BackendLogger } from '@precis/backends/backend-logger';
import { ensureKafkaJars } from '@precis/backends/kafka-jars';
import { startPostgres } from '@precis/backends/postgres-backend';
import { ensureRedis } from '@precis/backends/redis-program';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BackendName } from './backend.js';

/** Ensures before any test that a backend can be started on this machine, and fetches what is missing. Rejects with the reason why it cannot. */
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

/** Runs Postgres once, because only that shows whether it works here: it needs libraries and, for root, another user. */
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
