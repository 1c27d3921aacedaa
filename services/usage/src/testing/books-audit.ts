import type { DataSource } from 'typeorm';

export interface WrongMonth {
  account_id: string;
  month: string;
  used: number;
  reserved: number;
  charged_calls: number;
  reserved_calls: number;
}

/** Finds months whose counters differ from the sum of their calls; none in correct books. */
export async function wrongMonths(database: DataSource): Promise<WrongMonth[]> {
  return database.query(`
    SELECT account_id, month, coalesce(m.used, 0) AS used, coalesce(m.reserved, 0) AS reserved,
      coalesce(c.charged, 0) AS charged_calls, coalesce(c.reserved, 0) AS reserved_calls
    FROM quota_months m
    FULL JOIN (
      SELECT account_id, month, count(*) FILTER (WHERE state = 'charged')::int AS charged, count(*) FILTER (WHERE state = 'reserved')::int AS reserved
      FROM metered_calls GROUP BY account_id, month
    ) c USING (account_id, month)
    WHERE coalesce(m.used, 0) <> coalesce(c.charged, 0) OR coalesce(m.reserved, 0) <> coalesce(c.reserved, 0)`);
}
