import { TOPICS } from '@precis/events/catalogue/topics';
import type { Finding, Invariant } from './invariant.js';
import type { Books } from './open-books.js';
import { type Reaction, REACTIONS } from './reactions.js';
import { uuidsOf } from './uuid-list.js';

/** Ids held in memory, so that a database of any size can be checked. */
const PAGE = 5_000;

/**
 * I6: inbox rows = distinct event ids. Each event that was published before the grace period has exactly one row in every group that handles its
 * type, and no row belongs to an event that nobody announced. Rows of events younger than the grace period are skipped too, because two services
 * that consume each other's events cannot be read at one moment. Events older than the retention of their topic are skipped: both sides delete them
 * at their own times (DATA-9). I7 checks that the row is done and not waiting, I8 that it is not dead.
 */
export const inboxExact: Invariant = {
  name: 'I6 inbox-exact',
  check: (books) => checkReactions(books, REACTIONS),
};

/** Same as I6, for these reactions only. */
export async function checkReactions(books: Books, reactions: readonly Reaction[]): Promise<Finding> {
  const found: Finding = { counted: { events: 0, rows: 0 }, faults: [] };
  for (const reaction of reactions) {
    await everyEventHasItsRow(books, reaction, found);
    await everyRowHasItsEvent(books, reaction, found);
  }
  return found;
}

const FOR_EVER_SECONDS = 100 * 365 * 86_400;

/** How far back both sides keep the events of a topic. */
const retentionSeconds = (topic: string): number =>
  (TOPICS.find(({ name }) => name === topic)?.retentionMs ?? 1_000 * FOR_EVER_SECONDS) / 1_000;

/** When an event was announced, from its id (UUIDv7); Infinity for another id, which no service wrote. */
const bornMs = (id: string): number =>
  uuidsOf([id]).length > 0 && id[14] === '7' ? parseInt(id.replace('-', '').slice(0, 12), 16) : Infinity;

async function everyEventHasItsRow(
  books: Books,
  { from, to, topic, type }: Reaction,
  { counted, faults }: Finding,
): Promise<void> {
  const published = `SELECT position, event_id::text FROM outbox WHERE topic = $1 AND type = $2 AND position > $3
    AND published_at <= now() - make_interval(secs => $4) AND published_at > now() - make_interval(secs => $5) ORDER BY position LIMIT ${PAGE}`;
  for (
    let after = '0', page = [];
    (page = await books.read(from, published, [topic, type, after, books.graceSeconds, retentionSeconds(topic)]))
      .length > 0;
    after = page.at(-1)!.position
  ) {
    const rows = await books.read(
      to,
      'SELECT event_id, count(*)::int AS n FROM consumed_events WHERE consumer_group = $1 AND event_id = ANY($2) GROUP BY event_id',
      [to, page.map((event) => event.event_id)],
    );
    const known = new Map(rows.map((row) => [row.event_id, row.n]));
    counted.events += page.length;
    for (const { event_id: id } of page)
      if (known.get(id) !== 1) faults.push(`${type} ${id} has ${known.get(id) ?? 0} rows at ${to}`);
  }
}

async function everyRowHasItsEvent(
  books: Books,
  { from, to, topic, type }: Reaction,
  { counted, faults }: Finding,
): Promise<void> {
  const handled = `SELECT position, event_id FROM consumed_events WHERE consumer_group = $1 AND topic = $2 AND type = $3 AND position > $4 ORDER BY position LIMIT ${PAGE}`;
  for (
    let after = '0', page = [];
    (page = await books.read(to, handled, [to, topic, type, after])).length > 0;
    after = page.at(-1)!.position
  ) {
    const events = await books.read(from, 'SELECT event_id::text FROM outbox WHERE event_id = ANY($1::uuid[])', [
      uuidsOf(page.map((row) => row.event_id)),
    ]);
    const announced = new Set(events.map((event) => event.event_id));
    counted.rows += page.length;
    const keptSinceMs = Date.now() - 1_000 * retentionSeconds(topic);
    const inFlightSinceMs = Date.now() - 1_000 * books.graceSeconds;
    const isLookedAt = (ms: number) => ms === Infinity || (ms > keptSinceMs && ms <= inFlightSinceMs);
    for (const { event_id: id } of page)
      if (!announced.has(id) && isLookedAt(bornMs(id)))
        faults.push(`${type} ${id} was handled at ${to} and never announced by ${from}`);
  }
}
