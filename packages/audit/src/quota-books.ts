import type { Invariant } from './invariant.js';

/**
 * The first of the twelve months of which usage keeps the calls (DATA-1), by its own clock. Standalone's clock may be ahead of the wall clock; then
 * the youngest month decides.
 */
export const FIRST_KEPT = `SELECT to_char(greatest(now() AT TIME ZONE 'UTC', max((month || '-01')::timestamp)) - interval '11 months', 'YYYY-MM') FROM quota_months`;

/** The counters of a month compared with the sum of its calls, and the highest limit of the account's timetable in that month. */
const MONTHS = `
  WITH calls AS (
    SELECT account_id, month, count(*) FILTER (WHERE state = 'charged')::int AS charged, count(*) FILTER (WHERE state = 'reserved')::int AS in_flight
    FROM metered_calls GROUP BY account_id, month
  ), limits AS (
    SELECT m.account_id, m.month, greatest((a.timetable->>'freeVideosPerMonth')::int, max((e->>'videosPerMonth')::int)) AS highest
    FROM quota_months m
    JOIN quota_accounts a USING (account_id)
    LEFT JOIN LATERAL jsonb_array_elements(a.timetable->'entries') e
      ON to_timestamp((e->>'fromSeconds')::float8) < (m.month || '-01 UTC')::timestamptz + interval '1 month'
      AND to_timestamp((e->>'toSeconds')::float8) > (m.month || '-01 UTC')::timestamptz
    GROUP BY m.account_id, m.month, a.timetable
  )
  SELECT account_id, month, coalesce(m.used, 0) AS used, coalesce(m.reserved, 0) AS reserved, coalesce(c.charged, 0) AS charged,
    coalesce(c.in_flight, 0) AS in_flight, l.highest
  FROM quota_months m FULL JOIN calls c USING (account_id, month) LEFT JOIN limits l USING (account_id, month)`;

/**
 * I4, in each month of which the calls are kept: used = charged calls of the month, reserved = calls in flight, and together they never exceed the
 * month's limit. Counters and calls change in one statement, so there is no grace: one snapshot of usage must be consistent. A limit that was
 * lowered after the calls is no fault, so the highest one of the month counts.
 */
export const quotaBooks: Invariant = {
  name: 'I4 quota-books',
  async check(books) {
    const [total] = await books.read(
      'usage',
      'SELECT (SELECT count(*) FROM quota_months)::int AS months, (SELECT count(*) FROM metered_calls)::int AS calls',
    );
    const wrong = await books.read(
      'usage',
      `SELECT * FROM (${MONTHS}) m WHERE month >= (${FIRST_KEPT}) AND (used <> charged OR reserved <> in_flight OR used + reserved > highest) ORDER BY account_id, month`,
    );
    return {
      counted: { months: total.months, calls: total.calls },
      faults: wrong.map(
        (month) =>
          `account ${month.account_id}, ${month.month}: used ${month.used} of ${month.charged} charged calls, reserved ${month.reserved} of ${month.in_flight} calls in flight, limit ${month.highest}`,
      ),
    };
  },
};
