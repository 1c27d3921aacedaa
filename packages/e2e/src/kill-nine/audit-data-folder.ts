import { startPostgres } from '@precis/backends/postgres-backend';
import { audit, type AuditOutcome } from '@precis/audit/audit';
import { BOOKS, urlSettingOf } from '@precis/audit/open-books';
import { join } from 'node:path';
import { databaseRows } from '../deployment/database-rows.js';

/** Reads rows of a service's database. */
export type Look = (service: string, sql: string, parameters?: unknown[]) => Promise<Record<string, any>[]>;

/** Audits and reads the databases of a stopped deployment. Nothing is in flight, so there is no grace period. */
export async function auditDataFolder<T>(
  dataDir: string,
  look: (rows: Look) => Promise<T>,
): Promise<AuditOutcome & { found: T }> {
  const postgres = await startPostgres({ dataDir: join(dataDir, 'postgres') });
  try {
    const urls = Object.fromEntries(BOOKS.map((book) => [urlSettingOf(book), postgres.url(`precis_${book}`)]));
    const outcome = await audit({ ...urls, AUDIT_GRACE_SECONDS: '0' });
    const found = await look((service, sql, parameters) =>
      databaseRows(postgres.url(`precis_${service}`), sql, parameters),
    );
    return { ...outcome, found };
  } finally {
    await postgres.stop();
  }
}

/** The next run publishes what the last calls left in the outbox; anything else would be lost. */
export const allPublished = ({ lines }: AuditOutcome): boolean =>
  !lines.some((line) => line.startsWith('I5') && line.includes('BROKEN'));
