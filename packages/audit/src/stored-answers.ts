import type { Invariant } from './invariant.js';
import { uuidsOf } from './uuid-list.js';

const PAGE = 5_000;
/** A result lives for 30 days after it was delivered; a day less keeps the end of that life out of the question. */
const KEPT_DAYS = 29;

const CHARGED = `SELECT id, call_id, result_ref FROM metered_calls
  WHERE state = 'charged' AND hidden_at IS NULL AND reserved_at > now() - interval '${KEPT_DAYS} days' AND id > $1
  AND account_id NOT IN (SELECT account_id FROM erased_accounts) ORDER BY id LIMIT ${PAGE}`;

/**
 * Every charged call has its stored answer, so that a repeat with its Idempotency-Key gets what was paid for (QUOTA-12, DATA-3). No
 * grace: a result is stored before the call is charged. Calls of erased accounts no longer say which result was theirs (DATA-13), nor do
 * those whose summary was deleted (SUM-12).
 */
export const storedAnswers: Invariant = {
  name: 'stored-answers',
  async check(books) {
    const counted = { calls: 0 };
    const faults: string[] = [];
    for (
      let after = '0', page = [];
      (page = await books.read('usage', CHARGED, [after])).length > 0;
      after = page.at(-1)!.id
    ) {
      const refs = uuidsOf([...new Set(page.map((call) => call.result_ref as string | null))]);
      const results = await books.read(
        'summarisation',
        'SELECT result_ref::text AS ref FROM results WHERE result_ref = ANY($1::uuid[])',
        [refs],
      );
      const stored = new Set(results.map(({ ref }) => ref));
      counted.calls += page.length;
      for (const call of page)
        if (!stored.has(call.result_ref))
          faults.push(`call ${call.call_id} is charged for result ${call.result_ref}, which is not stored`);
    }
    return { counted, faults };
  },
};
