import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** The answer to one call of a gateway. */
export interface Revocations {
  ids: string[];
  cursor: string;
  /** False: `ids` do not follow the sent cursor, and the gateway must drop all cached credentials. */
  follows: boolean;
}

/** The position in the life of the database where a list of revocations ended. */
export interface RevocationCursor {
  /** The start time of this Postgres: its transaction ids mean nothing to another one (a restart, a promoted standby, a restore). */
  started: string;
  /** Seconds since 1970 by the service's clock, which also ends graces. */
  madeAt: string;
  /** The visible transactions at that time, as Postgres writes them: `xmin:xmax:running,running`. */
  snapshot: string;
}

/** Dead rows are deleted after a day: a cursor must be far younger, so that nothing is missed. */
const CURSOR_LIVES_SECONDS = 3_600;
const CURSOR = /^(\d+(?:\.\d+)?)\/(\d+(?:\.\d+)?)\/(\d{1,19}:\d{1,19}:(?:\d{1,19}(?:,\d{1,19})*)?)$/;

/** Most ids of one answer. When more are revoked within 250 ms, the gateways drop their whole cache. */
const MOST_IDS = 5_000;

/** An ended grace is in every answer for this long: the copies of the service answer in turn, and their clocks differ. */
const CLOCKS_DIFFER_MS = 10_000;
const WITHOUT_CURSOR_MS = 120_000;

/** The part of a cursor that Postgres knows: its start time, and the transactions that are visible to the statement which reads the ids. */
const HERE = `SELECT extract(epoch FROM pg_postmaster_start_time())::text AS started, pg_current_snapshot()::text AS snapshot`;

/**
 * Revoked by transactions that the snapshot $1 did not show, however late they committed and with any clock. Ids of a database from which this one
 * was restored may lie in the future: they are left out until they are reached. Uses the indexes *_revoked_in (a test reads the plan).
 */
export const revokedSince = (table: 'sessions' | 'api_keys') => `
  SELECT id FROM ${table} WHERE revoked_in >= pg_snapshot_xmin($1::pg_snapshot) AND NOT pg_visible_in_snapshot(revoked_in, $1::pg_snapshot)
    AND revoked_in < pg_snapshot_xmax(pg_current_snapshot())`;

/** Graces that ended in this time by the service's clock: no transaction marks their end. */
const graceEnded = (from: string, to: string) =>
  `SELECT id FROM api_keys WHERE valid_until > ${from}::timestamptz AND valid_until <= ${to}::timestamptz AND revoked_at IS NULL`;

/** Uses the index sessions_revoked (a test reads its plan). */
export const SESSIONS_REVOKED_LATELY = `SELECT id FROM sessions WHERE revoked_at > now() - interval '120 seconds'`;

/**
 * Sessions and keys of accounts that were suspended or closed in this time, by the database clock: refused and not revoked. With a cursor, the
 * trigger's revoked_in is used. Uses the index users_refused (a test reads its plan).
 */
export const REFUSED_LATELY = `
  SELECT s.id FROM users u JOIN sessions s ON s.user_id = u.id AND s.revoked_at IS NULL WHERE u.refused_at > now() - interval '120 seconds'
  UNION SELECT k.id FROM users u JOIN api_keys k ON k.user_id = u.id AND k.revoked_at IS NULL WHERE u.refused_at > now() - interval '120 seconds'`;

type Row = Omit<RevocationCursor, 'madeAt'> & { ids: string[] };

@Injectable()
export class RevocationsRepository {
  constructor(private readonly database: DataSource) {}

  /** All that ended, or whose account is refused, since the cursor; for a cursor that cannot be followed, as without one. */
  async since(cursor: string, now: Date): Promise<Revocations> {
    const sent = parseCursor(cursor);
    if (!sent) return this.lately(now);
    // From the cursor's time on, however long ago: a gateway that asks again after a pause still has its old cache.
    const from = new Date(Math.min(Number(sent.madeAt) * 1_000, now.getTime()) - CLOCKS_DIFFER_MS);
    const query = `${revokedSince('sessions')} UNION ALL ${revokedSince('api_keys')} UNION ${graceEnded('$2', '$3')} LIMIT ${MOST_IDS + 1}`;
    const { ids, ...here } = await this.ask(query, [sent.snapshot, from, now], now);
    const follows = canFollow(sent, here) && ids.length <= MOST_IDS;
    return { ids: follows ? ids : [], cursor: formatCursor(here), follows };
  }

  /**
   * For a gateway without a cursor: the revocations of the last 120 s by the database clock, which all writers share. Never cut: a gateway of an
   * older release accepts an omitted id as valid. Uses now() and not clock_timestamp(), because an index cannot be searched for a value that may
   * change from row to row.
   */
  private async lately(now: Date): Promise<Revocations> {
    const query = `${SESSIONS_REVOKED_LATELY}
      UNION SELECT id FROM api_keys WHERE revoked_at > now() - interval '120 seconds' UNION ${REFUSED_LATELY} UNION ${graceEnded('$1', '$2')}`;
    const { ids, ...here } = await this.ask(query, [new Date(now.getTime() - WITHOUT_CURSOR_MS), now], now);
    return { ids, cursor: formatCursor(here), follows: false };
  }

  private async ask(ids: string, values: unknown[], now: Date): Promise<RevocationCursor & { ids: string[] }> {
    const [row] = await this.database.query<Row[]>(`${HERE}, ARRAY(${ids}) AS ids`, values);
    return { ...row, madeAt: String(now.getTime() / 1_000) };
  }
}

export function formatCursor({ started, madeAt, snapshot }: RevocationCursor): string {
  return `${started}/${madeAt}/${snapshot}`;
}

/** Undefined for a malformed cursor. */
export function parseCursor(text: string): RevocationCursor | undefined {
  const parts = CURSOR.exec(text);
  return parts ? { started: parts[1], madeAt: parts[2], snapshot: parts[3] } : undefined;
}

/** Whether an answer at `here` can have everything that was revoked after `sent`. */
export function canFollow(sent: RevocationCursor, here: RevocationCursor): boolean {
  return sent.started === here.started && Math.abs(Number(here.madeAt) - Number(sent.madeAt)) < CURSOR_LIVES_SECONDS;
}
