import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { parseConfig } from './config.js';
import { migrate } from './database.js';
import { databaseSettings } from './settings.js';

const schema = z.object({
  ...databaseSettings,
  /** How long to wait for another process that migrates the same database. */
  MIGRATE_WAIT_SECONDS: z.coerce.number().int().min(1).max(3_600).default(120),
});

/** Runs a service's migrate command. It may run any number of times, also in parallel. Returns the exit code. */
export async function runMigrateCommand(
  service: string,
  environment: Record<string, unknown>,
  openDatabase: (url: string) => Promise<DataSource>,
  print: (line: string) => void,
): Promise<number> {
  let source: DataSource | undefined;
  try {
    const config = parseConfig(`${service}'s migrate command`, schema, environment);
    source = await openDatabase(config.DATABASE_URL);
    const ran = await migrate(source, config.MIGRATE_WAIT_SECONDS * 1_000);
    print(ran.length > 0 ? `${service}: ran ${ran.join(', ')}` : `${service}: nothing to migrate`);
    return 0;
  } catch (error) {
    // Only name and message: the other fields of database errors contain queries.
    print(`${service}: not migrated. ${(error as Error).message}`);
    return 1;
  } finally {
    await source?.destroy();
  }
}
