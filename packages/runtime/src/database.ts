import type { EventEmitter } from 'node:events';
import { Socket } from 'node:net';
import {
  DataSource,
  type EntityManager,
  type EntitySchema,
  MigrationExecutor,
  type MigrationInterface,
  type QueryRunner,
} from 'typeorm';
import { pause } from './pause.js';
import { isLockTimeout, isTransientConflict } from './transient-conflict.js';

/** A service's database and its contents. */
export interface DatabaseOptions {
  /** postgres:// URL; `?host=/folder` for a unix socket. */
  url: string;
  entities?: (string | (new () => object) | EntitySchema)[];
  migrations: (new () => MigrationInterface)[];
  poolSize?: number;
  /** How long nothing may be received or sent on a used connection, in ms; 0 = no limit beyond TCP's. Default: SILENCE_LIMIT_MS. */
  silenceLimitMs?: number;
}

/**
 * Longer than the 10 s of a statement, than an idle connection of the pool lives (pg's default), and than an attempt to handle an event, which may
 * hold a transaction while it calls other services. pg's query_timeout is not used, because it returns the dead connection to the pool.
 */
const SILENCE_LIMIT_MS = 15_000;

/**
 * How long a step may wait for a connection of the pool. On a machine without idle time, opening one can take seconds. Shorter than the 9 s that
 * the gateway waits for usage while it answers other calls, so that its answer can still name the reason.
 */
const CONNECTION_LIMIT_MS = 8_000;

/** Databases that run migrations, whose statements have no time limit. */
const migrating = new WeakSet<DataSource>();

/** Opens a service's own database. Statements are cancelled after 10 s, so that a stuck lock never holds a connection forever. */
export async function openDatabase(options: DatabaseOptions): Promise<DataSource> {
  const stream = () => boundedSocket(options.silenceLimitMs ?? SILENCE_LIMIT_MS, () => migrating.has(source));
  const source: DataSource = new DataSource({
    type: 'postgres',
    url: options.url,
    entities: options.entities ?? [],
    migrations: options.migrations,
    migrationsTransactionMode: 'each',
    extra: {
      max: options.poolSize ?? 8,
      connectionTimeoutMillis: CONNECTION_LIMIT_MS,
      statement_timeout: 10_000,
      idle_in_transaction_session_timeout: 30_000,
      stream,
      // For a moment neither the pool nor TypeORM listens, and an unhandled error would end the process.
      onConnect: (client: EventEmitter) => client.on('error', () => undefined),
    },
  });
  return source.initialize();
}

/**
 * Creates a socket that is destroyed when nothing was received or sent on it for `limitMs`. Otherwise a lost node would hold the connection, and
 * the callers that wait for it, for as long as TCP retransmits: about 15 minutes, in which its successor already serves.
 */
function boundedSocket(limitMs: number, isExempt: () => boolean): Socket {
  const socket = new Socket();
  return socket.setTimeout(limitMs, () => {
    if (!isExempt()) socket.destroy(new Error(`Connection terminated: silent for ${limitMs} ms`));
  });
}

/** Any fixed number that no other advisory lock of a service's database uses. */
const MIGRATION_LOCK = 7_210_001;
const WAIT_LIMIT_MS = 60_000;
const LOOK_EVERY_MS = 100;

/**
 * Brings the schema up to date, and returns the names of the migrations that this call ran. Of several processes one works and the others wait for
 * it, each at most `waitLimitMs`. The lock and the work share a connection, so a lost connection also ends its unfinished migration.
 */
export async function migrate(source: DataSource, waitLimitMs = WAIT_LIMIT_MS): Promise<string[]> {
  const runner = source.createQueryRunner();
  try {
    await takeLock(runner, waitLimitMs);
    // Building an index may take long. Waiting for a lock would delay every later query on the table.
    await runner.query(`SET statement_timeout = 0; SET lock_timeout = '10s'`);
    const executor = new MigrationExecutor(source, runner);
    executor.transaction = 'each';
    const ran = await unhurried(source, () => executor.executePendingMigrations());
    return ran.map(({ name }) => name);
  } finally {
    await runner
      .query('RESET statement_timeout; RESET lock_timeout; SELECT pg_advisory_unlock_all()')
      .catch(() => undefined);
    await runner.release();
  }
}

/** Exempts the sockets of the database from the silence limit during `work`. Its caller holds the migration lock, so no two runs overlap. */
async function unhurried<T>(source: DataSource, work: () => Promise<T>): Promise<T> {
  migrating.add(source);
  try {
    return await work();
  } finally {
    migrating.delete(source);
  }
}

/** Polls for the lock, because a statement that waits in Postgres would reach its own time limit. */
async function takeLock(runner: QueryRunner, waitLimitMs: number): Promise<void> {
  const deadline = performance.now() + waitLimitMs;
  for (;;) {
    const [{ locked }] = await runner.query('SELECT pg_try_advisory_lock($1) AS locked', [MIGRATION_LOCK]);
    if (locked) return;
    if (performance.now() > deadline)
      throw new Error(`Another process has been migrating this database for ${waitLimitMs / 1_000} s.`);
    await pause(LOOK_EVERY_MS * (0.5 + Math.random()));
  }
}

/** The part of pg's client that runs a prepared statement. */
interface PgClient {
  query(statement: { name: string; text: string; values: unknown[] }): Promise<{ rows: unknown[] }>;
}

/**
 * Runs one SQL statement, which each connection parses once, and returns its rows. After five runs Postgres usually keeps the plan too. For statements
 * that run often: planning one can take longer than running it. Throws pg's error, not TypeORM's QueryFailedError; isLockTimeout and isDatabaseAway
 * understand both. One `name` stands for one text. The text must list its result columns, because Postgres refuses a prepared statement whose columns
 * have changed.
 */
export async function queryPrepared<T>(
  source: DataSource,
  name: string,
  text: string,
  values: unknown[],
): Promise<T[]> {
  const runner = source.createQueryRunner();
  try {
    const client = (await runner.connect()) as PgClient;
    source.logger.logQuery(text, values, runner);
    return (await client.query({ name, text, values })).rows as T[];
  } finally {
    await runner.release();
  }
}

const TRIES = 5;
/** Most callers of RPCs give up after 5 s, and one wait for a lock may take a second. */
const LAST_WAIT_AFTER_MS = 2_500;

/**
 * Runs one business step in one transaction. After a transient conflict (`isTransientConflict`) the whole step is repeated, in at most 5 attempts. When
 * a lock was not granted in time, no attempt begins later than 2.5 s after the first, so that the step seldom commits after its caller gave up.
 */
export async function inTransaction<T>(source: DataSource, step: (manager: EntityManager) => Promise<T>): Promise<T> {
  let [begunMs, conflict]: [number | undefined, unknown] = [undefined, undefined];
  const isTooLate = () => isLockTimeout(conflict) && performance.now() > begunMs! + LAST_WAIT_AFTER_MS;
  for (let attempt = 1; ; attempt++) {
    try {
      return await source.transaction((manager) => {
        // The wait for a connection may have been long.
        if (isTooLate()) throw conflict;
        begunMs ??= performance.now();
        return step(manager);
      });
    } catch (error) {
      conflict = error;
      if (attempt === TRIES || !isTransientConflict(error) || isTooLate()) throw error;
      await pause(Math.random() * 20 * attempt);
    }
  }
}
