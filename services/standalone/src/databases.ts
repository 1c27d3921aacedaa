import { ensureDatabase } from '@precis/backends/database-setup';
import type { PostgresBackend } from '@precis/backends/postgres-backend';
import { SERVICE_LIST } from '@precis/runtime/service-list';
import { randomBytes } from 'node:crypto';

const DATABASES = ['bus', ...SERVICE_LIST.filter(({ database }) => database).map(({ name }) => name)];

/** One database and role for the bus and for each service, as postgres:// URLs; the passwords live as long as this process. */
export async function openDatabases(postgres: PostgresBackend): Promise<Record<string, string>> {
  const urls: Record<string, string> = {};
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
