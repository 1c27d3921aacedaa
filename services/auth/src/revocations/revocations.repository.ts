import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** What a gateway learns from one question. */
export interface Revocations {
  ids: string[];
  cursor: string;
  /** False: `ids` do not follow the cursor that was sent, and the gateway must forget all credentials that it remembers. */
  follows: boolean;
}

/** Where in the life of the database a list of revocations ended. */
export interface RevocationCursor {
  /** When this Postgres started: its transaction ids mean nothing to another one (a restart, a standby that took over, a restore). */
  started: string;
  /** Seconds since 1970 by the service's clock, the one by which graces end. */
  madeAt: string;
  /** What was visible then, as Postgres writes it: `xmin:xmax:running,running`. */
  snapshot: string;
}

/** The dead are deleted after a day: a cursor must be far younger to be a place from which nothing is missed. */
const CURSOR_LIVES_SECONDS = 3_600;
const CURSOR = /^(\d+(?:\.\d+)?)\/(\d+(?:\.\d+)?)\/(\d{1,19}:\d{1,19}:(?:\d{1,19}(?:,\d{1,19})*)?)$/;

/** Of one answer, which would grow without a bound otherwise. More than so many in 250 ms make the gateways forget all that they remember. */
const MOST_IDS = 5_000;

/** An ended grace is in every answer for so long: the copies of the service answer in turn, and their clocks differ. */
const CLOCKS_DIFFER_MS = 10_000;
const WITHOUT_CURSOR_MS = 120_000;

/** The pair of one statement: the ids that it saw and what else it could see. */
const HERE = `SELECT extract(epoch FROM pg_postmaster_start_time())::text AS started, pg_current_snapshot()::text AS snapshot`;

/**
 * Revoked by transactions that the snapshot $1 did not show yet, however late they committed and whatever any clock said. Ids of a
 * database that this one was restored from may lie in the future: they are left out until they come true. Searchable in the
 * indexes *_revoked_in (a test reads the plan).
 */
export const revokedSince = (table: 'sessions' | 'api_keys') => `
  SELECT id FROM ${table} WHERE revoked_in >= pg_snapshot_xmin($1::pg_snapshot) AND NOT pg_visible_in_snapshot(revoked_in, $1::pg_snapshot)
    AND revoked_in < pg_snapshot_xmax(pg_current_snapshot())`;

/** Ended by itself in this time, by the service's clock: no transaction says so. */
const graceEnded = (from: string, to: string) =>
  `SELECT id FROM api_keys WHERE valid_until > ${from}::timestamptz AND valid_until <= ${to}::timestamptz AND revoked_at IS NULL`;

/** Searchable in the index sessions_revoked (a test reads its plan). */
export const SESSIONS_REVOKED_LATELY = `SELECT id FROM sessions WHERE revoked_at > now() - interval '120 seconds'`;

/**
 * Sessions and keys of accounts that were suspended or closed in this time, by the database clock: refused and not revoked. With a cursor
 * the trigger's revoked_in says it.
 */
const REFUSED_LATELY = `
  SELECT s.id FROM users u JOIN sessions s ON s.user_id = u.id AND s.revoked_at IS NULL WHERE u.refused_at > now() - interval '120 seconds'
  UNION SELECT k.id FROM users u JOIN api_keys k ON k.user_id = u.id AND k.revoked_at IS NULL WHERE u.refused_at > now() - interval '120 seconds'`;

type Row = Omit<RevocationCursor, 'madeAt'> & { ids: string[] };

@Injectable()
export class RevocationsRepository {
  constructor(private readonly database: DataSource) {}

  /** All that died, or whose account is refused, since the cursor, where that can be said; else as without one. */
  async since(cursor: string, now: Date): Promise<Revocations> {
    const sent = parseCursor(cursor);
    if (!sent) return this.lately(now);
    // From the cursor's moment on, however long ago: a gateway that asks again after a pause still remembers what it knew before.
    const from = new Date(Math.min(Number(sent.madeAt) * 1_000, now.getTime()) - CLOCKS_DIFFER_MS);
    const query = `${revokedSince('sessions')} UNION ALL ${revokedSince('api_keys')} UNION ${graceEnded('$2', '$3')} LIMIT ${MOST_IDS + 1}`;
    const { ids, ...here } = await this.ask(query, [sent.snapshot, from, now], now);
    const follows = canFollow(sent, here) && ids.length <= MOST_IDS;
    return { ids: follows ? ids : [], cursor: formatCursor(here), follows };
  }

  /**
   * For a gateway without a cursor: those of the last 120 s by the database clock, which every writer shares. Never cut short: a
   * gateway of an older release takes an id that is left out for valid. now(), not clock_timestamp(): an index cannot be searched
   * for a value that may change from row to row.
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

/** Undefined for anything that is not of this form. */
export function parseCursor(text: string): RevocationCursor | undefined {
  const parts = CURSOR.exec(text);
  return parts ? { started: parts[1], madeAt: parts[2], snapshot: parts[3] } : undefined;
}

/** True when an answer at `here` can name everything that was revoked after `sent`. */
export function canFollow(sent: RevocationCursor, here: RevocationCursor): boolean {
  return sent.started === here.started && Math.abs(Number(here.madeAt) - Number(sent.madeAt)) < CURSOR_LIVES_SECONDS;
}
