import type { Invariant } from './invariant.js';
import type { Books } from './open-books.js';

/**
 * Every user has a subscription at billing, and usage counts by the same timetable that billing has (QUOTA-9). The changes arrive as events. Users
 * and changes younger than the grace period are still on their way; usage is never ahead of billing.
 */
export const timetables: Invariant = {
  name: 'timetables',
  async check(books) {
    const subscriptions = await versions(books, 'billing', 'SELECT account_id::text AS id, version FROM subscriptions');
    const known = await versions(
      books,
      'usage',
      'SELECT account_id::text AS id, timetable_version AS version FROM quota_accounts WHERE timetable_version > 0',
    );
    const users = await books.read(
      'auth',
      `SELECT key FROM outbox WHERE type = 'user-registered' AND created_at <= now() - make_interval(secs => $1)`,
      [books.graceSeconds],
    );
    const faults = users
      .filter(({ key }) => !subscriptions.has(key))
      .map(({ key }) => `account ${key} has no subscription at billing`);
    const moving = await books.read(
      'billing',
      `SELECT DISTINCT key FROM outbox WHERE type = 'subscription-changed' AND created_at > now() - make_interval(secs => $1)`,
      [books.graceSeconds],
    );
    const inFlight = new Set(moving.map(({ key }) => key));
    for (const [id, version] of subscriptions) {
      const at = known.get(id) ?? 0;
      if (at > version || (at < version && !inFlight.has(id)))
        faults.push(`account ${id} is at version ${at} of its timetable at usage, at ${version} at billing`);
    }
    for (const id of known.keys())
      if (!subscriptions.has(id)) faults.push(`account ${id} has a timetable at usage and no subscription at billing`);
    return { counted: { users: users.length, subscriptions: subscriptions.size }, faults };
  },
};

async function versions(books: Books, book: 'billing' | 'usage', sql: string): Promise<Map<string, number>> {
  return new Map((await books.read(book, sql)).map(({ id, version }) => [id, version]));
}
