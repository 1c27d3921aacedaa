import { DataSource, type EntityManager, type EntitySchema, type MigrationInterface } from 'typeorm';

export interface DatabaseOptions {
  /** postgres:// URL; `?host=/folder` for a unix socket. */
  url: string;
  entities?: (string | (new () => object) | EntitySchema)[];
  migrations: (new () => MigrationInterface)[];
  poolSize?: number;
}

/** Opens a service's own database. Statements are cut after 10 s so that a stuck lock never holds a connection for ever. */
export async function openDatabase(options: DatabaseOptions): Promise<DataSource> {
  const source = new DataSource({
    type: 'postgres',
    url: options.url,
    entities: options.entities ?? [],
    migrations: options.migrations,
    migrationsTransactionMode: 'each',
    extra: { max: options.poolSize ?? 8, connectionTimeoutMillis: 5_000, statement_timeout: 10_000, idle_in_transaction_session_timeout: 30_000 },
  });
  return source.initialize();
}

/** Any fixed number; it only has to differ from the relay's lock in the same database. */
const MIGRATION_LOCK = 7_210_001;

/** Brings the schema up to date; several processes may start at once, the advisory lock lets one work. */
export async function migrate(source: DataSource): Promise<void> {
  const runner = source.createQueryRunner();
  try {
    await runner.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await source.runMigrations();
  } finally {
    await runner.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => undefined);
    await runner.release();
  }
}

const TRANSIENT = new Set(['40P01', '40001']);
const TRIES = 5;

/** Runs one business step in one transaction; a deadlock or serialisation failure repeats the whole step, at most 5 times. */
export async function inTransaction<T>(source: DataSource, step: (manager: EntityManager) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await source.transaction(step);
    } catch (error) {
      if (attempt === TRIES || !TRANSIENT.has((error as { code?: string }).code ?? '')) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * attempt));
    }
  }
}
