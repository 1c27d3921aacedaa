import { startPostgres } from '@precis/backends/postgres-backend';
import { migrate } from '@precis/runtime/database';
import { openDatabase } from '@precis/usage/database';
import { accountReads } from '@precis/usage/testing/account-reads';
import { seedMonth } from '@precis/usage/testing/month-of-calls';
import { touchedBy } from '@precis/usage/testing/touched-rows';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Bar, figure, type Row } from '../figures.js';
import type { Findings } from '../measurement.js';
import type { Stage } from '../stage.js';

const MOST_MS = 100;
const MONTH = '2026-11';
const MIDDLE = new Date('2026-11-14T12:00:00Z');
const NOW = new Date('2026-11-28T00:00:00Z');
const CALLS = { full: 3_000_000, short: 30_000 };
const ACCOUNTS = { full: 1_000, short: 50 };

/**
 * Measures every read of usage in a month of three million calls: for an account with the largest plan's number of calls, and for one with a tenth
 * of all.
 */
export async function usageVolume({ size }: Stage): Promise<Findings> {
  const folder = await mkdtemp(join(tmpdir(), 'precis-bench-'));
  // Only the seed is written here.
  const postgres = await startPostgres({ dataDir: join(folder, 'postgres'), durability: 'fast' });
  const [database, at] = [await openDatabase(postgres.url('postgres')), size.isShort ? 'short' : 'full'] as const;
  try {
    await migrate(database);
    const seeded = await seedMonth(postgres.url('postgres'), {
      calls: CALLS[at],
      accounts: ACCOUNTS[at],
      month: MONTH,
    });
    const rows: Row[] = [];
    const bars: Bar[] = [];
    for (const [which, accountId] of Object.entries(seeded).reverse()) {
      const [{ used }] = await database.query('SELECT used FROM quota_months WHERE account_id = $1', [accountId]);
      for (const { name, run } of accountReads(accountId, MONTH, used, MIDDLE, NOW)) {
        await touchedBy(database, run);
        const { ms, rows: touched, pages, scanned } = await touchedBy(database, run);
        rows.push({
          name: `${which} account of ${used}: ${name}`,
          cells: [figure([ms], 1), figure([touched]), figure([pages]), scanned.join(', ')],
        });
        if (which === 'usual' || !/details|clients/.test(name))
          bars.push({
            what: `${which} account: ${name} takes ${ms.toFixed(1)} ms (at most ${MOST_MS})`,
            isMet: ms <= MOST_MS,
          });
      }
    }
    const columns = ['ms in Postgres', 'rows looked at', 'pages of 8 kB', 'whole tables'];
    return {
      tables: [{ title: `${CALLS[at]} calls of ${ACCOUNTS[at]} accounts in the month, warm`, columns, rows }],
      bars,
    };
  } finally {
    await database.destroy();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
