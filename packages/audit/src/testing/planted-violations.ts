import type { Book } from '../open-books.js';
import { MONEY_VIOLATIONS } from './planted-money.js';
import { REFERRAL_VIOLATIONS } from './referrals-world.js';
import { STATEMENT_VIOLATIONS } from './stated-world.js';
import {
  ACCOUNT,
  BATCH,
  CALL,
  CHANGED,
  MAIL,
  MONTH,
  OWN_RESULT,
  OWNER,
  REGISTERED,
  RESULT,
  SUMMARISED,
} from './testing-world.js';

export const RESERVED = (age: string) => `
  INSERT INTO metered_calls (call_id, account_id, month, attempt, state, mode, client, endpoint, reserved_at)
  VALUES ('44444444-4444-4444-8444-444444444444', '${ACCOUNT}', '${MONTH}', 1, 'reserved', 'sync', '', '', now() - interval '${age}');
  UPDATE quota_months SET reserved = 1 WHERE account_id = '${ACCOUNT}'`;
export const UNRESERVED = `DELETE FROM metered_calls WHERE state = 'reserved'; UPDATE quota_months SET reserved = 0 WHERE account_id = '${ACCOUNT}'`;
export const STRANGER = '00000000-0000-7000-8000-00000000000f';
/** A handled event whose delivery was deleted after 90 days. */
export const FORGOTTEN = '00000000-0000-7000-8000-0000000000ff';

/** A fault planted into the small world. */
interface Violation {
  /** Name of the invariant, with which its line of the report begins. */
  breaks: string;
  in: Book;
  plant: string;
  undo: string;
  says: string;
}

