import type { Invariant } from './invariant.js';

const BOTH = `
  SELECT event_id, e.event_id IS NOT NULL AS handled, d.event_id IS NOT NULL AS decided
  FROM (SELECT event_id FROM consumed_events WHERE type = 'mail-requested' AND state = 'done') e
  FULL JOIN (SELECT event_id::text FROM deliveries) d USING (event_id)`;

/** Every handled mail request came to one decision (sent, superseded or refused), and no mail is without its request (MAIL-2). No grace: both commit at once. */
export const mails: Invariant = {
  name: 'mails',
  async check(books) {
    const [{ requests }] = await books.read('notifications', `SELECT count(*)::int AS requests FROM (${BOTH}) b`);
    const wrong = await books.read(
      'notifications',
      `SELECT * FROM (${BOTH}) b WHERE NOT handled OR NOT decided ORDER BY event_id`,
    );
    return {
      counted: { requests },
      faults: wrong.map(
        (mail) =>
          `mail request ${mail.event_id} was ${mail.handled ? 'handled and not decided' : 'decided and not handled'}`,
      ),
    };
  },
};
