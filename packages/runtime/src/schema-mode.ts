import type { DataSource } from 'typeorm';
import { migrate } from './database.js';

/** `migrate` updates the schema at start; `require` refuses to start with an outdated one. */
export type SchemaMode = 'migrate' | 'require';

/** The mode of a separate process, from its setting. */
export const schemaModeOf = (config: { MIGRATE_ON_START: 'on' | 'off' }): SchemaMode =>
  config.MIGRATE_ON_START === 'on' ? 'migrate' : 'require';

/**
 * With `migrate` runs the pending migrations; with `require` throws an Error that names them. Accepts a schema newer than this release: during a
 * rollout the old copies continue.
 */
export async function prepareSchema(source: DataSource, mode: SchemaMode = 'migrate'): Promise<void> {
  if (mode === 'migrate') return void (await migrate(source));
  const pending = await pendingMigrations(source);
  if (pending.length === 0) return;
  throw new Error(
    `The database lacks ${pending.length} migrations (${pending.join(', ')}). Run this service's migrate.main.js first, or set MIGRATE_ON_START=on.`,
  );
}

/** The names of the migrations that the database lacks. Changes nothing, and needs no lock. */
async function pendingMigrations(source: DataSource): Promise<string[]> {
  const [{ known }] = await source.query(`SELECT to_regclass('migrations') IS NOT NULL AS known`);
  const rows: { name: string }[] = known ? await source.query('SELECT name FROM migrations') : [];
  const done = new Set(rows.map(({ name }) => name));
  return source.migrations
    .map((migration) => migration.name ?? migration.constructor.name)
    .filter((name) => !done.has(name));
}
