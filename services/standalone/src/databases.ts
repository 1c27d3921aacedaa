import { ensureDatabase } from '@precis/backends/database-setup';
import type { PostgresBackend } from '@precis/backends/postgres-backend';
import { randomBytes } from 'node:crypto';

export const DATABASES = ['bus', 'auth', 'billing', 'usage', 'summarisation', 'notifications'] as const;
export type DatabaseName = (typeof DATABASES)[number];

/** One database and role per service; the passwords live as long as this process. */
export async function openDatabases(postgres: PostgresBackend): Promise<Record<DatabaseName, string>> {
  const urls = {} as Record<DatabaseName, string>;
  for (const name of DATABASES) {
    const owner = {
      database: `precis_${name}`,
      role: `precis_${name}`,
      password: randomBytes(24).toString('base64url'),
    };
    await ensureDatabase(postgres, owner);
    urls[name] = postgres.url(owner.database, owner.role, owner.password);
  }
  return urls;
}
