import type { Invariant } from './invariant.js';

/** Items joined with their calls. Both change in one transaction, or the call first, so a running item may have an ended call. */
const WRONG = `
  SELECT i.batch_id, i.index, i.state, coalesce(c.state, 'none') AS call_state
  FROM batch_items i LEFT JOIN metered_calls c USING (call_id)
  WHERE (i.state = 'completed' AND c.state IS NOT NULL AND c.state NOT IN ('charged', 'refunded'))
    OR (i.state IN ('waiting', 'failed', 'cancelled') AND c.state IN ('charged', 'reserved'))
  ORDER BY 1, 2`;
const UNANNOUNCED = `
  SELECT batch_id FROM batches b WHERE (finished_at IS NULL)
    <> EXISTS (SELECT FROM batch_items i WHERE i.batch_id = b.batch_id AND i.state IN ('waiting', 'running'))
  ORDER BY 1`;

/** Only the summaries of a batch are charged, and a batch has ended when all of its items have (SUM-27, QUOTA-23). */
export const batchItems: Invariant = {
  name: 'batch-items',
  async check(books) {
    const [{ items }] = await books.read('usage', 'SELECT count(*)::int AS items FROM batch_items');
    const [wrong, unannounced] = [await books.read('usage', WRONG), await books.read('usage', UNANNOUNCED)];
    return {
      counted: { items },
      faults: [
        ...wrong.map(
          ({ batch_id, index, state, call_state }) =>
            `item ${index} of batch ${batch_id} is ${state}, and its call ${call_state}`,
        ),
        ...unannounced.map(({ batch_id }) => `batch ${batch_id} has not ended with its items`),
      ],
    };
  },
};
