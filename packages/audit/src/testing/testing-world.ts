import { freshDatabase, type FreshDatabase } from '@precis/testing/postgres';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Book, BOOKS } from '../open-books.js';
import { REACTIONS } from '../reactions.js';
import { moneyOf } from './money-world.js';
import { PAYLOADS, referralsOf } from './referrals-world.js';
import { statedRows } from './stated-world.js';

/** Ids of the small world. */
export const ACCOUNT = '11111111-1111-4111-8111-111111111111';
export const RESULT = '22222222-2222-4222-8222-222222222222';
/** A result of a supplied transcript, and its owner. */
export const OWN_RESULT = '55555555-5555-4555-8555-555555555555';
export const OWNER = '66666666-6666-4666-8666-666666666666';
export const CALL = '33333333-3333-4333-8333-333333333333';
/** A batch with one item whose call was deleted. */
export const BATCH = '77777777-7777-4777-8777-777777777777';
/** The event types that some service handles, each announced once in the world. */
const HANDLED = REACTIONS.filter(({ type }, index) => REACTIONS.findIndex((one) => one.type === type) === index);
export const idOf = (type: string) =>
  `00000000-0000-7000-8000-${String(1 + HANDLED.findIndex((one) => one.type === type)).padStart(12, '0')}`;
export const [REGISTERED, MAIL, CHANGED, SUMMARISED] = [
  'user-registered',
  'mail-requested',
  'subscription-changed',
  'summary-completed',
].map(idOf);
/** How many events the world has announced. */
export const ANNOUNCED = HANDLED.length;
/** Events that notifications handles without a mail: the erasure of an account, and events for webhooks only. */
const SILENT = ['user-deleted', 'job-ended', 'batch-ended'];
export const MAILS = REACTIONS.filter(({ to, type }) => to === 'notifications' && !SILENT.includes(type)).map(
  ({ type }) => idOf(type),
);
/** The current quota month: the calls of older ones may have been deleted. */
export const MONTH = new Date().toISOString().slice(0, 7);

const event = (id: string, topic: string, type: string) => `
  INSERT INTO outbox (event_id, topic, key, type, payload, occurred_at, correlation_id, created_at, published_at)
  VALUES ('${id}', '${topic}', '${ACCOUNT}', '${type}', '\\x${PAYLOADS[type] ?? ''}', now() - interval '1 hour', 'world', now() - interval '1 hour', now() - interval '1 hour');`;
const handled = (group: string, id: string, topic: string, type: string) => `
  INSERT INTO consumed_events (consumer_group, event_id, topic, partition, "offset", key, type, state, attempts, consumed_at)
  VALUES ('${group}', '${id}', '${topic}', 0, 0, '${ACCOUNT}', '${type}', 'done', 1, now() - interval '1 hour');`;

/** One account that registered and summarised one video an hour ago; all events have been handled. */
const WORLD: Record<Book, string> = {
  billing: `
    INSERT INTO subscriptions (account_id, version, opened_at) VALUES ('${ACCOUNT}', 1, now());
    ${moneyOf(ACCOUNT)}`,
  usage: `
    INSERT INTO quota_accounts VALUES ('${ACCOUNT}', 1, '{"freeVideosPerMonth": 3, "entries": []}');
    INSERT INTO quota_months VALUES ('${ACCOUNT}', '${MONTH}', 1, 0);
    INSERT INTO metered_calls (call_id, account_id, month, attempt, state, mode, idem_hash, result_ref, client, endpoint, reserved_at)
    VALUES ('${CALL}', '${ACCOUNT}', '${MONTH}', 1, 'charged', 'sync', 'key', '${RESULT}', '', '', now() - interval '1 hour');
    INSERT INTO batches (batch_id, account_id, body_hash, client, created_at, finished_at) VALUES ('${BATCH}', '${ACCOUNT}', '', '', now(), now());
    INSERT INTO batch_items (batch_id, index, account_id, url, video_id, call_id, state, due_at)
    VALUES ('${BATCH}', 0, '${ACCOUNT}', '', 'v', '${BATCH}', 'completed', now());
    ${statedRows()}`,
  summarisation: `
    INSERT INTO results VALUES ('${RESULT}', 'v', '', '', 'e', '1', 't', 1, 's', '[]', 1, 'en', false, now(), now());
    INSERT INTO results VALUES ('${OWN_RESULT}', '', 'random', '', 'e', '1', 't', 1, 's', '[]', 1, 'en', false, now(), now(), 0,
      '{"transcriptSource": "supplied"}');
    INSERT INTO result_owners VALUES ('${OWN_RESULT}', '${OWNER}');`,
  referrals: referralsOf(ACCOUNT),
  notifications: MAILS.map(
    (id) =>
      `INSERT INTO deliveries (event_id, account_id, kind, state, decided_at) VALUES ('${id}', '${ACCOUNT}', 'k', 'sent', now());`,
  ).join('\n'),
};

const announcedBy = (book: Book) =>
  HANDLED.filter(({ from }) => from === book).map(({ topic, type }) => event(idOf(type), topic, type));
const handledBy = (book: Book) =>
  REACTIONS.filter(({ to }) => to === book).map(({ topic, type }) => handled(book, idOf(type), topic, type));

/** The databases of all services, with the schemas that the services' own commands create, filled with the world. */
export async function databasesOfASmallWorld(): Promise<Record<Book, FreshDatabase>> {
  const made = await Promise.all(
    BOOKS.map(async (book) => {
      const database = await freshDatabase({ name: `${book}_by_command`, prepare: (url) => migrate(book, url) });
      await database.run([WORLD[book] ?? '', ...announcedBy(book), ...handledBy(book)].join('\n'));
      return [book, database];
    }),
  );
  return Object.fromEntries(made);
}

const ROOT = join(import.meta.dirname, '../../../..');

/** Runs the service's own built command, as an operator does: no package imports a service. */
async function migrate(book: Book, url: string): Promise<void> {
  const env = { PATH: process.env.PATH, DATABASE_URL: url };
  const program = join(ROOT, `services/${book}/dist/migrate.main.js`);
  await promisify(execFile)(process.execPath, [program], { env, timeout: 120_000 });
}
