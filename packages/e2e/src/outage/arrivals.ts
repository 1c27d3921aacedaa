import { REACTIONS } from '@precis/audit/reactions';
import { databaseRows } from '../deployment/database-rows.js';
import type { Distributed } from '../deployment/distributed.js';
import { DATABASE_SERVICES, type DatabaseService } from '../deployment/distributed-settings.js';
import { kafkaAccessOf } from '../deployment/kafka-logins.js';
import { readLog } from './kafka-log.js';

type Urls = Record<DatabaseService, string>;

interface Announced {
  event_id: string;
  topic: string;
  key: string;
  type: string;
  published: boolean;
}

const ANNOUNCED =
  'SELECT event_id, topic, key, type, published_at IS NOT NULL AS published FROM outbox WHERE created_at < $1 ORDER BY position';
const HANDLED = `SELECT event_id, key, state FROM consumed_events WHERE consumer_group = $1 AND type = $2 ORDER BY position`;
const FOR_EVER = new Date('9999-01-01');

/** Events before that time that a group still has to handle. */
export async function unhandled(urls: Urls, before: Date): Promise<string[]> {
  const missing = REACTIONS.map(async ({ from, type, to }) => {
    const announced = (await databaseRows(urls[from], ANNOUNCED, [before])) as Announced[];
    const handled = await databaseRows(urls[to], HANDLED, [to, type]);
    const done = new Set(handled.filter(({ state }) => state === 'done').map(({ event_id }) => event_id as string));
    return announced
      .filter((event) => event.type === type && !done.has(event.event_id))
      .map(({ event_id }) => `${type} ${event_id} at ${to}`);
  });
  return (await Promise.all(missing)).flat();
}

/** Every difference of logs and books from the announced events; empty when each event arrived once and in order. */
export async function wrongArrivals({ databaseUrls, kafka }: Distributed): Promise<string[]> {
  const wrong = await unhandled(databaseUrls, FOR_EVER);
  const announced = (await Promise.all(
    DATABASE_SERVICES.map((name) => databaseRows(databaseUrls[name], ANNOUNCED, [FOR_EVER])),
  )) as Announced[][];
  wrong.push(
    ...announced
      .flat()
      .filter(({ published }) => !published)
      .map(({ event_id }) => `${event_id} is not published`),
  );
  const wanted = new Set(announced.flat().map(({ event_id }) => event_id));
  const log = await readLog(kafkaAccessOf(kafka), wanted);
  const place = (event: { topic: string; key: string }) => `${event.topic} ${event.key}`;
  wrong.push(
    ...outOfOrder(
      announced.flat().map((event) => [place(event), event.event_id]),
      log.map((event) => [place(event), event.eventId]),
    ),
  );
  for (const { from, type, to } of REACTIONS) {
    const handled = await databaseRows(databaseUrls[to], HANDLED, [to, type]);
    const told = announced[DATABASE_SERVICES.indexOf(from)].filter((event) => event.type === type);
    wrong.push(
      ...outOfOrder(
        told.map(({ key, event_id }) => [key, event_id]),
        handled.map(({ key, event_id }) => [key, event_id]),
      ).map((text) => `${type} at ${to}: ${text}`),
    );
  }
  for (const name of DATABASE_SERVICES) {
    const rows = await databaseRows(
      databaseUrls[name],
      `SELECT event_id, state, cause FROM consumed_events WHERE state <> 'done'`,
    );
    wrong.push(...rows.map(({ event_id, state, cause }) => `${event_id} is ${state} at ${name}: ${cause}`));
  }
  return [...wrong, ...(await versionsBehind(databaseUrls))];
}

/** Keys whose events, without repeats, did not arrive in the order of announcement. */
function outOfOrder(announced: [string, string][], seen: [string, string][]): string[] {
  const inTurn = (events: [string, string][]) =>
    new Map(
      [...Map.groupBy(events, ([key]) => key)].map(([key, ofKey]) => [
        key,
        [...new Set(ofKey.map(([, id]) => id))].join(' '),
      ]),
    );
  const [wanted, found] = [inTurn(announced), inTurn(seen)];
  return [...new Set([...wanted.keys(), ...found.keys()])]
    .filter((key) => wanted.get(key) !== found.get(key))
    .map((key) => `${key}: ${found.get(key)} instead of ${wanted.get(key)}`);
}

async function versionsBehind(urls: Urls): Promise<string[]> {
  const wanted = await databaseRows(urls.billing, 'SELECT account_id, version FROM subscriptions');
  const known = new Map(
    (await databaseRows(urls.usage, 'SELECT account_id, timetable_version FROM quota_accounts')).map((row) => [
      row.account_id,
      row.timetable_version,
    ]),
  );
  return wanted
    .filter((row) => known.get(row.account_id) !== row.version)
    .map((row) => `timetable of ${row.account_id} is ${known.get(row.account_id)} at usage, ${row.version} at billing`);
}
