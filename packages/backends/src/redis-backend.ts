import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CacheEnvironment } from './cache-folder.js';
import { silentLogger, type BackendLogger } from './backend-logger.js';
import { freePorts } from './free-ports.js';
import { RedisProcess } from './redis-process.js';
import { ensureRedis } from './redis-program.js';

/** The options of startRedis(). */
export interface RedisOptions {
  logger?: BackendLogger;
  /** Determines where a fetched Redis is kept between runs. */
  environment?: CacheEnvironment;
  /** An address of this machine on which any client may connect without a password; without it only 127.0.0.1 is served. */
  host?: string;
}

/** A running Redis. */
export interface RedisBackend {
  url: string;
  port: number;
  /** Default SIGKILL. For SIGKILL and SIGTERM it waits for the end of the process. */
  kill(signal?: NodeJS.Signals): Promise<void>;
  /** Starts a killed Redis on its port, empty, and waits until it answers. */
  restart(): Promise<void>;
  /** Ends it and removes its folder. */
  stop(): Promise<void>;
}

const ATTEMPTS = 3;

/** Starts an empty Redis for tests, on a free port; several may run in parallel. */
export async function startRedis({
  logger = silentLogger,
  environment = {},
  host,
}: RedisOptions = {}): Promise<RedisBackend> {
  const program = await ensureRedis(environment, logger);
  for (let attempt = 1; ; attempt++) {
    const folder = await mkdtemp(join(tmpdir(), 'precis-redis-'));
    const [port] = await freePorts(1);
    const redis = new RedisProcess(program, folder, port, host);
    const stop = async () => {
      await redis.signal('SIGKILL');
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    };
    try {
      await redis.start();
      const kill = (signal: NodeJS.Signals = 'SIGKILL') => redis.signal(signal);
      return { url: `redis://127.0.0.1:${port}`, port, kill, restart: () => redis.start(), stop };
    } catch (error) {
      await stop();
      const portWasTaken = (error as Error).message.includes('in use');
      if (!portWasTaken || attempt === ATTEMPTS) throw error;
      logger.warn('Another process took the port of Redis: starting again on another port.');
    }
  }
}
