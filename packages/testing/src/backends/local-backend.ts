import { cacheFolder } from '@precis/engines/cache-folder';
import type { EngineLogger } from '@precis/engines/engine-logger';
import { ensureKafkaJars } from '@precis/engines/kafka-jars';
import { startPostgres } from '@precis/engines/postgres-engine';
import { ensureRedis } from '@precis/engines/redis-program';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BackendName } from './backend.js';

/** Makes sure, before any test, that a backend can be started on this machine: fetches what is missing. Rejects with what is in the way. */
export function prepareLocalBackend(
  name: BackendName,
  environment: NodeJS.ProcessEnv,
  logger: EngineLogger,
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
    const engine = await startPostgres({ dataDir, durability: 'fast' });
    await engine.stop();
    return 'Postgres (npm)';
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