export const VIOLATIONS: Violation[] = [
  ...MONEY_VIOLATIONS,
  {
    breaks: 'I4 quota-books',
    in: 'usage',
    plant: `UPDATE quota_months SET used = 2 WHERE account_id = '${ACCOUNT}'`,
    undo: `UPDATE quota_months SET used = 1 WHERE account_id = '${ACCOUNT}'`,
    says: `account ${ACCOUNT}, ${MONTH}: used 2 of 1 charged calls`,
  },
  {
    breaks: 'I4 quota-books',
    in: 'usage',
    plant: `UPDATE quota_months SET reserved = 1 WHERE account_id = '${ACCOUNT}'`,
    undo: `UPDATE quota_months SET reserved = 0 WHERE account_id = '${ACCOUNT}'`,
    says: 'reserved 1 of 0 calls in flight',
  },
  {
    breaks: 'I4 quota-books',
    in: 'usage',
    plant: `UPDATE quota_accounts SET timetable = '{"freeVideosPerMonth": 0, "entries": [{"videosPerMonth": 9, "fromSeconds": 0, "toSeconds": 86400}]}' WHERE account_id = '${ACCOUNT}'`,
    undo: `UPDATE quota_accounts SET timetable = '{"freeVideosPerMonth": 3, "entries": []}' WHERE account_id = '${ACCOUNT}'`,
    says: 'limit 0',
  },
  {
    breaks: 'I5 outbox-published',
    in: 'summarisation',
    plant: `UPDATE outbox SET published_at = NULL WHERE event_id = '${SUMMARISED}'`,
    undo: 'UPDATE outbox SET published_at = now()',
    says: `summarisation: summary-completed ${SUMMARISED}`,
  },
  {
    breaks: 'I6 inbox-exact',
    in: 'usage',
    plant: `UPDATE consumed_events SET consumer_group = 'other' WHERE event_id = '${CHANGED}'`,
    undo: `UPDATE consumed_events SET consumer_group = 'usage'`,
    says: `subscription-changed ${CHANGED} has 0 rows at usage`,
  },
  {
    breaks: 'I6 inbox-exact',
    in: 'billing',
    plant: `INSERT INTO consumed_events (consumer_group, event_id, topic, partition, "offset", key, type, state) VALUES ('billing', '${STRANGER}', 'auth.user.v1', 0, 1, 'k', 'user-registered', 'done')`,
    undo: `DELETE FROM consumed_events WHERE event_id = '${STRANGER}'`,
    says: `user-registered ${STRANGER} was handled at billing and never announced by auth`,
  },
  {
    breaks: 'I7 final-states',
    in: 'usage',
    plant: RESERVED('301 seconds'),
    undo: UNRESERVED,
    says: `call 44444444-4444-4444-8444-444444444444 of account ${ACCOUNT} is reserved`,
  },
  {
    breaks: 'I7 final-states',
    in: 'billing',
    plant: `UPDATE consumed_events SET state = 'parked', next_try_at = now() - interval '301 seconds' WHERE event_id = '${REGISTERED}'`,
    undo: `UPDATE consumed_events SET state = 'done'`,
    says: `user-registered ${REGISTERED} is parked at billing`,
  },
  {
    breaks: 'I7 final-states',
    in: 'billing',
    plant: `UPDATE consumed_events SET state = 'parked', next_try_at = NULL, consumed_at = now() - interval '301 seconds' WHERE event_id = '${REGISTERED}'`,
    undo: `UPDATE consumed_events SET state = 'done', consumed_at = now()`,
    says: `user-registered ${REGISTERED} is parked at billing and was due never`,
  },
  {
    breaks: 'I8 dead-events',
    in: 'usage',
    plant: `UPDATE consumed_events SET state = 'dead' WHERE event_id = '${CHANGED}'`,
    undo: `UPDATE consumed_events SET state = 'done'`,
    says: `subscription-changed ${CHANGED} is dead at usage`,
  },
  {
    breaks: 'timetables',
    in: 'usage',
    plant: `UPDATE quota_accounts SET timetable_version = 2 WHERE account_id = '${ACCOUNT}'`,
    undo: `UPDATE quota_accounts SET timetable_version = 1 WHERE account_id = '${ACCOUNT}'`,
    says: `at version 2 of its timetable at usage, at 1 at billing`,
  },
  {
    breaks: 'timetables',
    in: 'usage',
    plant: `UPDATE quota_accounts SET timetable_version = 0 WHERE account_id = '${ACCOUNT}'`,
    undo: `UPDATE quota_accounts SET timetable_version = 1 WHERE account_id = '${ACCOUNT}'`,
    says: `at version 0 of its timetable at usage, at 1 at billing`,
  },
  {
    breaks: 'stored-answers',
    in: 'usage',
    plant: `UPDATE metered_calls SET result_ref = NULL`,
    undo: `UPDATE metered_calls SET result_ref = '${RESULT}'`,
    says: `call ${CALL} is charged for result null`,
  },
  {
    breaks: 'stored-answers',
    in: 'usage',
    plant: `UPDATE metered_calls SET result_ref = '${OWN_RESULT}'`,
    undo: `UPDATE metered_calls SET result_ref = '${RESULT}'`,
    says: `call ${CALL} of account ${ACCOUNT} names result ${OWN_RESULT} of ${OWNER}`,
  },
  {
    breaks: 'result-owners',
    in: 'summarisation',
    plant: `DELETE FROM result_owners`,
    undo: `INSERT INTO result_owners VALUES ('${OWN_RESULT}', '${OWNER}')`,
    says: `result ${OWN_RESULT} was made from a supplied transcript and has no owner`,
  },
  {
    breaks: 'result-owners',
    in: 'summarisation',
    plant: `INSERT INTO result_owners VALUES ('${RESULT}', '${ACCOUNT}')`,
    undo: `DELETE FROM result_owners WHERE result_ref = '${RESULT}'`,
    says: `result ${RESULT} is shared and has the owner ${ACCOUNT}`,
  },
  {
    breaks: 'result-owners',
    in: 'usage',
    plant: `INSERT INTO erased_accounts VALUES ('${OWNER}', now() - interval '61 seconds')`,
    undo: `DELETE FROM erased_accounts`,
    says: `result ${OWN_RESULT} is still there, and its owner ${OWNER} was erased`,
  },
  {
    breaks: 'batch-items',
    in: 'usage',
    plant: `UPDATE batch_items SET state = 'failed', error_code = 'c', error_message = 'm', call_id = '${CALL}'`,
    undo: `UPDATE batch_items SET state = 'completed', error_code = NULL, error_message = NULL, call_id = '${BATCH}'`,
    says: `item 0 of batch ${BATCH} is failed, and its call charged`,
  },
  {
    breaks: 'batch-items',
    in: 'usage',
    plant: 'UPDATE batches SET finished_at = NULL',
    undo: 'UPDATE batches SET finished_at = now()',
    says: `batch ${BATCH} has not ended with its items`,
  },
  {
    breaks: 'mails',
    in: 'notifications',
    plant: `DELETE FROM deliveries WHERE event_id = '${MAIL}'`,
    undo: `INSERT INTO deliveries (event_id, kind, state, decided_at) VALUES ('${MAIL}', 'k', 'sent', now())`,
    says: `event ${MAIL} has no delivery`,
  },
  {
    breaks: 'mails',
    in: 'notifications',
    plant: `INSERT INTO deliveries (event_id, kind, state, decided_at) VALUES ('${STRANGER}', 'k', 'sent', now())`,
    undo: `DELETE FROM deliveries WHERE event_id = '${STRANGER}'`,
    says: `event ${STRANGER} has a delivery, and the event was not handled`,
  },
  {
    breaks: 'mails',
    in: 'notifications',
    plant: `UPDATE deliveries SET state = 'dead', cause = 'mail not sent: ETIMEDOUT' WHERE event_id = '${MAIL}'`,
    undo: `UPDATE deliveries SET state = 'sent' WHERE event_id = '${MAIL}'`,
    says: `event ${MAIL} is dead: mail not sent: ETIMEDOUT`,
  },
  {
    breaks: 'mails',
    in: 'notifications',
    plant: `UPDATE deliveries SET state = 'queued', decided_at = NULL, next_try_at = now() - interval '241 minutes' WHERE event_id = '${MAIL}'`,
    undo: `UPDATE deliveries SET state = 'sent', decided_at = now(), next_try_at = NULL WHERE event_id = '${MAIL}'`,
    says: `event ${MAIL} waits and was due`,
  },
  {
    breaks: 'mails',
    in: 'notifications',
    plant: `INSERT INTO deliveries (event_id, kind, state, decided_at, cause) VALUES ('${STRANGER}', 'webhook-disabled', 'dead', now(), 'mail not sent: ETIMEDOUT')`,
    undo: `DELETE FROM deliveries WHERE event_id = '${STRANGER}'`,
    says: `event ${STRANGER} is dead: mail not sent: ETIMEDOUT`,
  },
  ...REFERRAL_VIOLATIONS,
  ...STATEMENT_VIOLATIONS,
];
