import { parseConfig } from '@precis/runtime/config';
import { databaseSettings } from '@precis/runtime/settings';
import { isUuid } from '@precis/runtime/uuid';
import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { openDatabase } from '../database.js';

const USAGE = `usage: node dist/mails.main.js dead | retry EVENT_ID | retry --all
  dead   lists the mails that were given up, with the cause of each
  retry  queues one of them or all again, with all attempts; a mail whose link is no longer valid is not sent
DATABASE_URL comes from the environment. Exit codes: 0 done, 1 failed or no mail to retry, 2 wrong usage`;

const PRINTED = 100;

/** The operator's command for dead mails (MAIL-12). Prints only ids and codes; returns the exit code. */
export async function runMailsCommand(
  args: string[],
  environment: Record<string, unknown>,
  print: (line: string) => void,
): Promise<number> {
  const [verb, which, ...more] = args;
  const one = which !== undefined && isUuid(which);
  const isRetry = verb === 'retry' && (one || which === '--all');
  if (more.length > 0 || !(isRetry || (verb === 'dead' && which === undefined))) {
    print(USAGE);
    return 2;
  }
  let database: DataSource | undefined;
  try {
    database = await openDatabase(parseConfig('mails', z.object(databaseSettings), environment).DATABASE_URL);
    return isRetry ? await retry(database, one ? which : undefined, print) : await list(database, print);
  } catch (error) {
    print(`mails: ${(error as Error).message}`);
    return 1;
  } finally {
    await database?.destroy();
  }
}

async function list(database: DataSource, print: (line: string) => void): Promise<number> {
  const rows = await database.query(
    `SELECT event_id, kind, decided_at, cause, count(*) OVER ()::int AS n FROM deliveries WHERE state = 'dead' ORDER BY created_at LIMIT ${PRINTED}`,
  );
  for (const { event_id: id, kind, decided_at: at, cause } of rows)
    print(`${id}  ${kind}  since ${at.toISOString()}  ${cause ?? ''}`);
  const [{ n } = { n: 0 }] = rows;
  print(n > rows.length ? `${n} dead mails, the oldest ${rows.length} shown` : `${n} dead mails`);
  return 0;
}

/** After a relay was down for a day there may be thousands: one statement revives all, and the senders take five at a time. */
async function retry(
  database: DataSource,
  eventId: string | undefined,
  print: (line: string) => void,
): Promise<number> {
  const [{ n }] = await database.query(
    `WITH revived AS (
       UPDATE deliveries SET state = 'queued', attempts = 0, next_try_at = clock_timestamp(), lease_until = NULL, decided_at = NULL
       WHERE state = 'dead' AND ($1::uuid IS NULL OR event_id = $1) RETURNING 1
     ) SELECT count(*)::int AS n FROM revived`,
    [eventId ?? null],
  );
  print(`${n} mails will be tried again`);
  return n > 0 ? 0 : 1;
}
