import type { Invariant } from './invariant.js';
import { FIRST_KEPT } from './quota-books.js';

const hashOf = (...fields: string[]) =>
  `sha256(convert_to(concat_ws(E'\\n', 'precis-statement-v1', ${fields.join(', ')}), 'UTF8'))`;
const PSEUDONYM = `left(encode(${hashOf(`'account'`, 'account_id')}, 'hex'), 32)`;
const TIME = `to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Each line with its expected hash, which is computed here independently from the text in docs/statement.md. */
const LINES = `
  SELECT account_id, month, seq, units, kind, hash, row_number() OVER chain AS place,
    ${hashOf(`'line'`, `encode(coalesce(lag(hash) OVER chain, ${hashOf(`'genesis'`, PSEUDONYM, 'month')}), 'hex')`, 'seq', TIME, `coalesce(call_id::text, '')`, 'units', 'kind')} AS computed
  FROM statement_lines WHERE month >= (${FIRST_KEPT})
  WINDOW chain AS (PARTITION BY month, account_id ORDER BY seq)`;

/** The months that have lines, or should have: one of their calls was accepted after the product began to write lines. */
const MONTHS = `
  WITH lines AS (${LINES}), chains AS (
    SELECT account_id, month, count(*)::int AS count, sum(units)::int AS units,
      coalesce(sum(units) FILTER (WHERE kind = 'carried'), 0)::int AS carried, (array_agg(hash ORDER BY seq DESC))[1] AS head,
      min(place) FILTER (WHERE seq <> place OR hash <> computed) AS wrong
    FROM lines GROUP BY account_id, month
  ), calls AS (
    SELECT account_id, month, count(*)::int AS charged,
      coalesce(bool_or(reserved_at > (SELECT min(at) FROM statement_lines)), false) AS is_young,
      count(*) FILTER (WHERE (SELECT coalesce(sum(l.units), 0) FROM statement_lines l WHERE l.call_row = c.id) <> 1)::int AS unlined
    FROM metered_calls c WHERE state = 'charged' AND month >= (${FIRST_KEPT}) GROUP BY account_id, month
  )
  SELECT account_id, month, m.used, m.line_count, m.line_units, m.head = k.head AS is_head, coalesce(k.count, 0) AS count,
    coalesce(k.units, 0) AS units, coalesce(k.carried, 0) AS carried, k.wrong, coalesce(c.charged, 0) AS charged, coalesce(c.unlined, 0) AS unlined
  FROM quota_months m FULL JOIN chains k USING (account_id, month) LEFT JOIN calls c USING (account_id, month)
  WHERE month >= (${FIRST_KEPT}) AND (m.line_count > 0 OR k.count > 0 OR c.is_young)`;

/**
 * I10: each month's chain is whole and ends at its head. Its units agree with the counter and with the days: one line for each charged
 * call, except for carried units (STAT-1, STAT-2). Lines and counters change in one SQL statement, so there is no grace period. Copies of
 * a release without lines still count units: until all are replaced and the account is charged again, its month fails the audit.
 */
export const statements: Invariant = {
  name: 'I10 statements',
  async check(books) {
    const [total] = await books.read(
      'usage',
      'SELECT (SELECT count(*) FROM statement_lines)::int AS lines, (SELECT count(*) FROM quota_months WHERE line_count > 0)::int AS months',
    );
    const wrong = await books.read(
      'usage',
      `SELECT * FROM (${MONTHS}) m WHERE wrong IS NOT NULL OR is_head IS NOT TRUE OR used IS DISTINCT FROM units OR line_units <> units
         OR line_count <> count OR charged <> units OR unlined <> carried ORDER BY account_id, month`,
    );
    return {
      counted: { months: total.months, lines: total.lines },
      faults: wrong.map(
        (month) =>
          `account ${month.account_id}, ${month.month}: ${chainFault(month)}, ${month.line_count} lines of ${month.count}, used ${month.used}, units ${month.line_units} of ${month.units}, charged calls ${month.charged}, of which ${month.unlined} have no line and ${month.carried} units are carried`,
      ),
    };
  },
};

function chainFault({ wrong, is_head: isHead }: Record<string, unknown>): string {
  if (wrong !== null) return `line ${Number(wrong)} is not what its chain says`;
  return isHead === true ? 'the chain is whole' : 'the chain does not lead to the head';
}
