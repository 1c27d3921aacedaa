import type { DataSource } from 'typeorm';

/** The last announcement of this process by database; `atMs` is a time of performance.now(), `wake` ends a relay's pause. */
const lastAnnouncements = new WeakMap<DataSource, { atMs: number; wake: AbortController }>();

const lastAnnouncementOf = (database: DataSource) => {
  const known = lastAnnouncements.get(database) ?? { atMs: -Infinity, wake: new AbortController() };
  lastAnnouncements.set(database, known);
  return known;
};

/** Notes that a transaction of this process has written to the outbox of this database, and will commit soon. Wakes a relay that waits for it. */
export function noteAnnouncement(database: DataSource): void {
  const known = lastAnnouncementOf(database);
  known.atMs = performance.now();
  known.wake.abort();
}

/** How many milliseconds ago this process last wrote to the outbox of this database; Infinity if it never did. */
export const sinceAnnouncementMs = (database: DataSource): number =>
  performance.now() - lastAnnouncementOf(database).atMs;

/** A signal that the next announcement aborts. */
export function nextAnnouncement(database: DataSource): AbortSignal {
  const known = lastAnnouncementOf(database);
  if (known.wake.signal.aborted) known.wake = new AbortController();
  return known.wake.signal;
}
