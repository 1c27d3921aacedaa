import { databaseRows } from './database-rows.js';
import type { Distributed } from './distributed.js';

/** The record that notifications keeps of one mail. */
export interface Delivery {
  account: string | null;
  kind: string;
  state: string;
  /** The id of the event, and so of the mail. */
  id: string;
  attempts: number;
  /** Why the last failed attempt failed. */
  cause: string | null;
}

/** All records of notifications, one for each event with a mail. */
export async function deliveriesOf({ databaseUrls }: Pick<Distributed, 'databaseUrls'>): Promise<Delivery[]> {
  const all = 'SELECT account_id::text AS account, kind, state, event_id::text AS id, attempts, cause FROM deliveries';
  return (await databaseRows(databaseUrls.notifications, all)) as Delivery[];
}

/** Unsent mails of events handled before that time. */
export async function mailsThatWait(
  { databaseUrls }: Pick<Distributed, 'databaseUrls'>,
  before: Date,
): Promise<number> {
  const waiting = `SELECT count(*)::int AS n FROM deliveries WHERE state = 'queued' AND created_at < $1`;
  return (await databaseRows(databaseUrls.notifications, waiting, [before]))[0].n as number;
}

/**
 * Every difference of the mailbox from the sent mails; empty when each mail is there once, by its Message-ID, and none waits. A mail that the
 * server accepted without the sender's knowledge is there too; it is superseded when its link was followed before the next attempt.
 */
export async function wrongMails(precis: Distributed): Promise<string[]> {
  const deliveries = await deliveriesOf(precis);
  const sent = new Set(deliveries.filter(({ state }) => state === 'sent').map(({ id }) => id));
  // Without an address: all mails.
  const received = (await precis.mailbox('')).map(({ messageId }) => messageId.replace(/^<|@.*$/g, ''));
  const times = Map.groupBy(received, (id) => id);
  const maySend = new Set(deliveries.filter(({ state }) => state !== 'unwanted').map(({ id }) => id));
  return [
    ...deliveries
      .filter(({ state }) => state === 'queued' || state === 'dead')
      .map(({ kind, id, state, attempts, cause }) => `${kind} ${id} is ${state} after ${attempts} attempts: ${cause}`),
    ...[...sent]
      .filter((id) => times.get(id)?.length !== 1)
      .map((id) => `${id} is ${times.get(id)?.length ?? 0} times in the mailbox`),
    ...[...times.keys()]
      .filter((id) => !maySend.has(id))
      .map((id) => `${id} is in the mailbox, and no event asked for it`),
  ];
}
