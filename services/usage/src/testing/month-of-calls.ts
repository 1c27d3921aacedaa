import { openDatabase } from '@precis/runtime/database';

/** The size of a generated month. */
export interface MonthSize {
  calls: number;
  accounts: number;
  month: string;
}

/** Most of a month's calls belong to accounts of equal size; the first account has a tenth of all calls, and some have none. */
const ACCOUNT = `md5('account ' || nr)::uuid`;
const OWNER = `md5('account ' || CASE WHEN i % 10 = 0 THEN 0 ELSE i % $2::int END)::uuid`;
/** The number of a call within its account. Values that vary from call to call use it, so that they do not correlate with the account. */
const NTH = `(i / $2::int)`;
const CLIENTS = `(ARRAY['curl/8.5.0', 'cursor/1.2', 'claude-desktop', 'python-requests/2.32'])[${NTH} % 4 + 1]`;
/** From the first moment of the month over 27 days. */
const MOMENT = `($3::text || '-01T00:00:00Z')::timestamptz + i * interval '27 days' / $1::int`;

/**
 * Fills usage's real schema with a month of metered calls, their lines, records of requests and counts, in the physical order of production: the
 * calls of an account lie between those of all others. The hashes form no valid chain. Returns the account with a tenth of the calls, and a usual
 * one.
 */
export async function seedMonth(
  url: string,
  { calls, accounts, month }: MonthSize,
): Promise<{ large: string; usual: string }> {
  // A statement with millions of rows runs for minutes without a sign of life, so the connection must not be given up for its silence.
  const database = await openDatabase({ url, migrations: [], silenceLimitMs: 0 });
  const runner = database.createQueryRunner();
  try {
    await runner.query('SET statement_timeout = 0');
    await runner.query(
      `INSERT INTO quota_accounts (account_id, timetable) SELECT ${ACCOUNT}, '{"freeVideosPerMonth": 100000000, "entries": []}'
       FROM generate_series(0, $1::int - 1) AS nr`,
      [accounts],
    );
    await runner.query(
      `INSERT INTO metered_calls (call_id, account_id, month, attempt, state, mode, holder, idem_hash, body_hash, result_ref, client, endpoint,
         reserved_at, video_id, title, summary_type, duration_seconds)
       SELECT md5('call ' || i)::uuid, ${OWNER}, $3::text, 1, CASE WHEN ${NTH} % 50 = 1 THEN 'released' WHEN ${NTH} % 100 = 2 THEN 'refunded' ELSE 'charged' END,
         'sync', 'gateway', CASE WHEN ${NTH} % 10 = 3 THEN repeat(md5('key ' || i), 2) END, CASE WHEN ${NTH} % 10 = 3 THEN repeat(md5('body ' || i), 2) END,
         CASE WHEN ${NTH} % 50 > 2 OR ${NTH} % 50 = 0 THEN md5('result ' || i) END, ${CLIENTS}, '/api/youtube/summarize', ${MOMENT}, 'precisDemo1',
         'How a canal lock lifts a boat, part ' || i, 'auto', 186
       FROM generate_series(1, $1::int) AS i`,
      [calls, accounts, month],
    );
    await runner.query(
      `INSERT INTO statement_lines (month, account_id, seq, at, call_id, units, kind, hash, call_row, attempt)
       SELECT month, account_id, row_number() OVER (PARTITION BY account_id ORDER BY id), reserved_at, call_id, 1, 'charge',
         sha256(convert_to(id::text, 'UTF8')), id, 1
       FROM metered_calls WHERE state = 'charged'`,
    );
    await runner.query(
      `INSERT INTO quota_months (account_id, month, used, reserved, line_count, line_units, head)
       SELECT account_id, month, count(*), 0, count(*), count(*), sha256('head') FROM metered_calls WHERE state = 'charged' GROUP BY 1, 2`,
    );
    await runner.query(
      `INSERT INTO request_records (record_id, account_id, request_id, at, method, endpoint, status, code, client, latency_ms, call_id, engine,
         cached, replayed)
       SELECT md5('record ' || i)::uuid, ${OWNER}, md5('request ' || i), ${MOMENT}, 'POST', '/api/youtube/summarize', 200, '', ${CLIENTS}, 12,
         md5('call ' || i)::uuid, 'extractive', true, false
       FROM generate_series(1, $1::int) AS i WHERE $3::text <> ''`,
      [calls, accounts, month],
    );
    // With the usual target, Postgres draws a sample at random, and may choose another plan in another run.
    await runner.query('SET default_statistics_target = 1000');
    for (const table of ['quota_accounts', 'metered_calls', 'statement_lines', 'quota_months', 'request_records'])
      await runner.query(`VACUUM (ANALYZE) ${table}`);
    const [{ large, usual }] = await runner.query(
      `SELECT md5('account 0')::uuid AS large, md5('account 1')::uuid AS usual`,
    );
    return { large, usual };
  } finally {
    await runner.release();
    await database.destroy();
  }
}
