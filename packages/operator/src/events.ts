import {
  type EventsCommand,
  parseEventsArguments,
  SETTINGS_HELP,
  VERBS_HELP,
} from '@precis/events/operator/events-arguments';
import { runEventsCommand } from '@precis/events/operator/events-command';
import { eventsSettings } from './connection.js';
import { noteAction, type NotedKind } from './note-action.js';
import type { CommandLine, OperatorCommand } from './operator-command.js';

/** The commands that change something, with their kind in the audit log. */
const NOTED: Partial<Record<EventsCommand['verb'], NotedKind>> = {
  replay: 'events-replay',
  skip: 'events-skip',
  rewind: 'events-rewind',
};

/** Shows the operator the bus, and repairs it. */
export const EVENTS: OperatorCommand = {
  name: 'events',
  synopsis: 'lag|dead|replay|skip|rewind [--group G] [--event ID|--topic T|--all]',
  summary: 'shows events that wait or died; replays or skips them, delivers topics again',
  help: [
    ...VERBS_HELP,
    'Settings besides those of every command:',
    ...SETTINGS_HELP,
    'Only replay, skip and rewind need --operator and --reason, and auth.',
  ],
  options: {
    group: { type: 'string' },
    event: { type: 'string' },
    topic: { type: 'string' },
    all: { type: 'boolean' },
  },
  // Uses the command's own parser, because the words alone do not show which of them is the verb.
  isNoted: (line) => NOTED[parseEventsArguments(wordsOf(line)).verb] !== undefined,
  async run(line, context) {
    const args = wordsOf(line);
    const kind = NOTED[parseEventsArguments(args).verb];
    if (kind) await noteAction(context, kind, args.join(' '));
    return runEventsCommand(args, eventsSettings(context.settings));
  },
};

/** The command line as words again, without the options that only the program itself reads. */
function wordsOf({ words, options }: CommandLine): string[] {
  const given = (['group', 'event', 'topic'] as const).flatMap((name) =>
    options[name] === undefined ? [] : [`--${name}=${String(options[name])}`],
  );
  return [...words, ...given, ...(options.all ? ['--all'] : [])];
}
