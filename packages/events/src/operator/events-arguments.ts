import { parseArgs } from 'node:util';

/** The operator's command. Without a group: all groups. */
export type EventsCommand =
  | { verb: 'lag'; group?: string }
  | { verb: 'dead'; group?: string }
  | { verb: 'replay' | 'skip'; group?: string; /** Undefined = all. */ eventId?: string }
  | { verb: 'rewind'; group: string; /** Undefined = all. */ topic?: string };

/** Each command, for the help. */
export const VERBS_HELP = [
  'lag    [--group G]                  how far each group is behind, by topic and partition; parked and dead events with DATABASE_URL',
  'dead   [--group G]                  dead events with their cause',
  'replay [--group G] --event ID|--all handles dead events again, with a full number of attempts; then the events of the same key that wait for them',
  'skip   [--group G] --event ID|--all gives dead events up for good; the events of the same key that wait for them are handled',
  'rewind --group G --topic T|--all    delivers topic T (its name at Kafka) from its beginning again; handled events are not handled again',
];

/** The settings of the commands, for the help. */
export const SETTINGS_HELP = [
  'DATABASE_URL      database of the consuming service; several separated by blanks',
  'KAFKA_BROKERS     host:port,host:port (lag, rewind)',
  'KAFKA_SSL, KAFKA_SASL_MECHANISM, KAFKA_SASL_USERNAME, KAFKA_SASL_PASSWORD  as the services have them',
  'BUS_DATABASE_URL  database of the embedded bus (lag, where there is no Kafka)',
];

/** A wrong command line; the message says what is wrong. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** Reads the command line after the program's name. Throws UsageError. */
export function parseEventsArguments(args: string[]): EventsCommand {
  const { values, positionals } = read(args);
  const [verb, ...rest] = positionals;
  if (rest.length > 0) throw new UsageError('one command at a time');
  const { group, event, topic, all } = values;
  if (group === '' || event === '' || topic === '') throw new UsageError('--group, --event and --topic need a value');
  if (topic !== undefined && verb !== 'rewind') throw new UsageError('only rewind takes --topic');
  switch (verb) {
    case 'lag':
    case 'dead':
      if (event !== undefined || all) throw new UsageError(`${verb} takes neither --event nor --all`);
      return { verb, group };
    case 'replay':
    case 'skip':
      // Without this check, a forgotten --event would select all dead events.
      if ((event !== undefined) === all) throw new UsageError(`${verb} needs either --event ID or --all`);
      return { verb, group, eventId: event };
    case 'rewind':
      if (group === undefined || event !== undefined || (topic !== undefined) === all)
        throw new UsageError('rewind needs --group G, and either --topic T or --all');
      return { verb, group, topic };
    default:
      throw new UsageError(verb === undefined ? 'no command' : 'unknown command');
  }
}

function read(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        group: { type: 'string' },
        event: { type: 'string' },
        topic: { type: 'string' },
        all: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    throw new UsageError((error as Error).message, { cause: error });
  }
}
