import type { Invariant } from './invariant.js';

const PAGE = 5_000;
const NOBODYS = `SELECT result_ref::text AS ref FROM results r WHERE extras->>'transcriptSource' = 'supplied'
  AND NOT EXISTS (SELECT FROM result_owners o WHERE o.result_ref = r.result_ref) ORDER BY 1`;
const OWNED = `SELECT o.result_ref::text AS ref, o.account_id::text AS account, r.extras->>'transcriptSource' AS source
  FROM result_owners o JOIN results r USING (result_ref) WHERE o.result_ref > $1 ORDER BY o.result_ref LIMIT ${PAGE}`;
const ERASED = `SELECT account_id::text AS account FROM erased_accounts
  WHERE account_id = ANY($1::uuid[]) AND erased_at < now() - make_interval(secs => $2)`;

/**
 * A result of a supplied transcript has one owner, a shared result has none, and an erased account owns nothing (SUM-24, DATA-13). The
 * first two have no grace, because result and owner are written in one transaction. storedAnswers checks that no other account's call names
 * the result.
 */
export const resultOwners: Invariant = {
  name: 'result-owners',
  async check(books) {
    const counted = { owned: 0 };
    const faults = (await books.read('summarisation', NOBODYS)).map(
      ({ ref }) => `result ${ref} was made from a supplied transcript and has no owner`,
    );
    for (
      let after = '00000000-0000-0000-0000-000000000000', page = [];
      (page = await books.read('summarisation', OWNED, [after])).length > 0;
      after = page.at(-1)!.ref
    ) {
      const accounts = [...new Set(page.map(({ account }) => account))];
      const rows = await books.read('usage', ERASED, [accounts, books.graceSeconds]);
      const erased = new Set(rows.map(({ account }) => account));
      counted.owned += page.length;
      for (const { ref, account, source } of page) {
        if (source !== 'supplied') faults.push(`result ${ref} is shared and has the owner ${account}`);
        if (erased.has(account)) faults.push(`result ${ref} is still there, and its owner ${account} was erased`);
      }
    }
    return { counted, faults };
  },
};
