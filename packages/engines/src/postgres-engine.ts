import { mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { lockDataFolder } from './data-folder-lock.js';
import { silentLogger, type EngineLogger } from './engine-logger.js';
import type { RootWay } from './postgres-account.js';
import { findPostgresBinaries, type PostgresBinaries } from './postgres-binaries.js';
import { openCluster } from './postgres-cluster.js';
import { endOrphan } from './postgres-orphan.js';
import { launchPostgres } from './postgres-process.js';
import { POSTGRES_PORT, type Durability } from './postgres-settings.js';
import { openRuntimeFolder, type RuntimeFolder } from './runtime-folder.js';
import { endBySignals, type Rung } from './signal-ladder.js';

export interface PostgresOptions {
  /** Keeps the data, the superuser's password and the log; made when missing. Its path may be of any length. */
  dataDir: string;
  logger?: EngineLogger;
  /** Default `safe`. */
  durability?: Durability;
  /** Default `auto`; for root alone. */
  rootWay?: RootWay;
  /** Default: those that npm installed. */
  binaries?: PostgresBinaries;
}

export interface PostgresEngine {
  /** Names the host in every client: the engine listens nowhere else. */
  socketDir: string;
  port: number;
  pid: number;
  superuserPassword: string;
  /** Connection string; without user and password the superuser's. */
  url(database: string, user?: string, password?: string): string;
  /** Settles when the process has ended, by `stop` or by itself. Waiting for it does not keep Node running. */
  exited: Promise<void>;
  stop(): Promise<void>;
}

const STOP_RUNGS: Rung[] = [
  // Connections that were closed a moment ago end by themselves; cut, they would be reported as failures.
  { signal: 'SIGTERM', timeoutMs: 500 },
  { signal: 'SIGINT', timeoutMs: 10_000 },
  { signal: 'SIGQUIT', timeoutMs: 4_000 },
  { signal: 'SIGKILL', timeoutMs: 4_000 },
];

/** Starts Postgres on a data folder, whatever the last life on it left behind. */
export async function startPostgres(options: PostgresOptions): Promise<PostgresEngine> {
  const { logger = silentLogger, durability = 'safe', rootWay = 'auto' } = options;
  // Others may pass through but not look: an unprivileged Postgres of root's finds its cluster below.
  await mkdir(options.dataDir, { recursive: true, mode: 0o711 });
  const dataDir = await realpath(options.dataDir);
  const lock = lockDataFolder(dataDir, 'postgres');
  let socketFolder: RuntimeFolder | undefined;
  try {
    const binaries = options.binaries ?? (await findPostgresBinaries());
    const cluster = await openCluster({ dataDir, binaries, rootWay, durable: durability === 'safe' });
    const owner = cluster.account.kind === 'user' ? cluster.account : undefined;
    const folder = (socketFolder = await openRuntimeFolder({ prefix: 'precis-pg', owner }));
    const socketDir = folder.path;
    const { pid, exited } = await launchPostgres(cluster, { socketDir, durability, logFile: join(dataDir, 'postgres.log') });
    logger.info(`Postgres ${binaries.version} runs on ${cluster.path} (process ${pid}).`);
    let ended = false;
    const cleared = exited.then(async () => {
      ended = true;
      await folder.remove().catch(() => undefined);
      lock.release();
    });
    return {
      socketDir,
      port: POSTGRES_PORT,
      pid,
      superuserPassword: cluster.superuserPassword,
      url: (database, user = 'postgres', password = cluster.superuserPassword) => {
        const account = `${encodeURIComponent(user)}:${encodeURIComponent(password)}`;
        return `postgresql://${account}@localhost/${encodeURIComponent(database)}?host=${encodeURIComponent(socketDir)}&port=${POSTGRES_PORT}`;
      },
      exited: cleared,
      stop: async () => {
        if (!ended && !(await endBySignals([pid], STOP_RUNGS, () => Promise.resolve(ended)))) await endOrphan(cluster.path);
        await cleared;
      },
    };
  } catch (error) {
    await socketFolder?.remove();
    lock.release();
    throw error;
  }
}
