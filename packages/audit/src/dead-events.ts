import type { Invariant } from './invariant.js';
import { BOOKS } from './open-books.js';

/**
 * I8: no event is dead. For a dead one: `npm run operator -- events replay | skip` after its cause is removed. No grace, because nothing retries it
 * automatically.
 */
export const deadEvents: Invariant = {
  name: 'I8 dead-events',
  async check(books) {
    const found = { counted: { handled: 0 }, faults: [] as string[] };
    for (const book of BOOKS) {
      found.counted.handled += (
        await books.read(book, `SELECT count(*)::int AS n FROM consumed_events WHERE state = 'done'`)
      )[0].n;
      const dead = await books.read(
        book,
        `SELECT consumer_group, type, event_id FROM consumed_events WHERE state = 'dead' ORDER BY position`,
      );
      found.faults.push(
        ...dead.map(
          (event) => `${event.type ?? 'undecodable message'} ${event.event_id} is dead at ${event.consumer_group}`,
        ),
      );
    }
    return found;
  },
};
