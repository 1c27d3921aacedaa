import { startPostgres } from '@precis/engines/postgres-engine';
import { openDatabase } from '@precis/runtime/database';
import { join } from 'node:path';
import type { DataSource } from 'typeorm';

/** What the databases of a stopped deployment hold. */
export interface Audit {
  reserved: number;
  /** Months whose counters are not what their calls add up to: used = charged calls, reserved = reserved ones. */
  wrongMonths: { account_id: string; month: string }[];
  unpublished: number;
  notDone: number;
  /** Events of a type that a group handles, without exactly one finished row there. */
  missingEffects: string[];
  terms: number;
  timetableVersionsBehind: number;
  mailRequests: number;
  deliveries: number;
}

const SERVICES = ['auth', 'billing', 'usage', 'summarisation', 'notifications'] as const;
/** Who must have handled what, once. */
const REACTIONS = [
  { from: 'auth', type: 'user-registered', to: 'billing', group: 'billing' },
  { from: 'auth', type: 'mail-requested', to: 'notifications', group: 'notifications' },
  { from: 'billing', type: 'subscription-changed', to: 'usage', group: 'usage' },
] as const;

const WRONG_MONTHS = `
  SELECT account_id, month, m.used, m.reserved, c.charged, c.reserved AS reserved_calls
  FROM quota_months m
  FULL JOIN (
    SELECT account_id, month, count(*) FILTER (WHERE state = 'charged')::int AS charged, count(*) FILTER (WHERE state = 'reserved')::int AS reserved
    FROM metered_calls GROUP BY account_id, month
  ) c USING (account_id, month)
  WHERE coalesce(m.used, 0) <> coalesce(c.charged, 0) OR coalesce(m.reserved, 0) <> coalesce(c.reserved, 0)`;

/** Opens the databases after the deployment has stopped and holds the services' books against each other. */
export async function auditDataFolder(dataDir: string): Promise<Audit> {
  const postgres = await startPostgres({ dataDir: join(dataDir, 'postgres') });
  const sources = {} as Record<(typeof SERVICES)[number], DataSource>;
  try {
    for (const name of SERVICES) sources[name] = await openDatabase({ url: postgres.url(`precis_${name}`), migrations: [], poolSize: 2 });
    const number = async (source: DataSource, sql: string) => Number((await source.query(sql))[0].n);
    const sum = async (sql: string) => (await Promise.all(SERVICES.map((name) => number(sources[name], sql)))).reduce((a, b) => a + b, 0);
    return {
      reserved: await number(sources.usage, 'SELECT coalesce(sum(reserved), 0) AS n FROM quota_months'),
      wrongMonths: await sources.usage.query(WRONG_MONTHS),
      unpublished: await sum('SELECT count(*) AS n FROM outbox WHERE published_at IS NULL'),
      notDone: await sum(`SELECT count(*) AS n FROM consumed_events WHERE state <> 'done'`),
      missingEffects: (await Promise.all(REACTIONS.map((reaction) => missing(sources[reaction.from], sources[reaction.to], reaction)))).flat(),
      terms: await number(sources.billing, 'SELECT count(*) AS n FROM terms'),
      timetableVersionsBehind: await versionsBehind(sources.billing, sources.usage),
      mailRequests: await number(sources.auth, `SELECT count(*) AS n FROM outbox WHERE type = 'mail-requested'`),
      deliveries: await number(sources.notifications, 'SELECT count(*) AS n FROM deliveries'),
    };
  } finally {
    await Promise.all(Object.values(sources).map((source) => source.destroy()));
    await postgres.stop();
  }
}

async function missing(from: DataSource, to: DataSource, reaction: (typeof REACTIONS)[number]): Promise<string[]> {
  const events: { event_id: string }[] = await from.query('SELECT event_id FROM outbox WHERE type = $1', [reaction.type]);
  const handled: { event_id: string; rows: number }[] = await to.query(
    `SELECT event_id, count(*)::int AS rows FROM consumed_events WHERE consumer_group = $1 AND type = $2 AND state = 'done' GROUP BY event_id`,
    [reaction.group, reaction.type],
  );
  const rows = new Map(handled.map((row) => [row.event_id, row.rows]));
  return events.filter((event) => rows.get(event.event_id) !== 1).map((event) => `${reaction.type} ${event.event_id} at ${reaction.group}`);
}

async function versionsBehind(billing: DataSource, usage: DataSource): Promise<number> {
  const wanted: { account_id: string; version: number }[] = await billing.query('SELECT account_id, version FROM subscriptions');
  const known: { account_id: string; timetable_version: number }[] = await usage.query('SELECT account_id, timetable_version FROM quota_accounts');
  const versions = new Map(known.map((row) => [row.account_id, row.timetable_version]));
  return wanted.filter((row) => versions.get(row.account_id) !== row.version).length;
}
