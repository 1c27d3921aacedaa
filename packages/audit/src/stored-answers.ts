import type { Invariant } from './invariant.js';
import { uuidsOf } from './uuid-list.js';

const PAGE = 5_000;
/** A result is kept for 30 days after its delivery. A day less avoids faults at the end of that time. */
const KEPT_DAYS = 29;

const CHARGED = `SELECT id, call_id, account_id::text AS account, result_ref FROM metered_calls
  WHERE state = 'charged' AND hidden_at IS NULL AND reserved_at > now() - interval '${KEPT_DAYS} days' AND id > $1
  AND account_id NOT IN (SELECT account_id FROM erased_accounts) ORDER BY id LIMIT ${PAGE}`;
const STORED = `SELECT r.result_ref::text AS ref, o.account_id::text AS owner FROM results r LEFT JOIN result_owners o USING (result_ref)
  WHERE r.result_ref = ANY($1::uuid[])`;
/** Accounts that gave up a result, or were erased, so recently that the earlier snapshot of usage may still name it. */
const GIVEN_UP = `SELECT DISTINCT key AS account FROM consumed_events
  WHERE type IN ('summary-hidden', 'user-deleted') AND state = 'done' AND consumed_at >= now() - make_interval(secs => $1)`;

/**
 * Every charged call has its stored answer, so that a repeat with its Idempotency-Key gets what was paid for (QUOTA-12, DATA-3). A result
 * with an owner is named only by that account's call (SUM-24). No grace: a result is stored before its call is charged. Calls of erased
 * accounts no longer say which result was theirs (DATA-13), nor do calls whose summary was deleted (SUM-12).
 */
export const storedAnswers: Invariant = {
  name: 'stored-answers',
  async check(books) {
    const counted = { calls: 0 };
    const faults: string[] = [];
    const rows = await books.read('summarisation', GIVEN_UP, [books.graceSeconds]);
    const givenUp = new Set(rows.map(({ account }) => account));
    for (
      let after = '0', page = [];
      (page = await books.read('usage', CHARGED, [after])).length > 0;
      after = page.at(-1)!.id
    ) {
      const refs = uuidsOf([...new Set(page.map((call) => call.result_ref as string | null))]);
      const results = await books.read('summarisation', STORED, [refs]);
      const ownerOf = new Map(results.map(({ ref, owner }) => [ref, owner as string | null]));
      counted.calls += page.length;
      for (const { call_id: call, account, result_ref: ref } of page) {
        const owner = ownerOf.get(ref);
        if (owner === undefined && !givenUp.has(account))
          faults.push(`call ${call} is charged for result ${ref}, which is not stored`);
        if (owner && owner !== account)
          faults.push(`call ${call} of account ${account} names result ${ref} of ${owner}`);
      }
    }
    return { counted, faults };
  },
};
