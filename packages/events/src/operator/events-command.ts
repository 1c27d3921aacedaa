import { createLogger } from '@precis/runtime/logger';
import { openDatabase } from '@precis/runtime/database';
import type { DataSource } from 'typeorm';
import { embeddedPlaces } from '../embedded/embedded-log.js';
import { type EventsCommand, parseEventsArguments, UsageError } from './events-arguments.js';
import { deadReport, lagReport, waitingReport } from './events-report.js';
import { kafkaPlaces, type PartitionPlace } from '../kafka/kafka-places.js';
import type { KafkaAccess } from '../kafka/kafka-client.js';
import { brokerList, type KafkaConfig, readKafkaAccess } from '../kafka/kafka-settings.js';
import { type DeadFilter, replayEvents, skipEvents } from './dead-events.js';
import { rewindGroup } from './rewind.js';

/** Named as in SETTINGS_HELP. */
export type EventsSettings = Partial<Record<'DATABASE_URL' | 'BUS_DATABASE_URL' | keyof KafkaConfig, string>>;

/** The output and the exit code of the program. */
export interface EventsOutcome {
  exitCode: 0 | 1 | 2;
  lines: string[];
}

/** Runs one command. Never rejects: failures are printed, without payloads and without the secrets of a URL. */
export async function runEventsCommand(args: string[], settings: EventsSettings): Promise<EventsOutcome> {
  try {
    return await run(parseEventsArguments(args), settings);
  } catch (error) {
    if (error instanceof UsageError) return { exitCode: 2, lines: [`events: ${error.message}`] };
    return { exitCode: 1, lines: [`events: ${(error as Error).message}`] };
  }
}

async function run(command: EventsCommand, settings: EventsSettings): Promise<EventsOutcome> {
  const { group } = command;
  if (command.verb === 'lag') return lag(group, settings);
  if (command.verb === 'rewind') return rewind(command.group, command.topic, settings);
  const urls = databaseUrls(settings);
  if (urls.length === 0) throw new UsageError('DATABASE_URL names no database');
  if (command.verb === 'dead')
    return done((await onEachDatabase(urls, (database) => deadReport(database, group))).flat());
  return changeDeadEvents(DEAD_EVENT_CHANGES[command.verb], { group, eventId: command.eventId }, urls);
}

/** The commands that change dead events. */
const DEAD_EVENT_CHANGES = {
  replay: { change: replayEvents, past: 'replayed', hint: '; what cannot be decoded can only be skipped' },
  skip: { change: skipEvents, past: 'skipped', hint: '' },
};

async function changeDeadEvents(
  { change, past, hint }: (typeof DEAD_EVENT_CHANGES)['replay'],
  filter: DeadFilter,
  urls: string[],
): Promise<EventsOutcome> {
  const events = (await onEachDatabase(urls, (database) => change(database, filter))).flat();
  if (events.length === 0 && filter.eventId !== undefined)
    return { exitCode: 1, lines: [`events: there is no such dead event${hint}`] };
  return done([...events.map(({ eventId, group }) => `${past} ${eventId} of ${group}`), `${events.length} in all`]);
}

async function lag(group: string | undefined, settings: EventsSettings): Promise<EventsOutcome> {
  const places = await logPlaces(group, settings);
  if (group !== undefined && !places.get(group)?.length)
    return { exitCode: 1, lines: ['events: the group has no offset in any topic'] };
  const waiting = await onEachDatabase(databaseUrls(settings), (database) => waitingReport(database, group));
  return done([...lagReport(places), ...waiting.flatMap((lines) => ['', ...lines])]);
}

async function logPlaces(group: string | undefined, settings: EventsSettings): Promise<Map<string, PartitionPlace[]>> {
  if (brokerList(settings.KAFKA_BROKERS).length > 0) return onKafka(settings, (access) => kafkaPlaces(access, group));
  if (!settings.BUS_DATABASE_URL)
    throw new UsageError('lag needs KAFKA_BROKERS, or BUS_DATABASE_URL for the embedded bus');
  const [places] = await onEachDatabase([settings.BUS_DATABASE_URL], (database) => embeddedPlaces(database));
  return group === undefined ? places : new Map([[group, places.get(group) ?? []]]);
}

async function rewind(group: string, topic: string | undefined, settings: EventsSettings): Promise<EventsOutcome> {
  if (brokerList(settings.KAFKA_BROKERS).length === 0) throw new UsageError('rewind needs KAFKA_BROKERS');
  const topics = await onKafka(settings, (access) => rewindGroup(access, group, topic));
  if (topics.length === 0)
    return { exitCode: 1, lines: [`events: the group has no offset in ${topic === undefined ? 'any' : 'this'} topic`] };
  return done(topics.map((one) => `rewound ${group} in ${one.topic}: ${one.messages} messages are delivered again`));
}

async function onKafka<T>(settings: EventsSettings, ask: (access: KafkaAccess) => Promise<T>): Promise<T> {
  const access = readKafkaAccess('events', settings, createLogger('events', 'silent'));
  return ask(access).catch((error: Error) => {
    throw new Error(`Kafka at ${access.brokers.join(', ')}: ${error.message}`, { cause: error });
  });
}

const databaseUrls = (settings: EventsSettings): string[] => (settings.DATABASE_URL ?? '').split(/\s+/).filter(Boolean);

const done = (lines: string[]): EventsOutcome => ({ exitCode: 0, lines });

/** Opens the databases one after the other for an operator's command. An error names the database, never its full URL. */
async function onEachDatabase<T>(urls: string[], work: (database: DataSource) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (const url of urls) {
    if (!URL.canParse(url)) throw new UsageError('DATABASE_URL or BUS_DATABASE_URL contains text that is not a URL');
    let database: DataSource | undefined;
    try {
      database = await openDatabase({ url, migrations: [], poolSize: 1 });
      results.push(await work(database));
    } catch (error) {
      const { code, message } = error as { code?: string; message: string };
      const why = code === '42P01' ? 'it lacks the tables for events; is it the right one?' : message || code;
      throw new Error(`database ${new URL(url).pathname.slice(1)}: ${why}`, { cause: error });
    } finally {
      await database?.destroy();
    }
  }
  return results;
}
