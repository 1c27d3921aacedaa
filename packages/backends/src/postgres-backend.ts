import { mkdir, realpath, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { lockDataFolder } from './data-folder-lock.js';
import { silentLogger, type BackendLogger } from './backend-logger.js';
import type { RootWay } from './postgres-account.js';
import { findPostgresBinaries, type PostgresBinaries } from './postgres-binaries.js';
import { openCluster } from './postgres-cluster.js';
import { PostgresLife } from './postgres-life.js';
import { launchPostgres } from './postgres-process.js';
import {
  NETWORK_RULES,
  networkRules,
  POSTGRES_PORT,
  type Durability,
  type PostgresNetwork,
} from './postgres-settings.js';
import { openRuntimeFolder, type RuntimeFolder } from './runtime-folder.js';

/** The options of startPostgres(). */
export interface PostgresOptions {
  /** Holds the data, the superuser's password and the log; created if missing. Its path may have any length. */
  dataDir: string;
  logger?: BackendLogger;
  /** Default `safe`. */
  durability?: Durability;
  /** The most connections at once; default 200. */
  connections?: number;
  /** Absent: listens only on its socket. */
  network?: PostgresNetwork;
  /** Default `auto`; applies only to root. */
  rootWay?: RootWay;
  /** Default: those that npm installed. */
  binaries?: PostgresBinaries;
}

/** A running Postgres. */
export interface PostgresBackend {
  /** The host name for clients on this machine. */
  socketDir: string;
  port: number;
  /** The process id of the running process, or of the last one. */
  readonly pid: number;
  superuserPassword: string;
  /** The connection string; without user and password it is the superuser's. */
  url(database: string, user?: string, password?: string): string;
  /** Settles when the process has ended for good, by `stop` or by itself. Awaiting it does not keep Node running. */
  exited: Promise<void>;
  /** `pg_ctl stop -m immediate`: every connection is cut and nothing is flushed. Settles at the end; call `restart` or `stop` afterwards. */
  stopImmediately(): Promise<void>;
  /** Starts it again on its data, socket and port, and waits until its recovery is done. Only after `stopImmediately`. */
  restart(): Promise<void>;
  /** Shuts it down, removes its socket and releases the data folder. The data stays. */
  stop(): Promise<void>;
}

/** Starts Postgres on a data folder, in any state that the last run left. */
export async function startPostgres(options: PostgresOptions): Promise<PostgresBackend> {
  const { logger = silentLogger, durability = 'safe', connections = 200, network, rootWay = 'auto' } = options;
  // Other users may pass through but not list it: an unprivileged Postgres started by root finds its cluster below.
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
    if (network) await writeFile(join(socketDir, NETWORK_RULES), networkRules(network), { mode: 0o644 });
    const logFile = join(dataDir, 'postgres.log');
    const launch = () => launchPostgres(cluster, { socketDir, durability, connections, network, logFile });
    const life = await PostgresLife.begin(cluster, launch, async () => {
      await folder.remove().catch(() => undefined);
      lock.release();
    });
    logger.info(`Postgres ${binaries.version} runs on ${cluster.path} (process ${life.pid}).`);
    return {
      socketDir,
      port: POSTGRES_PORT,
      get pid() {
        return life.pid;
      },
      superuserPassword: cluster.superuserPassword,
      url: (database, user = 'postgres', password = cluster.superuserPassword) => {
        const account = `${encodeURIComponent(user)}:${encodeURIComponent(password)}`;
        return `postgresql://${account}@localhost/${encodeURIComponent(database)}?host=${encodeURIComponent(socketDir)}&port=${POSTGRES_PORT}`;
      },
      exited: life.over,
      stopImmediately: () => life.stopImmediately(),
      restart: () => life.restart(),
      stop: () => life.end(),
    };
  } catch (error) {
    await socketFolder?.remove();
    lock.release();
    throw error;
  }
}
