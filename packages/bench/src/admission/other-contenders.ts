import { startPostgres } from '@precis/backends/postgres-backend';
import { startRedis } from '@precis/backends/redis-backend';
import { registerWithKey } from '@precis/e2e/deployment/accounts';
import { deploymentOf } from '@precis/e2e/deployment/deployment';
import { StandaloneProcess } from '@precis/e2e/deployment/standalone-process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { callOf, type Contender, raiseQuotas, redisPid, startProgram, UNBOUND } from './contender.js';
import { childrenOf, processorTimeUs } from './processor-time.js';

const TYPICAL = join(import.meta.dirname, '../typical/typical.main.js');

/** All services in one process, with their Postgres. */
export interface Standalone extends Contender {
  process: StandaloneProcess;
  postgresPid: number;
}

/** The product as `make start` runs it, with a fresh data folder. */
export async function startStandalone(accounts: number): Promise<Standalone> {
  const process = await StandaloneProcess.inFreshFolder({ ...UNBOUND, PASSWORD_HASHING: 'light' });
  try {
    const precis = await deploymentOf(process);
    const keys: string[] = [];
    while (keys.length < accounts) keys.push((await registerWithKey(precis)).key);
    const { databaseUrls } = JSON.parse(await readFile(join(process.dataDir, 'operator.json'), 'utf8')) as {
      databaseUrls: string[];
    };
    await raiseQuotas(
      databaseUrls.find((url) => new URL(url).pathname.includes('usage'))!,
      accounts + 1,
    );
    const postgresPid = childrenOf(process.pid!)[0];
    return {
      name: 'standalone',
      process,
      postgresPid,
      calls: keys.map((key) => callOf(process.url, key)),
      usedUs: () => ({ gateway: processorTimeUs(process.pid!), postgres: processorTimeUs(postgresPid, true) }),
      close: () => process.discard(),
    };
  } catch (error) {
    await process.discard().catch(() => undefined);
    throw error;
  }
}

/** A gateway made of the usual parts of Nest, with its own Redis and a Postgres with fsync. */
export async function startTypical(accounts: number, body: string): Promise<Contender> {
  const folder = await mkdtemp(join(tmpdir(), 'precis-bench-'));
  const [postgres, redis] = await Promise.all([
    startPostgres({ dataDir: join(folder, 'postgres') }),
    startRedis({ environment: process.env }),
  ]);
  const stopBackends = async () => {
    await Promise.all([postgres.stop(), redis.stop()]);
    await rm(folder, { recursive: true, force: true });
  };
  const keys = Array.from({ length: accounts }, (_, nr) => `typical-${nr}`);
  const settings = {
    DATABASE_URL: postgres.url('postgres'),
    REDIS_URL: redis.url,
    BODY: body,
    KEYS: keys.join(','),
  };
  try {
    const { child, port } = await startProgram(TYPICAL, settings);
    const pid = await redisPid(redis.port);
    return {
      name: 'typical Nest gateway',
      calls: keys.map((key) => callOf(`http://127.0.0.1:${port}`, key)),
      usedUs: () => ({
        gateway: processorTimeUs(child.pid!),
        postgres: processorTimeUs(postgres.pid, true),
        redis: processorTimeUs(pid),
      }),
      close: async () => {
        child.kill();
        await stopBackends();
      },
    };
  } catch (error) {
    await stopBackends();
    throw error;
  }
}
