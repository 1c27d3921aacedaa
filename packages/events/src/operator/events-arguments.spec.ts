import { type EventsCommand, parseEventsArguments, UsageError } from './events-arguments.js';

describe('the command line of events', () => {
  it.each<[string, EventsCommand]>([
    ['lag', { verb: 'lag', group: undefined }],
    ['lag --group usage', { verb: 'lag', group: 'usage' }],
    ['--group=usage dead', { verb: 'dead', group: 'usage' }],
    ['replay --event 0199-a', { verb: 'replay', group: undefined, eventId: '0199-a' }],
    ['replay --all --group usage', { verb: 'replay', group: 'usage', eventId: undefined }],
    ['skip --event auth.user.v1/0/7', { verb: 'skip', group: undefined, eventId: 'auth.user.v1/0/7' }],
    ['rewind --group usage --topic auth.user.v1', { verb: 'rewind', group: 'usage', topic: 'auth.user.v1' }],
    ['rewind --group usage --all', { verb: 'rewind', group: 'usage', topic: undefined }],
  ])('understands %s', (line, command) => {
    expect(parseEventsArguments(line.split(' '))).toEqual(command);
  });

  it.each([
    ['', 'no command'],
    ['purge', 'unknown command'],
    ['lag dead', 'one command at a time'],
    ['lag --all', 'lag takes neither --event nor --all'],
    ['dead --event x', 'dead takes neither --event nor --all'],
    ['replay', 'replay needs either --event ID or --all'],
    ['skip --group usage', 'skip needs either --event ID or --all'],
    ['replay --event x --all', 'replay needs either --event ID or --all'],
    ['replay --event=', '--group, --event and --topic need a value'],
    ['lag --group=', '--group, --event and --topic need a value'],
    ['rewind --all', 'rewind needs --group G'],
    ['rewind --group usage', 'either --topic T or --all'],
    ['rewind --group usage --all --topic t', 'either --topic T or --all'],
    ['rewind --group usage --event x', 'rewind needs --group G'],
    ['skip --all --topic t', 'only rewind takes --topic'],
    ['lag --everything', 'Unknown option'],
    ['lag --group', 'argument missing'],
  ])('refuses %j', (line, complaint) => {
    const parse = () => parseEventsArguments(line.split(' ').filter(Boolean));
    expect(parse).toThrow(UsageError);
    expect(parse).toThrow(complaint);
  });
});
