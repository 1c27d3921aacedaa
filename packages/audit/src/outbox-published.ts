import type { Finding, Invariant } from './invariant.js';
import { type Book, BOOKS, type Books } from './open-books.js';

/**
 * I5: every outbox row is published once its grace is over (60 s by default, the time that a recovered bus may need). An unpublished row is
 * never removed, so its age has no limit here; of published rows there are only those that their topic's retention keeps.
 */
export const outboxPublished: Invariant = {
  name: 'I5 outbox-published',
  async check(books) {
    const found: Finding = { counted: { rows: 0, unpublished: 0 }, faults: [] };
    for (const book of BOOKS) await look(books, book, found);
    return found;
  },
};

async function look(books: Books, book: Book, { counted, faults }: Finding): Promise<void> {
  const [total] = await books.read(
    book,
    'SELECT count(*)::int AS rows, count(*) FILTER (WHERE published_at IS NULL)::int AS unpublished FROM outbox',
  );
  counted.rows += total.rows;
  counted.unpublished += total.unpublished;
  const late = await books.read(
    book,
    `SELECT event_id, type, created_at FROM outbox WHERE published_at IS NULL AND created_at <= now() - make_interval(secs => $1) ORDER BY position`,
    [books.graceSeconds],
  );
  for (const row of late)
    faults.push(`${book}: ${row.type} ${row.event_id} of ${row.created_at.toISOString()} is unpublished`);
}
