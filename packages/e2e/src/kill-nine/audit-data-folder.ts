import { startPostgres } from '@precis/backends/postgres-backend';
import { openDatabase } from '@precis/runtime/database';
import { join } from 'node:path';
import { audit, type AuditOutcome } from '@precis/audit/audit';
import { BOOKS, urlSettingOf } from '@precis/audit/open-books';

export interface FolderAudit extends AuditOutcome {
  /** Granted terms, and mails in every state, for whoever knows how many there must be. */
  terms: number;
  deliveries: number;
}

/** Audits the databases of a deployment that has stopped: nothing is in flight, so there is no grace. */
export async function auditDataFolder(dataDir: string): Promise<FolderAudit> {
  const postgres = await startPostgres({ dataDir: join(dataDir, 'postgres') });
  const count = async (service: string, table: string) => {
    const database = await openDatabase({ url: postgres.url(`precis_${service}`), migrations: [], poolSize: 1 });
    const [{ n }] = await database.query(`SELECT count(*)::int AS n FROM ${table}`).finally(() => database.destroy());
    return n as number;
  };
  try {
    const urls = Object.fromEntries(BOOKS.map((book) => [urlSettingOf(book), postgres.url(`precis_${book}`)]));
    const outcome = await audit({ ...urls, AUDIT_GRACE_SECONDS: '0' });
    return {
      ...outcome,
      terms: await count('billing', 'terms'),
      deliveries: await count('notifications', 'deliveries'),
    };
  } finally {
    await postgres.stop();
  }
}
